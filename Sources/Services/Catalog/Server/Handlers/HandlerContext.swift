internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// What the catalog's handlers share.
struct HandlerContext: Sendable {
    let shards: ShardDirectory
    let queue: ImportQueue
    /// The title indexes of the published snapshots.
    let titles: SnapshotCache<TitleIndex>
    /// The on-air lists of the published snapshots.
    let onAir: SnapshotCache<OnAirList>
    let metadata: MetadataClient
    let trending: TrendingCache
    /// For addresses: a kids profile with limits gets none at a limit.
    let admission: ScreenTimeAdmission
    let runtime: any Runtime

    /// Reads the caller's household.
    func read<Value: Sendable>(
        _ viewer: Viewer, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await shards.shard(for: viewer.household).read(body)
    }

    /// Reads the caller's household with the title index of the published snapshot.
    func read<Value: Sendable>(
        _ viewer: Viewer,
        titles body: @escaping @Sendable (Database, (_ generation: Int64) throws -> TitleIndex) throws -> Value
    ) async throws -> Value {
        let shard = try await shards.shard(for: viewer.household)
        return try await shard.read { [titles] db in
            try body(db) { try titles.titleIndex(of: shard, generation: $0, db) }
        }
    }

    /// The most lines of a picture that the caller's plan plays now; nil for any.
    func maximumLines(for viewer: Viewer) -> Int? { viewer.maximumLines(at: runtime.wallTime) }

    /// Civil time in milliseconds since 1970.
    var milliseconds: Int64 { runtime.wallTime.millisecondsSince1970 }
    /// Civil time in seconds since 1970.
    var seconds: Int64 { milliseconds / 1_000 }
}
