internal import GRDB
internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Removes history that is older than the household keeps it (`historyDays`). What was watched stays marked as watched.
///
/// Days are counted back from the household's latest activity at most: a machine whose clock is wrong by years would remove
/// everything otherwise.
struct HistoryRetention: Service {
    private let store: PlaybackStore
    let rounds: HouseholdRetryQueue

    init(store: PlaybackStore, logger: Logger) {
        self.store = store
        rounds = HouseholdRetryQueue(
            every: PlaybackLimits.retentionInterval, runtime: store.runtime, logger: logger
        ) { household in
            // A shard that was closed meanwhile is swept when it opens again.
            guard let shard = store.shards.openShards[household] else { return }
            let now = store.runtime.wallTime.millisecondsSince1970
            while try await shard.write({ try HistoryRetention.sweep(at: now, $0) }) {}
        }
    }

    func run() async throws {
        await store.runtime.untilShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await rounds.run(queueingOpened: store.shards) }
                // Days pass while a shard stays open, too.
                group.addTask {
                    while (try? await store.runtime.sleep(for: PlaybackLimits.retentionInterval)) != nil {
                        for household in store.shards.openShards.keys { rounds.note(household) }
                    }
                }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Removes some old sessions of all profiles.
    ///
    /// - Parameter now: civil time, in milliseconds since 1970.
    /// - Returns: whether there may be more.
    static func sweep(at now: Int64, _ db: Database) throws -> Bool {
        guard let days = try days(db) else { return false }
        let latest = try SessionTable.lastTimestamp(db).milliseconds
        let end = HybridTimestamp(milliseconds: min(now, latest) - days * PlaybackLimits.dayMilliseconds)
        let statement = try db.cachedStatement(
            sql: """
                SELECT v.profile, v.content, v.session FROM viewing v JOIN point p ON p.session = v.session
                WHERE v.opened < ?1 AND p.stamp < ?1 LIMIT ?2
                """)
        let rows = try Row.fetchAll(statement, arguments: [end.rawValue, PlaybackLimits.sessionsPerSweep])
        var old: [Viewed: [Int64]] = [:]
        for row in rows { old[Viewed(profile: row[0], content: row[1]), default: []].append(row[2]) }
        for (viewed, sessions) in old.sorted(by: { $0.key < $1.key }) { try remove(sessions, of: viewed, db) }
        return rows.count == PlaybackLimits.sessionsPerSweep
    }

    /// A profile and a title.
    private struct Viewed: Hashable, Comparable {
        var profile: Int64
        var content: Int64

        static func < (one: Viewed, other: Viewed) -> Bool {
            (one.profile, one.content) < (other.profile, other.content)
        }
    }

    private static func remove(_ sessions: [Int64], of viewed: Viewed, _ db: Database) throws {
        let removed = Set(sessions)
        let state = WatchState(
            sessions: try WatchStateReader.sessions(of: viewed.profile, content: viewed.content, db)
                .filter { removed.contains($0.row) },
            marks: try MarkTable.marks(of: viewed.profile, content: viewed.content, db),
            threshold: PlaybackLimits.watchedThreshold)
        if state.isWatched {
            try MarkTable.put(
                .watched, at: state.lastWatched, profile: viewed.profile, content: viewed.content, db)
        }
        let list = sessions.map(String.init).joined(separator: ", ")
        _ = try HistoryRemoval.remove("session IN (\(list))", marks: nil, profile: viewed.profile, db)
    }

    // MARK: The household's choice

    /// For how many days history is kept; nil for good.
    private static func days(_ db: Database) throws -> Int64? {
        let days = try Int64.fetchOne(try db.cachedStatement(sql: "SELECT historyDays FROM household")) ?? 0
        return days > 0 ? days : nil
    }

    /// Stores the household's choice; 0 is for good.
    static func setDays(_ days: Int32, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE household SET historyDays = ?").execute(arguments: [days])
    }
}
