internal import GRDB
internal import ReadingListAPI

/// Queries of the table of links.
enum LinkQuery {
    /// Up to `limit` links that pass, in order, after `cursor`.
    static func page(
        _ filter: LinkFilter, _ order: LinkOrder, after cursor: LinkCursor?, limit: Int, _ db: Database
    ) throws -> [(link: LinkRow, cursor: LinkCursor)] {
        let (sort, after) = order.sql
        var arguments = filter.arguments()
        var condition = filter.condition()
        if let cursor {
            condition += " AND \(after)"
            arguments["row"] = cursor.row
            if let time = cursor.time { arguments["time"] = time }
            if let text = cursor.text { arguments["text"] = text }
        }
        arguments["limit"] = limit
        let question = filter.fingerprint(order)
        let sql = """
            SELECT \(LinkRow.columns), link.sortTitle FROM link WHERE \(condition) ORDER BY \(sort) LIMIT :limit
            """
        let statement = try db.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { row in
            let link = LinkRow(row)
            let sortTitle: String = row[18]
            let (time, text): (Int64?, String?) =
                switch order {
                case .updated: (link.updated, nil)
                case .added: (link.added, nil)
                case .title: (nil, sortTitle)
                case .domain: (link.added, link.domain)
                }
            return (link, LinkCursor(question: question, time: time, text: text, row: link.row))
        }
    }

    /// How many links each chip would show.
    static func counts(_ filter: LinkFilter, _ db: Database) throws -> LinkCounts {
        var counts = LinkCounts()
        let totals = try db.cachedStatement(
            sql: "SELECT isRead, count(*) FROM link WHERE reader = ? AND deleted IS NULL GROUP BY isRead")
        for row in try Row.fetchAll(totals, arguments: [filter.reader]) {
            if row[0] { counts.read = row[1] } else { counts.unread = row[1] }
        }
        let sql = "SELECT chips, count(*) FROM link WHERE \(filter.condition(withChips: false)) GROUP BY chips"
        let statement = try db.cachedStatement(sql: sql)
        for row in try Row.fetchAll(statement, arguments: StatementArguments(filter.arguments(withChips: false))) {
            let (chips, count): (Int64, Int64) = (row[0], row[1])
            if chips & ContentTypeSet.video.rawValue != 0 { counts.video += count }
            if chips & ContentTypeSet.audio.rawValue != 0 { counts.audio += count }
            if chips & ContentTypeSet.article.rawValue != 0 { counts.article += count }
            if chips & LinkRow.featuredBit != 0 { counts.featured += count }
            if filter.chips == 0 || chips & filter.chips != 0 { counts.total += count }
        }
        return counts
    }

    /// A profile's sites by their number of links; with a text prefix matches first, then others.
    static func domains(
        of reader: Int64, isRead: Bool?, text: String?, limit: Int, _ db: Database
    ) throws -> [DomainCount] {
        var arguments: [String: (any DatabaseValueConvertible)?] = ["reader": reader, "limit": limit]
        var condition = "reader = :reader AND deleted IS NULL"
        var order = "links DESC, domain"
        if let isRead {
            condition += " AND isRead = :isRead"
            arguments["isRead"] = isRead
        } else {
            condition += " AND isRead IN (0, 1)"
        }
        if let text {
            condition += " AND instr(domain, :text) > 0"
            order = "instr(domain, :text) > 1, " + order
            arguments["text"] = text
        }
        let sql = """
            SELECT domain, count(*) AS links FROM link INDEXED BY linkByDomain WHERE \(condition)
            GROUP BY domain ORDER BY \(order) LIMIT :limit
            """
        return try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
            .map { DomainCount(domain: $0[0], count: $0[1]) }
    }
}

extension LinkOrder {
    /// The sort key, and the condition for links after the cursor.
    fileprivate var sql: (sort: String, after: String) {
        switch self {
        case .updated: ("link.updated DESC, link.row DESC", "(link.updated, link.row) < (:time, :row)")
        case .added: ("link.added DESC, link.row DESC", "(link.added, link.row) < (:time, :row)")
        case .title: ("link.sortTitle, link.row", "(link.sortTitle, link.row) > (:text, :row)")
        case .domain:
            (
                "link.domain, link.added DESC, link.row DESC",
                "(link.domain > :text OR link.domain = :text AND (link.added, link.row) < (:time, :row))"
            )
        }
    }
}
