internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Adds plays of elsewhere to profiles' histories.
struct PlayImporter: Sendable {
    private let store: PlaybackStore
    private let titles: ImportedTitleResolver

    init(store: PlaybackStore, catalog: RPCClient<Catalog>) {
        (self.store, titles) = (store, ImportedTitleResolver(catalog))
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ImportPlays.self) { request, call in
            try await take(request, call, for: call.viewer)
        }
    }

    /// A play whose title and time are known.
    private struct Found: Sendable {
        var index: Int
        var card: Card
        /// In milliseconds since 1970.
        var time: Int64
        var nonce: Int64
    }

    private static let kinds: [ContentKind] = [.movie, .episode]

    private func take(
        _ request: PlaybackState.ImportPlays, _ call: ServerCall, for viewer: Viewer
    ) async throws -> PlaysImported {
        let profile = try viewer.actingProfile
        try Self.check(request)
        let shard = try await store.shard(for: viewer)
        let now = store.clocks.milliseconds(in: viewer.household)
        let cards = try await titles.cards(of: request.plays)
        var (results, found): ([ImportedPlayResult], [Found]) = ([], [])
        for (index, play) in request.plays.enumerated() {
            let card = cards[index].flatMap { viewer.policy.allows($0) ? $0 : nil }
            guard case .time(let time) = PlayTime(play.watched), (1...now).contains(time) else {
                let isZoneless = PlayTime(play.watched) == .noZone
                results.append(ImportedPlayResult(isZoneless ? .noZone : .badTime, content: card?.id))
                continue
            }
            guard let card else {
                results.append(ImportedPlayResult(.notFound))
                continue
            }
            guard Self.kinds.contains(card.kind) else {
                results.append(ImportedPlayResult(.unsupported, content: card.id))
                continue
            }
            let nonce = Int64(bitPattern: store.runtime.random() >> 1)
            found.append(Found(index: index, card: card, time: time, nonce: nonce))
            results.append(ImportedPlayResult(.known, content: card.id))
        }
        guard !found.isEmpty else { return PlaysImported(results: results) }
        let (entries, isTrial) = (found, request.isTrial == true)
        let new = try await shard.write(deadline: call.deadline) { db in
            isTrial ? try Self.trial(entries, profile, db) : try Self.store(entries, profile, db)
        }
        for index in new { results[index].outcome = .imported }
        return PlaysImported(results: results)
    }

    private static func check(_ request: PlaybackState.ImportPlays) throws(RPCError) {
        guard (1...PlaybackState.ImportPlays.maximumCount).contains(request.plays.count) else {
            throw .invalidArgument("plays", "1 to \(PlaybackState.ImportPlays.maximumCount) plays.")
        }
        for play in request.plays {
            if let content = play.content { try ContentAuthorizer.checkForm(content, field: "plays.content") }
            guard (play.title?.utf8.count ?? 0) <= PlaybackLimits.importedTitleBytes else {
                throw .invalidArgument("plays.title", "at most \(PlaybackLimits.importedTitleBytes) bytes.")
            }
        }
    }

    /// The running time in milliseconds; 0 when unknown.
    private static func length(_ card: Card) -> Int64 { Int64(max(0, card.runtimeMinutes ?? 0)) * 60_000 }

    /// - Returns: the indices of the plays that are new.
    private static func store(_ entries: [Found], _ profile: String, _ db: Database) throws -> [Int] {
        let row = try ProfileTable.make(profile, db)
        return try entries.filter { entry in
            let (card, length) = (entry.card, length(entry.card))
            let content = try ContentTable.make(card.id, card: card, db)
            let known = try ImportedPlayTable.plays(of: row, content: content, db)
            guard !known.contains(where: { $0.isSame(at: entry.time, length: length) }) else { return false }
            // A length is what a play is finished by.
            try ImportedPlayTable.put(
                of: row, content: content, at: entry.time, seconds: max(1, Double(length) / 1_000), nonce: entry.nonce,
                db)
            return true
        }.map(\.index)
    }

    /// The same without storing anything.
    private static func trial(_ entries: [Found], _ profile: String, _ db: Database) throws -> [Int] {
        let row = try ProfileTable.row(of: profile, db)
        var spans: [ContentID: [PlaySpan]] = [:]
        return try entries.filter { entry in
            let id = entry.card.id
            if spans[id] == nil, let row, let content = try ContentTable.row(of: id, db) {
                spans[id] = try ImportedPlayTable.plays(of: row, content: content, db)
            }
            let isKnown = spans[id]?.contains { $0.isSame(at: entry.time, length: length(entry.card)) } ?? false
            if !isKnown { spans[id, default: []].append(PlaySpan(began: entry.time, ended: entry.time)) }
            return !isKnown
        }.map(\.index)
    }
}
