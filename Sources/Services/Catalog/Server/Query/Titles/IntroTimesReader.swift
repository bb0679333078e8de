internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import HearthModel
internal import RPC

/// Reads intro times and skippable episodes.
struct IntroTimesReader: Sendable {
    private let title: TitleReader

    /// Validates an id.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it is malformed.
    init(_ id: ContentID, policy: ViewingPolicy, field: String = "id") throws {
        title = try TitleReader(id, policy: policy, field: field)
    }

    /// The end of a guessed intro, in seconds.
    private static let defaultIntroEnd = 90.0
    /// Shorter episodes get no guess.
    private static let minimumMinutesWithIntro: Int32 = 10

    /// Answers ``Catalog/GetIntroTimes``.
    func introTimes(_ db: Database) throws -> IntroTimes {
        let (scope, found) = try title.find(db)
        let card = found.card
        guard [.movie, .episode].contains(card.kind) else {
            throw RPCError.invalidArgument("id", "must be a movie or an episode")
        }
        return try Self.introTimes(of: card, db, scope)
    }

    /// The times of a title in the read scope.
    static func introTimes(of card: Card, _ db: Database, _ scope: ReadScope) throws -> IntroTimes {
        let item = card.id.rawValue
        let said = try CorrectionRules.load(db).changes(of: item)
        // The most trusted first. Zero occurs in corrections only, and means that there is none.
        let candidates: [(source: IntroSource, marks: M3UIntroTimes?)] = [
            (
                .hand,
                said.map {
                    M3UIntroTimes(introStart: $0.introStart, introEnd: $0.introEnd, creditsStart: $0.creditStart)
                }
            ),
            (.playlist, try listed(item, db, scope)), (.tvdb, try MetadataIntroTable.find(card, db, scope)),
        ]
        var times = IntroTimes(hasIntroData: false, source: .none)
        if let intro = candidates.first(where: { $0.marks?.introEnd != nil }), let end = intro.marks?.introEnd {
            times.source = intro.source
            if end > 0 { (times.introStart, times.introEnd) = (intro.marks?.introStart ?? 0, end) }
        }
        if let credits = candidates.first(where: { $0.marks?.creditsStart != nil }),
            let start = credits.marks?.creditsStart
        {
            if times.source == .none { times.source = credits.source }
            if start > 0 { times.creditStart = start }
        }
        times.hasIntroData = times.introEnd != nil || times.creditStart != nil
        guard times.introEnd == nil, said?.introEnd == nil, card.kind == .episode,
            card.runtimeMinutes ?? 0 > minimumMinutesWithIntro
        else { return times }
        // Corrected credit times are no guess, and a guess beside them would look like a correction.
        guard times.creditStart == nil else { return times }
        return IntroTimes(introStart: 0, introEnd: defaultIntroEnd, hasIntroData: false, source: .heuristic)
    }

    /// A playlist's times: of several those of a link that is still there, in a fixed order.
    private static func listed(_ item: String, _ db: Database, _ scope: ReadScope) throws -> M3UIntroTimes? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.introStart, e.introEnd, e.creditStart FROM entry e
                WHERE e.item = :item AND \(ReadScope.holds("e")) AND (e.introEnd IS NOT NULL OR e.creditStart IS NOT NULL)
                ORDER BY e.lost <= :generation, e.source, e.fingerprint LIMIT 1
                """)
        let arguments = scope.arguments.merging(["item": item]) { $1 }
        return try Row.fetchOne(statement, arguments: StatementArguments(arguments)).map {
            M3UIntroTimes(introStart: $0[0], introEnd: $0[1], creditsStart: $0[2])
        }
    }

    /// Answers ``Catalog/SkippableEpisodes``.
    func skippable(_ db: Database) throws -> SkippableList {
        let (scope, found) = try title.find(db)
        guard found.card.kind == .series else { throw RPCError.invalidArgument("series", "must be a series") }
        let rules = try CorrectionRules.load(db)
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(CardReader.columns), (SELECT max(e.skip & 1) | max(e.skip & 2) FROM entry e
                    WHERE e.item = i.id AND \(ReadScope.holds("e"))) AS skip
                FROM item i JOIN itemText t ON t.row = i.row WHERE i.series = :series AND \(ReadScope.sees("i"))
                ORDER BY i.season, i.episode, i.id
                """)
        let arguments = scope.arguments.merging(["series": found.card.id.rawValue]) { $1 }
        var list = SkippableList(episodes: [])
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        while list.episodes.count < SkippableList.maximumCount, let row = try rows.next() {
            let card = CardReader.found(row, in: scope).card
            let skip: Int64 = row[CardReader.columnCount] ?? 0
            if let episode = Self.skippable(card, listed: skip, rules.changes(of: card.id.rawValue)) {
                list.episodes.append(episode)
            }
        }
        return list
    }

    private static func skippable(_ card: Card, listed: Int64, _ said: TitleChanges?) -> SkippableEpisode? {
        for (reason, bit, byHand) in [
            (SkipReason.recap, SkipFlags.recap, said?.isRecap), (.filler, SkipFlags.filler, said?.isFiller),
        ] where byHand ?? (listed & bit != 0) {
            return SkippableEpisode(episode: card, reason: reason, isByHand: byHand != nil)
        }
        return nil
    }
}
