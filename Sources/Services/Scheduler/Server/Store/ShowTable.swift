internal import Foundation
internal import GRDB
internal import HearthModel

/// A show and the household's opinions of it.
struct ShowRow: Sendable {
    var title: KnownTitle
    var opinion = Opinion()

    var card: Card { title.card }
}

/// The household's opinions of shows.
enum ShowTable {
    /// Every show with an opinion, by its id.
    static func all(_ db: Database) throws -> [ContentID: ShowRow] { try shows(where: "TRUE", [], db) }

    static func find(_ content: ContentID, _ db: Database) throws -> ShowRow? {
        try shows(where: "content = ?", [content.rawValue], db)[content]
    }

    private static func shows(
        where condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [ContentID: ShowRow] {
        func rows(_ columns: String, _ table: String) throws -> [Row] {
            let sql = "SELECT content, \(columns) FROM \(table) WHERE \(condition)"
            return try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: arguments)
        }
        var shows: [ContentID: ShowRow] = [:]
        for row in try rows("body, isGone, isBingeable, isMaybe, moods", "show JOIN card USING (content)") {
            let (content, moods): (String, String) = (row[0], row[5])
            var opinion = Opinion()
            (opinion.isBingeable, opinion.isMaybe) = (row[3], row[4])
            opinion.moods = moods.split(separator: "\u{1f}").map(String.init)
            shows[ContentID(rawValue: content)] = ShowRow(
                title: try CardTable.title(row[1], isGone: row[2]), opinion: opinion)
        }
        for row in try rows("profile, isYes", "approval") {
            let (content, profile, isYes): (String, String, Bool) = (row[0], row[1], row[2])
            shows[ContentID(rawValue: content)]?.opinion.approvals[profile] = isYes
        }
        for row in try rows("profile, at", "veto") {
            let (content, profile, at): (String, String, Int) = (row[0], row[1], row[2])
            shows[ContentID(rawValue: content)]?.opinion.vetoes[profile] = at
        }
        return shows
    }

    static func put(_ show: ShowRow, _ db: Database) throws {
        let content = show.card.id.rawValue
        let count =
            try Int.fetchOne(db, sql: "SELECT count(*) FROM show WHERE content <> ?", arguments: [content]) ?? 0
        guard count < SchedulerLimits.shows else { throw SchedulerError.limitReached("shows", SchedulerLimits.shows) }
        try CardTable.put(show.card, db)
        try db.execute(
            sql: "INSERT OR REPLACE INTO show VALUES (?, ?, ?, ?)",
            arguments: [
                content, show.opinion.isBingeable, show.opinion.isMaybe,
                show.opinion.moods.joined(separator: "\u{1f}"),
            ])
        for table in ["approval", "veto"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE content = ?", arguments: [content])
        }
        for (profile, isYes) in show.opinion.approvals.sorted(by: { $0.key < $1.key }) {
            try db.execute(sql: "INSERT INTO approval VALUES (?, ?, ?)", arguments: [content, profile, isYes])
        }
        for (profile, at) in show.opinion.vetoes.sorted(by: { $0.key < $1.key }) {
            try db.execute(sql: "INSERT INTO veto VALUES (?, ?, ?)", arguments: [content, profile, at])
        }
    }

    /// Moves a show's opinions to another one.
    static func move(_ old: ContentID, to new: ContentID, _ db: Database) throws {
        guard let last = try find(old, db), let title = try CardTable.find(new, db) else { return }
        var show = try find(new, db) ?? ShowRow(title: title)
        show.opinion.add(last.opinion)
        for table in ["approval", "veto", "show"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE content = ?", arguments: [old.rawValue])
        }
        try put(show, db)
    }

    /// Drops the shows without an opinion.
    static func removeUnused(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM show WHERE NOT isBingeable AND NOT isMaybe AND moods = ''
                AND content NOT IN (SELECT content FROM approval UNION SELECT content FROM veto)
                """)
    }
}
