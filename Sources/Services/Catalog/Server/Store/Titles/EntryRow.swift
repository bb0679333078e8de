internal import CatalogFormats
internal import Foundation
internal import GRDB
internal import HearthModel

/// An entry's data of the title that it links to.
struct EntryRow: Sendable {
    var row: Int64
    var source: Int64
    var born: Int64
    var died: Int64
    var lost: Int64
    var fingerprint: Int64
    var kind: Int64
    var audience: Audience
    var genres: Int64
    /// The picture's height in lines; 0 when unknown.
    var quality: Int64
    var series: String?
    var season: Int64?
    var episode: Int64?
    var seriesTitle: String?
    var title: String
    var year: Int64?
    var groups: String?
    var poster: String?
    var number: String?
    var country: String?
    var language: String?
    var certification: String?
    var overview: String?
    var minutes: Int64?
    var details: SourceDetails?
    /// The day of an episode that is identified by it, `YYYY-MM-DD`.
    var airDate: String?
    /// Whether its list has it as a radio station.
    var isRadio: Bool
    /// Whether a correction has moved it here.
    var isMoved: Bool

    private static let columns = """
        row, source, born, died, lost, fingerprint, kind, audience, genres, series, season, episode, seriesTitle, title, year,
        groups, poster, number, country, language, certification, overview, minutes, quality,
        ownItem IS NOT NULL AND NOT EXISTS (SELECT 1 FROM correctionSubject WHERE id = ownItem AND isTarget), details,
        airDate, isRadio
        """

    private static let ofItem = selection(by: "item")
    private static let ofSeries = selection(by: "series")

    private static func selection(by column: String) -> String {
        "SELECT \(columns) FROM entry WHERE \(column) = ? AND born <= ? AND died >= ?"
    }

    private init(_ row: borrowing PositionalStatement) throws {
        self.row = row[0]
        source = row[1]
        born = row[2]
        died = row[3]
        lost = row[4]
        fingerprint = row[5]
        kind = row[6]
        audience = Audience(bit: row[7])
        genres = row[8]
        series = row[9]
        season = row[10]
        episode = row[11]
        seriesTitle = row[12]
        title = row[13]
        year = row[14]
        groups = row[15]
        poster = row[16]
        number = row[17]
        country = row[18]
        language = row[19]
        certification = row[20]
        overview = row[21]
        minutes = row[22]
        quality = row[23]
        isMoved = row[24]
        details = try SourceDetails.stored(row[25])
        airDate = row[26]
        isRadio = row[27]
    }

    /// The entries of a title in a generation, and those that it loses with it: of a series, those of its episodes.
    static func of(_ item: String, generation: Int64, _ db: Database) throws -> [EntryRow] {
        var entries = try PositionalStatement(db, TitleDraft.isSeries(item) ? ofSeries : ofItem)
        entries.bind(item)
        entries.bind(generation)
        entries.bind(generation)
        var found: [EntryRow] = []
        while try entries.step() { found.append(try EntryRow(entries)) }
        return found
    }

    /// Whether a title, or a series' episodes, have any link in a staged generation.
    static func isAny(of item: String, generation: Int64, _ db: Database) throws -> Bool {
        let column = TitleDraft.isSeries(item) ? "series" : "item"
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE \(column) = ? AND died > ?)")
        return try Bool.fetchOne(statement, arguments: [item, generation]) ?? false
    }

    /// Whether it belongs to a generation and its source has it there.
    func isLive(in generation: Int64) -> Bool { born <= generation && died > generation && lost > generation }
}
