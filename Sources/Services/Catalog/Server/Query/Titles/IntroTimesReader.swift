internal import CBOR
internal import CatalogAPI
internal import CatalogFormats
internal import Foundation
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
                    M3UIntroTimes(
                        introStart: $0.introStart, introEnd: $0.introEnd, creditsStart: $0.creditStart,
                        parts: M3UIntroTimes.Parts($0))
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
        let parts = candidates.map { ($0.source, $0.marks?.parts) }
        times.recap = part(\.recap, of: parts, &times.source)
        times.teaser = part(\.teaser, of: parts, &times.source)
        times.preview = part(\.preview, of: parts, &times.source)
        let hasOthers =
            times.creditStart != nil || times.recap != nil || times.teaser != nil || times.preview != nil
        times.hasIntroData = times.introEnd != nil || hasOthers
        guard times.introEnd == nil, said?.introEnd == nil, card.kind == .episode,
            card.runtimeMinutes ?? 0 > minimumMinutesWithIntro
        else { return times }
        // Corrected times of other parts are no guess, and a guess beside them would look like a correction.
        guard !hasOthers else { return times }
        return IntroTimes(introStart: 0, introEnd: defaultIntroEnd, hasIntroData: false, source: .heuristic)
    }

    /// A part by the most trusted source that has it; nil where that says that there is none.
    private static func part(
        _ kind: KeyPath<M3UIntroTimes.Parts, M3UIntroTimes.Part?>,
        of candidates: [(source: IntroSource, parts: M3UIntroTimes.Parts?)], _ source: inout IntroSource
    ) -> PartTimes? {
        for candidate in candidates {
            guard let part = candidate.parts?[keyPath: kind] else { continue }
            if source == .none { source = candidate.source }
            return part.end == 0 ? nil : PartTimes(start: part.start, end: part.end)
        }
        return nil
    }

    /// Links of a title that are read for their times.
    private static let listedLinks = 20

    /// A playlist's times: each part by the first link that has it, those that are still there first.
    private static func listed(_ item: String, _ db: Database, _ scope: ReadScope) throws -> M3UIntroTimes? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.introStart, e.introEnd, e.creditStart, e.parts FROM entry e
                WHERE e.item = :item AND \(ReadScope.holds("e"))
                    AND (e.introEnd IS NOT NULL OR e.creditStart IS NOT NULL OR e.parts IS NOT NULL)
                ORDER BY e.lost <= :generation, e.source, e.fingerprint LIMIT \(listedLinks)
                """)
        let arguments = scope.arguments.merging(["item": item]) { $1 }
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map {
            M3UIntroTimes(
                introStart: $0[0], introEnd: $0[1], creditsStart: $0[2],
                parts: try ($0[3] as Data?).map {
                    try CBORDecoder().decode(M3UIntroTimes.Parts.self, from: [UInt8]($0))
                })
        }.reduce(nil) { $0?.adding($1) ?? $1 }
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

extension M3UIntroTimes {
    /// These times, with those of others for parts that have none here.
    fileprivate func adding(_ others: M3UIntroTimes) -> M3UIntroTimes {
        var sum = self
        if introEnd == nil { (sum.introStart, sum.introEnd) = (others.introStart, others.introEnd) }
        sum.creditsStart = creditsStart ?? others.creditsStart
        guard let parts, let more = others.parts else {
            sum.parts = parts ?? others.parts
            return sum
        }
        sum.parts = Parts(
            recap: parts.recap ?? more.recap, teaser: parts.teaser ?? more.teaser,
            preview: parts.preview ?? more.preview)
        return sum
    }
}

extension M3UIntroTimes.Parts {
    /// The parts that a correction has set; nil without any.
    fileprivate init?(_ changes: TitleChanges) {
        func part(_ times: PartTimes?) -> M3UIntroTimes.Part? {
            times.map { M3UIntroTimes.Part(start: $0.start, end: $0.end) }
        }
        self.init(
            recap: part(changes.recapPart), teaser: part(changes.teaserPart), preview: part(changes.previewPart))
        if self == Self() { return nil }
    }
}
