internal import Foundation
internal import GRDB
internal import HearthModel
internal import ServiceKit

/// What is still to be revoked at Apple of a deleted household whose name is taken: it goes from the erased shard into the
/// new one, and is on disk throughout.
struct RevocationLegacy: Sendable {
    private let shards: ShardDirectory
    private let household: String

    private struct Entry: Codable {
        var client: String
        var token: String
    }

    init(_ household: String, in shards: ShardDirectory) { (self.household, self.shards) = (household, shards) }

    /// Stores it, before the erased shard is removed.
    ///
    /// - Throws: `ShardError` when it cannot be written.
    func store(from shard: Shard) async throws {
        let revocations = try await shard.read { try AppleRevocation.all($0) }
        guard !revocations.isEmpty else { return }
        let entries = revocations.map { Entry(client: $0.client, token: $0.token) }
        try await shards.leave([UInt8](JSONEncoder().encode(entries)), of: household)
    }

    /// Moves it into the shard of the new household, if there is anything.
    ///
    /// - Throws: `ShardError`; the next start then tries again.
    func move(into shard: Shard) async throws {
        guard let bytes = try await shards.legacy(of: household) else { return }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(bytes))
        try await shard.write(releasingBallast: true) { db in
            for entry in entries { try AppleRevocation.insert(client: entry.client, token: entry.token, db) }
        }
        await shards.removeLegacy(of: household)
    }
}
