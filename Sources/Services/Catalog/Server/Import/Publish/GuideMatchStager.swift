internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import ServiceKit

/// Matches the catalog's channels with the guides', and stages the changed matches.
struct GuideMatchStager {
    private let context: JobContext
    private let generation: Int64
    private static let pageSize = 2_000

    /// The source that is removed in this generation, with its channels.
    private let leaving: Int64?

    init(_ context: JobContext, generation: Int64, leaving: Int64? = nil) {
        self.context = context
        self.generation = generation
        self.leaving = leaving
    }

    /// The match of a channel.
    private struct Match: Hashable, Sendable {
        var channel: Int64
        var reason: String
        var shift: Int64
    }

    private struct Change: Sendable {
        var item: String
        var ended: Int64?
        var match: Match?
    }

    /// Stages the changed matches.
    func run() async throws {
        let channels = try await context.read { [leaving] in try GuideStore.channels($0).filter { $0.source != leaving }
        }
        let total = try await context.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM guideMatch") ?? 0 }
        guard !channels.isEmpty || total > 0 else { return }
        context.progress.begin(.matching, total: Int64(channels.count))
        let now = context.now / 1_000
        let live = try await context.read { [generation] in try GuideStore.live(at: now, generation: generation, $0) }
        let index = GuideIndex(channels, live: live)
        let chosen = try await context.read { try GuideOverrides(channels, live: live, $0) }
        var last = ""
        while true {
            try context.checkCancellation()
            let page = try await context.read { [last, generation] in
                try Self.page(after: last, index, chosen, generation: generation, $0)
            }
            try await stage(page.changes)
            guard let end = page.last else { break }
            last = end
        }
    }

    private func stage(_ changes: [Change]) async throws {
        guard !changes.isEmpty else { return }
        try await context.shards.shard(for: context.household).writeChunks(of: changes) { [generation] db, change in
            if let ended = change.ended {
                try db.cachedStatement(sql: "UPDATE guideMatch SET died = ? WHERE row = ?")
                    .execute(arguments: [generation, ended])
            }
            if let match = change.match {
                try db.cachedStatement(
                    sql: """
                        INSERT INTO guideMatch (item, channel, reason, shift, born, died) VALUES (?, ?, ?, ?, ?, ?)
                        """
                ).execute(arguments: [
                    change.item, match.channel, match.reason, match.shift, generation, Generation.never,
                ])
            }
        }
    }

    /// A page of channels in the staged generation, with the changes of their matches.
    private static func page(
        after last: String, _ index: GuideIndex, _ chosen: GuideOverrides, generation: Int64, _ db: Database
    ) throws -> (changes: [Change], last: String?) {
        let items = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT i.id, max(i.died) FROM item i WHERE i.kind = \(KindBit.channel) AND i.id > ? AND i.died >= ?
                    GROUP BY i.id ORDER BY i.id LIMIT ?
                    """), arguments: [last, generation, pageSize])
        var changes: [Change] = []
        for row in items {
            let item: String = row[0]
            let lives = (row[1] as Int64) > generation
            let match = lives ? try match(item, index, chosen, generation: generation, db) : nil
            let found = try db.cachedStatement(
                sql: "SELECT row, channel, reason, shift FROM guideMatch WHERE item = ? AND born <= ? AND died > ?")
            let current = try Row.fetchOne(found, arguments: [item, generation, generation])
            let now = current.map { Match(channel: $0[1], reason: $0[2], shift: $0[3]) }
            if now != match { changes.append(Change(item: item, ended: current?[0], match: match)) }
        }
        return (changes, items.count == pageSize ? items.last?[0] : nil)
    }

    private static func match(
        _ item: String, _ index: GuideIndex, _ chosen: GuideOverrides, generation: Int64, _ db: Database
    ) throws -> Match? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT guideID, guideName, title, country, shift FROM entry WHERE item = ? AND born <= ? AND died > ?
                ORDER BY lost <= ?, source, fingerprint
                """)
        let rows = try Row.fetchCursor(statement, arguments: [item, generation, generation, generation])
        if let choice = chosen[item] {
            guard let channel = choice.channel, let first = try rows.next() else { return nil }
            return Match(channel: channel, reason: GuideOverrides.reason, shift: first[4])
        }
        var best: (match: GuideIndex.Match, shift: Int64)?
        while let row = try rows.next() {
            let names = [row[1] as String?, row[2] as String?].compactMap(\.self)
            guard let match = index.match(guideID: row[0], names: names, country: row[3]),
                best.map({ GuideIndex.rank(match.rule) < GuideIndex.rank($0.match.rule) }) ?? true
            else { continue }
            best = (match, row[4])
            if match.rule == .exactID { break }
        }
        return best.map { Match(channel: $0.match.channel, reason: $0.match.rule.rawValue, shift: $0.shift) }
    }
}
