internal import GRDB

/// The household's language, in which metadata is asked for.
enum MetadataLanguage {
    /// Adds the column, and has profiles send a snapshot with what is in it.
    static func create(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE catalog ADD COLUMN language TEXT")
        if try db.tableExists("inbox") { try db.execute(sql: "DELETE FROM inbox WHERE source = 'profiles'") }
    }

    /// The language as TMDB takes it, `de` or `pt-BR`; nil for English.
    static func current(_ db: Database) throws -> String? {
        try String?.fetchOne(db.cachedStatement(sql: "SELECT language FROM catalog")) ?? nil
    }

    /// Sets the language. Titles and seasons that were fetched in another one are requested again.
    ///
    /// - Parameter tag: by BCP 47; nil for none.
    static func set(_ tag: String?, _ db: Database) throws {
        let language = tag.flatMap(accepted)
        guard try language != current(db) else { return }
        // A row that is fetched again gets a number beyond this one.
        try db.execute(
            sql: "UPDATE catalog SET language = ?, movedThrough = coalesce((SELECT max(row) FROM learned), 0)",
            arguments: [language])
        try db.execute(sql: "UPDATE learnedSeason SET due = 0")
    }

    /// A tag as TMDB takes it: a language of two letters, and its country where it has one (RFC 5646, section 2.1). Others
    /// are English, which is TMDB's own.
    static func accepted(_ tag: String) -> String? {
        let parts = tag.split(separator: "-")
        guard let language = parts.first.map({ $0.lowercased() }), isCode(language), language != "en" else {
            return nil
        }
        let country = parts.dropFirst().first { isCode($0) }
        return country.map { "\(language)-\($0.uppercased())" } ?? language
    }

    private static func isCode(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }
}
