internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel

/// Reads programmes from rows.
enum ProgrammeReader {
    /// The columns that ``programme(_:from:shift:withCredits:)`` reads, of a table alias.
    static func columns(_ table: String) -> String {
        let own = [
            "start", "stop", "title", "subtitle", "overview", "season", "episode", "genres", "audience", "isNew",
            "picture", "certification", "marks",
        ].map { "\(table).\($0)" }
        // Few have any, and only those are looked up.
        let details = """
            iif(\(table).marks & \(ProgrammeFlags.hasDetails.rawValue),
                (SELECT g.details FROM guideTitle g WHERE g.id = \(table).titleID), NULL)
            """
        return (own + [details]).joined(separator: ", ")
    }

    /// Whether another programme of the channel replaces one: of several with the same start the last one counts.
    static func isReplaced(_ table: String) -> String {
        """
        EXISTS (SELECT 1 FROM programme q WHERE q.channel = \(table).channel AND q.start = \(table).start
            AND q.row > \(table).row AND \(ReadScope.holds("q")))
        """
    }

    /// Whether a programme is on at a time, in seconds since 1970 by the guide. Of several, as when a short one lies
    /// within a long one, the one that started last is on; after its end the long one resumes.
    static func isOn(_ table: String, at moment: String) -> String {
        """
        \(table).start <= \(moment) AND \(table).start > \(moment) - \(longestSeconds)
            AND \(table).stop > \(moment) AND \(ReadScope.holds(table)) AND NOT \(isReplaced(table))
        """
    }

    /// The longest programme that is found, which bounds the index scan. Guides have no longer ones: see
    /// ``XMLTVLimits/maximumProgrammeSeconds``.
    static let longestSeconds: Int64 = 31 * 86_400

    /// The number of these columns.
    static let columnCount = 14

    /// Makes a programme from the columns at an index; nil when they are NULL.
    ///
    /// - Parameter withCredits: whether to include the credits.
    static func programme(_ row: Row, from index: Int, shift: Int64, withCredits: Bool = false) -> Programme? {
        guard let start = row[index] as Int64? else { return nil }
        let stop: Int64 = row[index + 1]
        var programme = Programme(
            start: Date(timeIntervalSince1970: Double(start + shift)),
            stop: Date(timeIntervalSince1970: Double(stop + shift)), title: row[index + 2])
        programme.subtitle = row[index + 3]
        programme.overview = row[index + 4]
        programme.season = row[index + 5]
        programme.episode = row[index + 6]
        programme.genres = GenreBits.names(row[index + 7])
        let audience = Audience(bit: row[index + 8])
        programme.rating = audience.rating
        programme.isAdult = audience.isAdult
        programme.isNew = row[index + 9]
        programme.picture = row[index + 10]
        programme.certification = row[index + 11]
        let marks = ProgrammeFlags(rawValue: row[index + 12])
        programme.isPremiere = marks.contains(.premiere) ? true : nil
        programme.isRepeat = marks.contains(.isRepeat) ? true : nil
        programme.isLive = marks.contains(.live) ? true : nil
        if let text = row[index + 13] as String? {
            let details = ProgrammeDetails(text: text)
            programme.categories = details.categories.isEmpty ? nil : details.categories
            programme.credits = withCredits && !details.credits.isEmpty ? details.credits : nil
        }
        return programme
    }
}
