internal import DownloadsAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// The households' shards and download folders.
struct DownloadsStore: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime
    /// The quota in bytes of a profile that has set none.
    let quotaBytes: Int64
    /// Bytes that stay free on the disk.
    let floorBytes: Int64
    /// Observes file operations.
    let watch: (any DiskObserver)?

    /// Civil time in milliseconds since 1970.
    var now: Int64 { runtime.wallTime.millisecondsSince1970 }

    /// A new id, unique by 64 random bits and a unique column.
    func makeID() -> String { "d" + String(runtime.random(), radix: 36) }

    func shard(of household: String) async throws -> Shard { try await shards.shard(for: household) }

    /// A household's download folder.
    func disk(of household: String) -> DownloadDisk {
        DownloadDisk(root: "\(shards.root)/\(household)/downloads", watch: watch)
    }

    /// Runs blocking file operations.
    func blocking<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await Blocking.run(shards.face, body)
    }

    /// The present terms of reservations.
    func terms(in household: String) -> LedgerTable.Terms {
        let free = disk(of: household).freeBytes
        return LedgerTable.Terms(
            limit: quotaBytes, freeDiskBytes: free.map { $0 - floorBytes }, expired: expiredMoment)
    }

    /// Requests completed and made at this time or before have expired by the default, in milliseconds since 1970.
    var expiredMoment: Int64 { now - DownloadsLimits.lifetime.wholeMilliseconds }

    func read<Value: Sendable>(
        _ household: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await shard(of: household).read(body)
    }

    func write<Value: Sendable>(
        _ household: String, releasingBallast: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await shard(of: household).write(releasingBallast: releasingBallast, body)
    }

    /// Runs `body` once for the call's idempotency key, or each time for callers without one.
    func write<Response: Codable & Sendable>(
        _ household: String, onceIfKeyed call: ServerCall, releasingBallast: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> Response
    ) async throws -> Response {
        try await shard(of: household).write(onceIfKeyed: call, releasingBallast: releasingBallast, body)
    }
}

extension Viewer {
    /// The caller's profile.
    ///
    /// - Throws: ``DownloadsError/noProfile``.
    var actingProfile: String {
        get throws(DownloadsError) {
            guard let profile else { throw .noProfile }
            return profile
        }
    }
}
