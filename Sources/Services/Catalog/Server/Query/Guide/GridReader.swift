internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/GuideGrid``.
struct GridReader: Sendable {
    private let request: Catalog.GuideGrid
    private let policy: ViewingPolicy
    private let from: Int64
    private let until: Int64

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.GuideGrid, policy: ViewingPolicy) throws {
        self.request = request
        self.policy = policy
        guard (1...Catalog.GuideGrid.maximumChannels).contains(request.channels.count) else {
            throw RPCError.invalidArgument("channels", "must be between 1 and \(Catalog.GuideGrid.maximumChannels) ids")
        }
        from = try GuideTime.seconds(request.from, field: "from")
        until = try GuideTime.seconds(request.until, field: "until")
        guard from < until, until - from <= Int64(Catalog.GuideGrid.maximumHours) * 3_600 else {
            throw RPCError.invalidArgument(
                "until", "must be after `from` and at most \(Catalog.GuideGrid.maximumHours) hours later")
        }
    }

    /// Reads the grid.
    func run(_ db: Database) throws -> Grid {
        let scope = try ReadScope(db, policy: policy)
        let matches = try db.cachedStatement(
            sql: "SELECT m.channel, m.shift FROM guideMatch m WHERE m.item = :item AND \(ReadScope.holds("m")) LIMIT 1")
        let programmes = try db.cachedStatement(sql: Self.sql)
        var grid = Grid(rows: [])
        var isKnown: Set<ContentID> = []
        for id in request.channels where isKnown.insert(id).inserted {
            guard let found = try CardReader.find(id.rawValue, db, scope), found.card.kind == .channel else { continue }
            var row = GridRow(channel: found.card, programmes: [])
            row.number = found.number
            let item = scope.arguments.merging(["item": found.card.id.rawValue]) { $1 }
            if let match = try Row.fetchOne(matches, arguments: StatementArguments(item)) {
                let (channel, shift) = (match[0] as Int64, match[1] as Int64)
                let range = scope.arguments.merging([
                    "channel": channel, "from": from - shift, "until": until - shift,
                    "earliest": from - shift - ProgrammeReader.longestSeconds,
                    "most": Catalog.GuideGrid.maximumProgrammes,
                ]) { $1 }
                let rows = try Row.fetchCursor(programmes, arguments: StatementArguments(range))
                while let found = try rows.next() {
                    if let programme = ProgrammeReader.programme(found, from: 0, shift: shift) {
                        row.programmes.append(programme)
                    }
                }
            }
            grid.rows.append(row)
        }
        return grid
    }

    /// The statement, also for the tests of its plan. Of several programmes with the same start the last one counts.
    static let sql = """
        SELECT \(ProgrammeReader.columns("p")) FROM programme p
        WHERE p.channel = :channel AND p.start >= :earliest AND p.start < :until AND p.stop > :from
        AND \(ReadScope.visibleProgrammeCondition("p")) AND NOT \(ProgrammeReader.isReplaced("p")) ORDER BY p.start, p.row LIMIT :most
        """
}
