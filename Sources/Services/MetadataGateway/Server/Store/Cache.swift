internal import GRDB
internal import Logging
internal import RPC
internal import ServiceKit
internal import Synchronization

/// A cache entry of a request.
protocol CacheRow: Sendable {
    /// The table, with the columns `question`, `status`, `fetched`, `bytes` and `used`.
    static var table: String { get }
    /// 200, or 404 for a negative entry.
    var status: Int { get }
    /// When it came, in milliseconds since 1970.
    var fetched: Int64 { get }

    static func find(_ question: String, _ db: Database) throws -> Self?
    func insert(_ question: String, _ db: Database) throws
}

/// The cached responses or images in a household's shard. Evicts the least recently used entries above its limit in
/// bytes.
///
/// A cache failure never fails a request: a response that cannot be stored is returned all the same, and reads write
/// nothing. The time of use is noted in memory, and written with the next change or by the maintenance.
final class Cache<Entry: CacheRow>: Sendable {
    private let shards: ShardDirectory
    private let runtime: any Runtime
    private let logger: Logger
    private let limitBytes: Int
    /// The unwritten times of use of entries, by household.
    private let uses = Mutex<[String: [String: Int64]]>([:])
    private let isFailing = Atomic(false)

    init(shards: ShardDirectory, runtime: any Runtime, logger: Logger, limitBytes: Int) {
        (self.shards, self.runtime, self.logger, self.limitBytes) = (shards, runtime, logger, limitBytes)
    }

    /// The cached entry, unless it is past its maximum age, or is an expired negative entry.
    ///
    /// - Throws: why the shard cannot be read.
    func find(_ question: String, in household: String) async throws -> Entry? {
        let entry = try await shards.shard(for: household).read { try Entry.find(question, $0) }
        guard let entry, age(of: entry) <= Self.maximumAge(status: entry.status) else { return nil }
        uses.withLock { uses in
            // Past the limit the order in which things go is only nearly right.
            guard uses[household]?.count ?? 0 < MetadataGatewayLimits.maximumPendingUses else { return }
            uses[household, default: [:]][question] = runtime.wallTime.millisecondsSince1970
        }
        return entry
    }

    func age(of entry: Entry) -> Duration {
        .milliseconds(max(0, runtime.wallTime.millisecondsSince1970 - entry.fetched))
    }

    /// Stores an entry, if it can be stored.
    func keep(_ entry: Entry, for question: String, in household: String) async {
        let (uses, limitBytes) = (drainUses(household), limitBytes)
        await change(household) { db in
            try entry.insert(question, db)
            try Self.note(uses, db)
            try Self.makeRoom(besides: question, limitBytes: limitBytes, db)
        }
    }

    /// Drops an unreadable entry.
    func drop(_ question: String, in household: String) async {
        await change(household) { db in
            try db.execute(sql: "DELETE FROM \(Entry.table) WHERE question = ?", arguments: [question])
        }
    }

    /// Removes expired entries, and writes the times of use.
    func lookAfter(_ household: String) async {
        let (uses, now) = (drainUses(household), runtime.wallTime.millisecondsSince1970)
        await change(household, releasingBallast: true) { db in
            try db.execute(
                sql: "DELETE FROM \(Entry.table) WHERE fetched < ? OR fetched < ? AND status = 404",
                arguments: StatementArguments([200, 404].map { now - Self.maximumAge(status: $0).wholeMilliseconds }))
            try Self.note(uses, db)
        }
    }

    private static func maximumAge(status: Int) -> Duration {
        status == 404 ? MetadataGatewayLimits.absence : MetadataGatewayLimits.maximumResponseAge
    }

    private func drainUses(_ household: String) -> [String: Int64] {
        uses.withLock { $0.removeValue(forKey: household) ?? [:] }
    }

    private static func note(_ uses: [String: Int64], _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE \(Entry.table) SET used = max(used, ?) WHERE question = ?")
        for (question, time) in uses { try statement.execute(arguments: [time, question]) }
    }

    private static func makeRoom(besides question: String, limitBytes: Int, _ db: Database) throws {
        let total = try db.cachedStatement(sql: "SELECT ifnull(sum(bytes), 0) FROM \(Entry.table)")
        let drop = try db.cachedStatement(
            sql: """
                DELETE FROM \(Entry.table) WHERE question IN
                    (SELECT question FROM \(Entry.table) WHERE question <> ? ORDER BY used LIMIT ?)
                """)
        while try Int.fetchOne(total) ?? 0 > limitBytes {
            // The entry just stored stays: it is the latest.
            try drop.execute(arguments: [question, MetadataGatewayLimits.evictionBatch])
            if db.changesCount == 0 { return }
        }
    }

    /// Changes a household's cache. A failure is logged once, and its end once: on a full disk every response would
    /// fill the log.
    private func change(
        _ household: String, releasingBallast: Bool = false, _ body: @escaping @Sendable (Database) throws -> Void
    ) async {
        do {
            try await shards.shard(for: household).write(releasingBallast: releasingBallast, body)
            guard isFailing.exchange(false, ordering: .relaxed) else { return }
            logger.notice("The cache is writable again.", metadata: ["cache": "\(Entry.table)"])
        } catch {
            guard !isFailing.exchange(true, ordering: .relaxed) else { return }
            logger.warning(
                "The cache cannot be written; uncached entries are fetched each time.",
                metadata: ["cache": "\(Entry.table)", "error": "\(error)"])
        }
    }
}
