internal import Foundation
internal import GRDB

/// The rows of links, and their full-text index.
enum LinkTable {
    // MARK: Reading

    static func find(_ id: String, of reader: Int64, _ db: Database) throws -> LinkRow? {
        let sql = "SELECT \(LinkRow.columns) FROM link WHERE id = ? AND reader = ? AND deleted IS NULL"
        return try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [id, reader]).map(LinkRow.init)
    }

    static func find(canonical: String, of reader: Int64, _ db: Database) throws -> LinkRow? {
        let sql = "SELECT \(LinkRow.columns) FROM link WHERE reader = ? AND canonical = ? AND deleted IS NULL"
        return try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [reader, canonical]).map(LinkRow.init)
    }

    static func has(canonical: String, of reader: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM link WHERE reader = ? AND canonical = ? AND deleted IS NULL)"
        return try Bool.fetchOne(try db.cachedStatement(sql: sql), arguments: [reader, canonical]) ?? false
    }

    /// The links of a site whose types were not corrected: they come from signals or a rule.
    static func uncorrected(of domain: String, of reader: Int64, _ db: Database) throws -> [LinkRow] {
        let sql = """
            SELECT \(LinkRow.columns) FROM link
            WHERE reader = ? AND isRead IN (0, 1) AND domain = ? AND deleted IS NULL AND typesFrom < ?
            """
        let statement = try db.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: [reader, domain, LinkRow.TypeOrigin.reader.rawValue])
            .map(LinkRow.init)
    }

    /// Applies a site's rule to its links, except corrected ones.
    ///
    /// - Returns: how many links have changed.
    static func apply(_ types: ContentTypeSet, to domain: String, of reader: Int64, _ db: Database) throws -> Int64 {
        let condition = "reader = ?1 AND isRead IN (0, 1) AND domain = ?2 AND deleted IS NULL AND typesFrom < ?3"
        let arguments: StatementArguments = [
            reader, domain, LinkRow.TypeOrigin.reader.rawValue, types.rawValue, LinkRow.featuredBit,
            LinkRow.TypeOrigin.site.rawValue,
        ]
        let others = try db.cachedStatement(
            sql: "SELECT count(*) FROM link WHERE \(condition) AND chips & ~?5 <> ?4 AND ?6 = ?6")
        let changed = try Int64.fetchOne(others, arguments: arguments) ?? 0
        try db.cachedStatement(sql: "UPDATE link SET chips = chips & ?5 | ?4, typesFrom = ?6 WHERE \(condition)")
            .execute(arguments: arguments)
        return changed
    }

    static func deleted(by deletion: String, of reader: Int64, _ db: Database) throws -> [LinkRow] {
        let sql = """
            SELECT \(LinkRow.columns) FROM link WHERE reader = ? AND deletion = ? AND deleted IS NOT NULL ORDER BY row
            """
        return try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: [reader, deletion]).map(LinkRow.init)
    }

    // MARK: Writing

    /// Inserts a link into a list, which must not have the page.
    static func insert(_ draft: LinkDraft, for reader: Int64, _ db: Database) throws {
        let rule = try SiteRuleTable.types(of: draft.domain, of: reader, db)
        let types = rule ?? draft.types
        let chips = types.rawValue | (draft.isFeatured ? LinkRow.featuredBit : 0)
        let from: LinkRow.TypeOrigin = rule == nil ? .signs : .site
        let sql = """
            INSERT INTO link (id, reader, canonical, url, title, description, note, domain, isRead, chips, typesFrom,
                sortTitle, added, updated, readAt, source)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            draft.id, reader, draft.canonical, draft.url, draft.title, draft.description, draft.note, draft.domain,
            draft.isRead, chips, from.rawValue, TitleSortKey.key(draft.title), draft.added, draft.updated,
            draft.isRead ? draft.updated : nil, draft.source,
        ])
        let row = db.lastInsertedRowID
        for tag in draft.tags { try TagTable.add(tag, to: row, db) }
        try index(row, draft.title, draft.description, draft.url, draft.note, db)
        try ProfileTable.count(1, links: reader, db)
    }

    /// Writes a link's changed columns, and its tags and index entry where they changed.
    static func update(_ link: LinkRow, from old: LinkRow, _ db: Database) throws {
        let isReindexed = (link.title, link.description, link.note) != (old.title, old.description, old.note)
        if isReindexed { try unindex(old, db) }
        let sql = """
            UPDATE link SET title = ?, description = ?, note = ?, isRead = ?, chips = ?, typesFrom = ?, sortTitle = ?,
                updated = ?, readAt = ? WHERE row = ?
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            link.title, link.description, link.note, link.isRead, link.chips, link.typesFrom.rawValue,
            TitleSortKey.key(link.title), link.updated, link.readAt, link.row,
        ])
        if isReindexed { try index(link.row, link.title, link.description, link.url, link.note, db) }
        guard link.tags != old.tags else { return }
        let (new, gone) = (Set(link.tags), Set(old.tags))
        for tag in old.tags where !new.contains(tag) { try TagTable.remove(tag, from: link.row, db) }
        for tag in link.tags where !gone.contains(tag) { try TagTable.add(tag, to: link.row, db) }
    }

    /// Marks a link as deleted, to be restored by its deletion's ID.
    static func delete(_ link: LinkRow, as deletion: String, at now: Int64, _ db: Database) throws {
        try unindex(link, db)
        try db.cachedStatement(sql: "UPDATE link SET deleted = ?, deletion = ? WHERE row = ?")
            .execute(arguments: [now, deletion, link.row])
        try ProfileTable.count(-1, links: link.reader, db)
    }

    /// Restores a deleted link unchanged.
    static func restore(_ link: LinkRow, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE link SET deleted = NULL, deletion = NULL WHERE row = ?")
            .execute(arguments: [link.row])
        try index(link.row, link.title, link.description, link.url, link.note, db)
        try ProfileTable.count(1, links: link.reader, db)
    }

    /// Removes up to `limit` links that were deleted before a time.
    ///
    /// - Returns: how many.
    static func purge(before time: Int64, limit: Int, _ db: Database) throws -> Int {
        let sql = "DELETE FROM link WHERE row IN (SELECT row FROM link WHERE deleted < ? ORDER BY deleted LIMIT ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [time, limit])
        return db.changesCount
    }

    // MARK: Index

    private static func index(
        _ row: Int64, _ title: String?, _ description: String?, _ url: String, _ note: String?, _ db: Database
    ) throws {
        let sql = "INSERT INTO linkSearch (rowid, title, description, url, note) VALUES (?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [
            row, title.map(SearchWords.spaced), description.map(SearchWords.spaced), url, note.map(SearchWords.spaced),
        ])
    }

    /// A contentless index must be given the old values for a deletion (https://www.sqlite.org/fts5.html, section 6.6).
    private static func unindex(_ link: LinkRow, _ db: Database) throws {
        let sql = """
            INSERT INTO linkSearch (linkSearch, rowid, title, description, url, note) VALUES ('delete', ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            link.row, link.title.map(SearchWords.spaced), link.description.map(SearchWords.spaced), link.url,
            link.note.map(SearchWords.spaced),
        ])
    }

    /// Removes all links of a profile from the index, before their rows are deleted.
    static func unindexAll(of reader: Int64, _ db: Database) throws {
        let sql = "SELECT \(LinkRow.columns) FROM link WHERE reader = ? AND isRead IN (0, 1) AND deleted IS NULL"
        let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: [reader])
        while let row = try rows.next() { try unindex(LinkRow(row), db) }
    }
}
