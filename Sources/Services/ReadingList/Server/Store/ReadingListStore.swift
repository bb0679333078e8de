internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC
internal import ReadingListAPI
internal import ServiceKit

/// Where lists are, and how their changes are written.
struct ReadingListStore: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime

    /// Civil time in milliseconds since 1970.
    var now: Int64 { runtime.wallTime.millisecondsSince1970 }

    /// A new id. Two are never alike: 64 random bits and a unique column.
    func makeID() -> String { "l" + String(runtime.random(), radix: 36) }

    /// Reads from the list of a caller's profile.
    ///
    /// - Parameter body: gets the profile's row ID, nil for a profile that has never stored anything.
    func read<Value: Sendable>(
        for viewer: Viewer, _ body: @escaping @Sendable (Database, Int64?) throws -> Value
    ) async throws -> Value {
        let profile = try viewer.actingProfile
        return try await shards.shard(for: viewer.household).read { db in
            try body(db, try ProfileTable.find(profile, db))
        }
    }

    /// Changes the list of a caller's profile once for the call's key.
    func write<Response: Codable & Sendable>(
        _ call: ServerCall, for viewer: Viewer, releasingBallast: Bool = false,
        _ body: @escaping @Sendable (Database, Int64) throws -> Response
    ) async throws -> Response {
        let profile = try viewer.actingProfile
        // Keys are a profile's own: the same key of the same member as another profile is another change.
        let keyed = try KeyedCall(call, subject: "\(viewer.subject)/\(profile)")
        let shard = try await shards.shard(for: viewer.household)
        return try await shard.write(once: keyed, deadline: call.deadline, releasingBallast: releasingBallast) { db in
            try body(db, try ProfileTable.findOrMake(profile, db))
        }
    }

    /// The same for a method whose callers of earlier releases send no key: their calls are not deduplicated.
    func write<Response: Codable & Sendable>(
        onceIfKeyed call: ServerCall, for viewer: Viewer,
        _ body: @escaping @Sendable (Database, Int64) throws -> Response
    ) async throws -> Response {
        guard call.idempotencyKey == nil else { return try await write(call, for: viewer, body) }
        let profile = try viewer.actingProfile
        return try await shards.shard(for: viewer.household).write(deadline: call.deadline) { db in
            try body(db, try ProfileTable.findOrMake(profile, db))
        }
    }
}

extension Viewer {
    /// The profile that acts.
    ///
    /// - Throws: ``ReadingListError/noProfile``.
    var actingProfile: String {
        get throws(ReadingListError) {
            guard let profile else { throw .noProfile }
            return profile
        }
    }
}
