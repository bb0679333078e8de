internal import GRDB
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Revokes at Apple what members had authorized who have removed their link, or are gone. What could not be revoked is kept
/// and revoked later.
struct AppleRevoker: Service {
    private let shards: ShardDirectory
    private let rounds: HouseholdRetryQueue

    init(shards: ShardDirectory, tokens: AppleTokens, runtime: any Runtime, logger: Logger) {
        self.shards = shards
        rounds = HouseholdRetryQueue(
            every: ProfilesLimits.appleRevocationInterval, runtime: runtime, logger: logger
        ) { household in
            // A shard that was closed meanwhile is visited when it opens again.
            guard let shard = shards.openShards[household] else { return }
            let revocations = try await shard.read { try AppleRevocation.all($0) }
            for revocation in revocations {
                try await tokens.revoke(revocation.token, revocation.client)
                try await shard.write { try revocation.remove($0) }
            }
            // Of a deleted household nothing else is left, and the tokens were the last of it.
            guard !revocations.isEmpty, try await shard.read({ try HouseholdDeletionTable.isErased($0) }) else {
                return
            }
            try await shards.overwriteDeleted(in: household)
        }
    }

    /// Queues a household: a link may have been removed, or the household was deleted.
    func note(_ household: String) { rounds.note(household) }

    /// Revokes what is queued, once.
    func passOver() async { await rounds.passOver() }

    func run() async throws { await rounds.run(queueingOpened: shards) }
}

/// A token of Apple's that is to be revoked.
struct AppleRevocation: Sendable {
    private let row: Int64
    /// The client for which it was issued.
    let client: String
    /// A secret.
    let token: String

    static func all(_ db: Database) throws -> [AppleRevocation] {
        try Row.fetchAll(db, sql: "SELECT row, client, token FROM appleRevocation ORDER BY row").map {
            AppleRevocation(row: $0[0], client: $0[1], token: $0[2])
        }
    }

    /// Adds one of a deleted household to the shard of the household that takes its name, unless it is there.
    static func insert(client: String, token: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO appleRevocation (client, token) SELECT ?1, ?2
                WHERE NOT EXISTS (SELECT 1 FROM appleRevocation WHERE client = ?1 AND token = ?2)
                """, arguments: [client, token])
    }

    func remove(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM appleRevocation WHERE row = ?", arguments: [row])
    }
}
