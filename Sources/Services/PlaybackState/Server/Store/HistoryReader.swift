internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// Reads a page of a profile's history.
struct HistoryReader: Sendable {
    private let size: Int
    private let cursor: HistoryCursor?
    private let condition: String
    private let arguments: [String: (any DatabaseValueConvertible & Sendable)?]

    private static let tables = """
        viewing v JOIN session s ON s.row = v.session JOIN point p ON p.session = v.session
        JOIN content c ON c.row = v.content
        """
    private static let kinds: [ContentKind] = [.movie, .series, .episode, .channel]

    /// - Throws: INVALID_ARGUMENT with the field that is wrong.
    init(_ request: PlaybackState.ListHistory, _ visibility: Visibility) throws(RPCError) {
        let page = request.page ?? PageRequest()
        guard (1...PageRequest.maximumSize).contains(page.size) else {
            throw .invalidArgument("page.size", "must be between 1 and \(PageRequest.maximumSize).")
        }
        size = Int(page.size)
        if let text = page.cursor { cursor = try HistoryCursor(text) } else { cursor = nil }
        var arguments = visibility.arguments
        var conditions = ["v.profile = :profile", Visibility.condition]
        if let kinds = request.kinds {
            guard !kinds.isEmpty, kinds.allSatisfy(Self.kinds.contains) else {
                throw .invalidArgument("kinds", "must be some of movie, episode and channel.")
            }
            let names = kinds.indices.map { ":kind\($0)" }
            conditions.append("c.kind IN (\(names.joined(separator: ", ")))")
            for (index, kind) in kinds.enumerated() { arguments["kind\(index)"] = kind.rawValue }
        }
        if let from = request.from {
            conditions.append("s.started >= :from")
            arguments["from"] = from.wholeMilliseconds
        }
        if let until = request.until {
            conditions.append("s.started < :until")
            arguments["until"] = until.wholeMilliseconds
        }
        condition = conditions.joined(separator: " AND ")
        self.arguments = arguments
    }

    func run(profile: Int64, _ db: Database) throws -> HistoryList {
        var arguments: [String: (any DatabaseValueConvertible)?] = arguments.mapValues { $0 }
        arguments["profile"] = profile
        let count = try db.cachedStatement(sql: "SELECT count(*) FROM \(Self.tables) WHERE \(condition)")
        let total = try Int64.fetchOne(count, arguments: StatementArguments(arguments)) ?? 0
        var paged = condition
        if let cursor {
            paged += " AND (v.opened, v.session) < (:opened, :session)"
            arguments["opened"] = cursor.opened
            arguments["session"] = cursor.session
        }
        // One more row than requested shows whether there is another page.
        arguments["limit"] = size + 1
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.stamp, p.progress, p.position, p.duration, p.state, p.ended, p.ceiling, p.sequence,
                    v.session, v.opened, p.nonce, c.id, c.card, c.gone, s.variant, s.device, s.started
                FROM \(Self.tables) WHERE \(paged) ORDER BY v.opened DESC, v.session DESC LIMIT :limit
                """)
        let rows = try Row.fetchAll(statement, arguments: StatementArguments(arguments))
        let shown = rows.prefix(size)
        let next = rows.count > size ? shown.last.map { HistoryCursor(opened: $0[9], session: $0[8]).encoded } : nil
        return HistoryList(entries: try shown.map { try Self.entry($0, db) }, total: total, cursor: next)
    }

    static func entry(_ row: Row, _ db: Database) throws -> HistoryEntry {
        let (session, opened): (Int64, HybridTimestamp) = (row[8], HybridTimestamp(rawValue: row[9]))
        let progress = try SessionTable.progress(of: session, row, db)
        let furthest = progress.furthest(after: .zero) ?? .none
        let reach = progress.position(after: .zero) ?? .none
        let gone: Bool = row[13]
        var entry = HistoryEntry(
            session: SessionID(row: session, opened: opened, nonce: row[10]).text,
            content: ContentID(rawValue: row[11]),
            card: try ContentTable.decode(row[12]), isAvailable: !gone, variant: row[14], device: row[15],
            started: Date(milliseconds: row[16]), lastWatched: progress.latest.map { Date($0.stamp) },
            position: reach.position, duration: reach.duration > 0 ? reach.duration : nil, progress: furthest.progress)
        entry.secondsWatched = try PlayingTable.watched(in: session, db).map { Double($0) / 1_000 }
        return entry
    }
}

extension Date {
    /// Whole milliseconds since 1970, clamped to the comparable range.
    var wholeMilliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded()
        return value.isNaN ? 0 : Int64(min(max(value, -9e15), 9e15))
    }
}
