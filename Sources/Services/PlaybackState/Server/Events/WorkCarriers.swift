internal import GRDB
internal import HearthModel

/// Keeps what profiles have watched with the work when the titles that carry it come and go: deleted and added, added and
/// deleted, renamed, joined and split.
///
/// A rename or a join is an id that the catalog replaces (``ExternalChanges/merged(_:into:card:_:)``). Without one, titles
/// with the same number at TMDB are one work when one of them is gone. Two that the library has at the same time stay
/// apart: the catalog joins those that it is certain of, and a household may have split the others.
enum WorkCarriers {
    /// The library has a title, new, changed, or back.
    static func arrived(_ card: Card, _ db: Database) throws {
        guard card.id.isOfLibrary else { return }
        try takeBack(card, db)
        guard let work = TMDBID(of: card)?.content else { return }
        for lost in try CarrierTable.titles(of: work, isGone: true, but: card.id, db) {
            try ExternalChanges.merged(lost, into: card.id, card: card, db)
        }
        guard try ContentTable.row(of: card.id, db) == nil,
            try !CarrierTable.titles(of: work, isGone: false, but: card.id, db).isEmpty
        else { return }
        try CarrierTable.keep(card, of: work, db)
    }

    /// The library has lost a title for good: another one of the same work carries it on.
    static func left(_ id: ContentID, _ db: Database) throws {
        try CarrierTable.drop(id, db)
        guard let row = try ContentTable.row(of: id, db), let work = try CarrierTable.work(of: row, db) else { return }
        if let next = try CarrierTable.titles(of: work, isGone: false, but: id, db).first {
            try ExternalChanges.merged(id, into: next, card: try ContentTable.card(of: next, db), db)
        } else if let card = try CarrierTable.kept(of: work, but: id, db) {
            try ExternalChanges.merged(id, into: card.id, card: card, db)
        }
    }

    /// A title is one of its own again: it has again what was played and marked under its id. The title that had it in the
    /// meantime stays watched for those who had watched it.
    private static func takeBack(_ card: Card, _ db: Database) throws {
        let sessions = try CarrierTable.sessions(playedAs: card.id, db)
        try CarrierTable.restoreMarks(of: card.id, to: try ContentTable.make(card.id, card: card, db), db)
        guard !sessions.isEmpty else { return }
        let title = try ContentTable.make(card.id, card: card, db)
        var watched: [Watched: HybridTimestamp] = [:]
        for former in sessions where former.content != title {
            for profile in try profiles(of: former.session, db) {
                let state = try WatchStateReader.watchState(of: profile, content: former.content, db)
                if state.isWatched {
                    watched[Watched(profile: profile, content: former.content)] = state.lastWatched
                }
            }
        }
        for former in sessions { try CarrierTable.move(former.session, back: title, db) }
        let others = Set(sessions.map(\.content)).subtracting([title]).sorted()
        for content in others {
            try StatisticsTable.follow(from: content, to: title, db)
        }
        for (viewing, stamp) in watched.sorted(by: {
            ($0.key.content, $0.key.profile) < ($1.key.content, $1.key.profile)
        }) {
            let state = try WatchStateReader.watchState(of: viewing.profile, content: viewing.content, db)
            guard !state.isWatched else { continue }
            try MarkTable.put(.watched, at: stamp, profile: viewing.profile, content: viewing.content, db)
        }
        try ContentTable.removeUnused(others, db)
    }

    /// A profile and the title that it has watched.
    private struct Watched: Hashable {
        var profile: Int64
        var content: Int64
    }

    private static func profiles(of session: Int64, _ db: Database) throws -> [Int64] {
        let statement = try db.cachedStatement(sql: "SELECT profile FROM viewing WHERE session = ? ORDER BY profile")
        return try Int64.fetchAll(statement, arguments: [session])
    }
}
