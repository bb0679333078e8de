internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/SearchGuide``.
struct GuideSearch: Sendable {
    private let text: SearchText
    private let channels: [String]?
    private let policy: ViewingPolicy
    /// Seconds since 1970.
    private let (from, until, now): (Int64, Int64, Int64)
    private let size: Int
    private let after: SearchCursor?
    private let question: UInt64

    /// The longest programme that is found, which bounds the index scan.
    private static let longestSeconds: Int64 = 31 * 86_400
    /// The largest shift of a channel's guide, in either direction: a day.
    private static let longestShift: Int64 = 86_400

    /// Validates a request.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.SearchGuide, policy: ViewingPolicy, now: Int64) throws {
        text = SearchText(request.text)
        guard !text.words.isEmpty else { throw RPCError.invalidArgument("text", "must have a word") }
        if let channels = request.channels {
            guard (1...Catalog.NowNext.maximumChannels).contains(channels.count), channels.allSatisfy(\.isWellFormed)
            else {
                throw RPCError.invalidArgument(
                    "channels", "must be between 1 and \(Catalog.NowNext.maximumChannels) ids")
            }
        }
        channels = request.channels?.map(\.rawValue)
        from = try request.from.map { try GuideTime.seconds($0, field: "from") } ?? now
        let longest = Int64(Catalog.SearchGuide.maximumDays) * 86_400
        until = try request.until.map { try GuideTime.seconds($0, field: "until") } ?? from + longest
        guard from < until, until - from <= longest else {
            throw RPCError.invalidArgument(
                "until", "must be after `from` and at most \(Catalog.SearchGuide.maximumDays) days later")
        }
        (self.policy, self.now) = (policy, now)
        size = try request.page.checkedSize()
        var hash = Fingerprint()
        hash.add("SearchGuide")
        hash.add(request.text)
        // Not the times: the next page is requested later, and continues where this one ended.
        for channel in channels ?? [] { hash.add(channel) }
        question = UInt64(bitPattern: hash.value)
        after = try request.page?.cursor.map { [question] in try SearchCursor.decode($0, question: question) }
    }

    /// Finds one page.
    func run(_ db: Database) throws -> GuideHits {
        let scope = try ReadScope(db, policy: policy)
        var arguments = scope.arguments.merging([
            "match": text.match, "from": from, "until": until, "shift": Self.longestShift,
            "longest": Self.longestSeconds, "limit": SearchResults.maximumExactTotal + 1,
        ]) { $1 }
        let only = try channels.map { try items($0, db, scope) }
        let count = try db.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 FROM \(found(only)) LIMIT :limit)")
        let total = try after?.total ?? Int64.fetchOne(count, arguments: StatementArguments(arguments)) ?? 0
        arguments["limit"] = nil
        arguments["size"] = size + 1
        if let after {
            arguments["begin"] = after.rank
            arguments["id"] = after.id
        }
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql(only)), arguments: StatementArguments(arguments))
        let most = SearchResults.maximumExactTotal
        var hits = GuideHits(hits: [], total: min(total, most), isTotalExact: total <= most)
        for row in rows.prefix(size) { if let hit = try hit(row, scope, db) { hits.hits.append(hit) } }
        if rows.count > size {
            let last = rows[size - 1]
            let key = CardReader.columnCount
            hits.cursor = try SearchCursor(
                question: question, order: "guide", rank: last[key], title: "", id: last[key + 1], total: total
            ).encoded()
        }
        return hits
    }

    private func hit(_ row: Row, _ scope: ReadScope, _ db: Database) throws -> GuideHit? {
        let found = CardReader.found(row, in: scope)
        let key = CardReader.columnCount
        guard
            let programme = ProgrammeReader.programme(row, from: key + 3, shift: row[key + 2], withCredits: true)
        else { return nil }
        let hasCatchup = try CatchupReader.offers(
            programme, of: found.card.id.rawValue, catchupID: row[key + 3 + ProgrammeReader.columnCount], now: now, db,
            scope)
        return GuideHit(
            channel: NumberedChannel(card: found.card, number: found.number), programme: programme,
            hasCatchup: hasCatchup)
    }

    /// The rows of the requested channels.
    private func items(_ ids: [String], _ db: Database, _ scope: ReadScope) throws -> [Int64] {
        try CardReader.find(ids, db, scope).values.map(\.row).sorted()
    }

    /// The statement of a page, also for the tests of its plan.
    func sql(_ only: [Int64]?) -> String {
        let isAfter = after == nil ? "" : "AND (p.start + m.shift, p.row || ' ' || i.row) > (:begin, :id)"
        return """
            SELECT \(CardReader.columns), k.begin, k.id, k.shift, \(ProgrammeReader.columns("p")), p.catchupID FROM (
                SELECT p.row AS programme, i.row AS item, m.shift AS shift, p.start + m.shift AS begin,
                    p.row || ' ' || i.row AS id FROM \(found(only)) \(isAfter) ORDER BY begin, id LIMIT :size
            ) k CROSS JOIN item i ON i.row = k.item CROSS JOIN itemText t ON t.row = i.row
            CROSS JOIN programme p ON p.row = k.programme ORDER BY k.begin, k.id
            """
    }

    /// The matching programmes, as a FROM clause. Of several with the same start the last counts.
    private func found(_ only: [Int64]?) -> String {
        let channels = only.map { "AND i.row IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        return """
            guideSearch CROSS JOIN programme p INDEXED BY programme_by_title ON p.titleID = guideSearch.rowid
            AND p.start > :from - :longest AND p.start < :until + :shift
            CROSS JOIN guideMatch m INDEXED BY guideMatch_by_channel ON m.channel = p.channel AND \(ReadScope.holds("m"))
            CROSS JOIN item i INDEXED BY item_by_id ON i.id = m.item
            WHERE guideSearch MATCH :match AND p.start + m.shift < :until AND p.stop + m.shift > :from
            AND \(ReadScope.visibleProgrammeCondition("p")) AND \(ReadScope.visibleLiveCondition("i")) AND i.kind = \(KindBit.channel) \(channels)
            AND NOT EXISTS (SELECT 1 FROM programme q WHERE q.channel = p.channel AND q.start = p.start
                AND q.row > p.row AND \(ReadScope.holds("q")))
            """
    }
}
