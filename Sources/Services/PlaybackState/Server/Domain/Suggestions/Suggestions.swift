internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Suggests what to watch next, and fills queues with it.
struct Suggestions: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient
    private let similar: SuggestionClient

    init(store: PlaybackStore, catalog: CatalogClient, similar: SuggestionClient) {
        (self.store, self.catalog, self.similar) = (store, catalog, similar)
    }

    /// The shard of a caller's household.
    func shard(for viewer: Viewer) async throws -> Shard { try await store.shard(for: viewer) }

    /// Records that there are no suggestions.
    func note(_ error: any Error) { similar.note(error) }

    /// So many suggestions for the caller's profile, in order, or fewer.
    ///
    /// - Throws: ``PlaybackError/noProfile``; the catalog's `RPCError` when it does not answer; the shard's errors.
    func find(_ count: Int, for viewer: Viewer, _ call: ServerCall) async throws -> [Card] {
        let (profile, visibility) = (try viewer.actingProfile, Visibility(viewer))
        let shard = try await store.shard(for: viewer)
        let (row, basis) = try await shard.read { db in
            let row = try ProfileTable.row(of: profile, db)
            return (row, try SuggestionReader(profile: profile, row: row, visibility: visibility).run(db))
        }
        var episodes: [Card] = []
        if let row {
            let nextUp = NextUp(
                profile: row, threshold: PlaybackLimits.watchedThreshold, shard: shard, catalog: catalog)
            // Of a series that is watched again the next episode is one that was watched.
            episodes = try await nextUp.entries(of: basis.series, call, limit: count)
                .filter { $0.rule != .rewatch }.compactMap(\.card)
        }
        var others: [Card] = []
        if episodes.count < count { others = try await similar.similar(to: basis.seeds, for: call) }
        var rules = basis.rules
        if let row {
            rules = try await shard.read { [rules, candidates = episodes + others] db in
                var rules = rules
                try SuggestionReader.addHistory(of: row, among: candidates, to: &rules, db)
                return rules
            }
        }
        // The catalog has left out what the caller may not see; stored cards may be older than its policy.
        return rules.order(
            episodes: episodes.filter { viewer.policy.allows($0) }, similar: others.filter { viewer.policy.allows($0) },
            limit: count)
    }

    /// Adds suggestions behind a profile's own entries, as many as fit. What was queued in the meantime is passed over.
    ///
    /// - Returns: the new entries, and the queue.
    func add(
        _ cards: [Card], to profile: String, seenBy visibility: Visibility, at now: Int64, _ db: Database
    ) throws -> (added: [QueueEntry], queue: QueueTable.Queue) {
        let row = try ProfileTable.make(profile, db)
        let maximum = Int(try SettingTable.integer(.maxQueueSize, of: profile, db))
        var queue = try QueueTable.load(row, visibility, maximum: maximum, db)
        var added: Set<ContentID> = []
        for card in cards {
            let content = try ContentTable.make(card.id, card: card, db)
            do {
                try queue.add(UpNext.Entry(content: content, added: now, isAutoAdded: true), .last)
                added.insert(card.id)
            } catch {
                try ContentTable.removeUnused([content], db)
            }
        }
        try QueueTable.save(queue, of: row, db)
        return (try QueueTable.entries(of: queue, db).filter { added.contains($0.content) }, queue)
    }

    /// Fills the queue of the caller's profile after sessions have ended, where its settings say so, a title was completed,
    /// and nothing is queued any more. Without the catalog it stays empty.
    ///
    /// - Parameter sessions: as callers name them.
    func fill(afterEnd sessions: [String], _ call: ServerCall) async {
        let ids = sessions.compactMap { SessionID($0) }
        guard !ids.isEmpty, let viewer = try? call.viewer, let profile = try? viewer.actingProfile else { return }
        let visibility = Visibility(viewer)
        do {
            let shard = try await store.shard(for: viewer)
            let count = try await shard.read { try Self.missing(profile, ids, $0) }
            guard count > 0 else { return }
            let cards = try await find(count, for: viewer, call)
            guard !cards.isEmpty else { return }
            let now = store.runtime.wallTime.millisecondsSince1970
            _ = try await shard.write(deadline: call.deadline) { [self] db in
                // Asked again: a call that ran at the same time may have filled it.
                guard try Self.missing(profile, ids, db) > 0 else { return }
                _ = try add(cards, to: profile, seenBy: visibility, at: now, db)
            }
        } catch {
            similar.note(error)
        }
    }

    /// How many suggestions an empty queue lacks after these sessions of a profile.
    private static func missing(_ profile: String, _ sessions: [SessionID], _ db: Database) throws -> Int {
        guard try SettingTable.isOn(.enableAutoQueue, of: profile, db),
            let row = try ProfileTable.row(of: profile, db)
        else { return 0 }
        let queued = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM queued WHERE profile = ?)")
        guard try Bool.fetchOne(queued, arguments: [row]) == false else { return 0 }
        let isCompleted = try sessions.contains { id in
            try SessionTable.has(id, profile: row, db)
                && SessionTable.progress(of: id.row, db)?.isFinished() == true
        }
        return isCompleted ? Int(try SettingTable.integer(.autoQueueSuggestions, of: profile, db)) : 0
    }
}
