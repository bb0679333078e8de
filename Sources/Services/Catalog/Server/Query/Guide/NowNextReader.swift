internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/NowNext``: one query walks the channels in order, with two index lookups of programmes for each.
struct NowNextReader: Sendable {
    private let request: Catalog.NowNext
    private let policy: ViewingPolicy
    /// Seconds since 1970.
    private let at: Int64
    private let size: Int
    private let after: SearchCursor?
    private let question: UInt64

    /// Validates a request.
    ///
    /// - Parameter now: seconds since 1970, for requests without a time.
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.NowNext, policy: ViewingPolicy, now: Int64) throws {
        self.request = request
        self.policy = policy
        at = try request.at.map { try GuideTime.seconds($0, field: "at") } ?? now
        if let channels = request.channels {
            guard (1...Catalog.NowNext.maximumChannels).contains(channels.count) else {
                throw RPCError.invalidArgument(
                    "channels", "must be between 1 and \(Catalog.NowNext.maximumChannels) ids, or none at all")
            }
            guard request.page?.cursor == nil else {
                throw RPCError.invalidArgument("page.cursor", "channels asked for by id come in one page")
            }
        }
        size = try request.page.checkedSize()
        var hash = Fingerprint()
        hash.add("NowNext")
        hash.add(request.onlyWithGuide ?? false ? 1 : 0)
        question = UInt64(bitPattern: hash.value)
        after = try request.page?.cursor.map { [question] in try SearchCursor.decode($0, question: question) }
    }

    /// Reads one page.
    func run(_ db: Database) throws -> NowNextPage {
        let scope = try ReadScope(db, policy: policy)
        if let channels = request.channels { return try run(channels, db, scope) }
        var page = NowNextPage(channels: [], total: try after?.total ?? count(db, scope))
        var arguments = scope.arguments.merging(["now": at, "size": size + 1]) { $1 }
        arguments["number"] = after?.rank
        arguments["title"] = after?.title
        arguments["id"] = after?.id
        let statement = try db.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        var last: (number: Int64, title: String)?
        while let row = try rows.next() {
            if page.channels.count == size, let last, let id = page.channels.last?.channel.id {
                page.cursor = try SearchCursor(
                    question: question, order: "channel", rank: last.number, title: last.title, id: id.rawValue,
                    total: page.total
                ).encoded()
                break
            }
            page.channels.append(channel(row, scope))
            last = (row[Self.keyIndex], row[Self.keyIndex + 1])
        }
        return page
    }

    private func run(_ ids: [ContentID], _ db: Database, _ scope: ReadScope) throws -> NowNextPage {
        let statement = try db.cachedStatement(sql: Self.sqlByID)
        var page = NowNextPage(channels: [], total: 0)
        var isKnown: Set<ContentID> = []
        for id in ids where isKnown.insert(id).inserted {
            guard let found = try CardReader.find(id.rawValue, db, scope), found.card.kind == .channel else { continue }
            let arguments = scope.arguments.merging(["now": at, "row": found.row]) { $1 }
            guard let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments)) else { continue }
            page.channels.append(channel(row, scope))
        }
        page.total = Int64(page.channels.count)
        return page
    }

    private func count(_ db: Database, _ scope: ReadScope) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM item i INDEXED BY item_by_number WHERE i.kind = \(KindBit.channel) \
                AND \(ReadScope.visibleLiveCondition("i")) \(hasGuide)
                """)
        return try Int64.fetchOne(statement, arguments: StatementArguments(scope.arguments)) ?? 0
    }

    private func channel(_ row: Row, _ scope: ReadScope) -> ChannelNow {
        let found = CardReader.found(row, in: scope)
        var channel = ChannelNow(channel: found.card)
        channel.number = found.number
        let shift: Int64 = row[Self.keyIndex + 2] ?? 0
        channel.now = ProgrammeReader.programme(row, from: Self.keyIndex + 3, shift: shift)
        channel.next = ProgrammeReader.programme(
            row, from: Self.keyIndex + 3 + ProgrammeReader.columnCount, shift: shift)
        return channel
    }

    // MARK: SQL

    private static let keyIndex = CardReader.columnCount

    private var hasGuide: String {
        guard request.onlyWithGuide ?? false else { return "" }
        return "AND EXISTS (SELECT 1 FROM guideMatch m WHERE m.item = i.id AND \(ReadScope.holds("m")))"
    }

    /// The statement for a page of all channels, also for the tests of its plan.
    var sql: String {
        let isAfter = after == nil ? "" : "AND (i.number, i.sortTitle, i.id) > (:number, :title, :id)"
        return Self.sql(
            from: "item i INDEXED BY item_by_number",
            where: "i.kind = \(KindBit.channel) AND \(ReadScope.visibleLiveCondition("i")) \(hasGuide) \(isAfter)",
            order: "ORDER BY i.number, i.sortTitle, i.id LIMIT :size")
    }

    private static var sqlByID: String { sql(from: "item i", where: "i.row = :row", order: "") }

    /// The current programme is chosen before the policy applies: a hidden one leaves a gap, and not the one before it.
    private static func sql(from: String, where condition: String, order: String) -> String {
        """
        SELECT \(CardReader.columns), k.number, k.sortTitle, k.shift, \(ProgrammeReader.columns("a")),
            \(ProgrammeReader.columns("b"))
        FROM (
            SELECT i.row AS row, i.number AS number, i.sortTitle AS sortTitle, i.id AS id, m.shift AS shift,
                (SELECT p.row FROM programme p WHERE p.channel = m.channel \
        AND \(ProgrammeReader.isOn("p", at: ":now - m.shift")) ORDER BY p.start DESC LIMIT 1) AS nowRow,
                (SELECT p.row FROM programme p WHERE p.channel = m.channel AND p.start > :now - m.shift \
        AND \(ReadScope.visibleProgrammeCondition("p")) AND NOT \(ProgrammeReader.isReplaced("p")) ORDER BY p.start, p.row LIMIT 1) AS nextRow
            FROM \(from) LEFT JOIN guideMatch m ON m.item = i.id AND \(ReadScope.holds("m"))
            WHERE \(condition) \(order)
        ) k CROSS JOIN item i ON i.row = k.row CROSS JOIN itemText t ON t.row = k.row
        LEFT JOIN programme a ON a.row = k.nowRow AND \(ReadScope.programmeAudienceCondition("a"))
        LEFT JOIN programme b ON b.row = k.nextRow
        ORDER BY k.number, k.sortTitle, k.id
        """
    }
}

/// Validates the times of requests.
enum GuideTime {
    /// A time in seconds since 1970.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it is not within the years 1970 to 9999.
    static func seconds(_ date: Date, field: String) throws -> Int64 {
        let seconds = date.timeIntervalSince1970
        guard seconds >= 0, seconds < 253_402_300_800 else {
            throw RPCError.invalidArgument(field, "must be a moment between 1970 and 9999")
        }
        return Int64(seconds)
    }
}
