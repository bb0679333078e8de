internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import Household

/// Reads programmes: the columns that one is made from, and how.
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

    /// Whether another programme of the channel takes a programme's place: of several that begin together the last one counts.
    static func isReplaced(_ table: String) -> String {
        """
        EXISTS (SELECT 1 FROM programme q WHERE q.channel = \(table).channel AND q.start = \(table).start
            AND q.row > \(table).row AND \(ReadScope.holds("q")))
        """
    }

    /// Whether a programme runs at a moment, in seconds since 1970 as the guide has them. Of several that do, as a short one
    /// stands within a long one, that is on which began last; when it has ended the long one goes on.
    static func isOn(_ table: String, at moment: String) -> String {
        """
        \(table).start <= \(moment) AND \(table).start > \(moment) - \(longestSeconds)
            AND \(table).stop > \(moment) AND \(ReadScope.holds(table)) AND NOT \(isReplaced(table))
        """
    }

    /// A programme that began longer ago is not looked for, so that the index bounds the search. Guides have none: see
    /// ``XMLTVLimits/maximumProgrammeSeconds``.
    static let longestSeconds: Int64 = 31 * 86_400

    /// How many columns these are.
    static let columnCount = 14

    /// Makes a programme out of the columns that begin at an index; nil when they are empty.
    ///
    /// - Parameter withCredits: whether it is told who takes part.
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
