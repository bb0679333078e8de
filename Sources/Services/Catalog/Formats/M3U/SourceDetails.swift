internal import TextFolding

/// A source's data of a film or episode beyond those of every list, as stored beside the link.
package struct SourceDetails: Codable, Sendable, Hashable {
    /// The cast, in the source's order.
    package var cast: [String]?
    package var directors: [String]?
    /// As the source writes it.
    package var country: String?
    /// `YYYY-MM-DD`.
    package var releaseDate: String?
    package var year: Int64?
    /// An HTTP address.
    package var trailer: String?
    /// A backdrop's HTTP address.
    package var backdrop: String?
    /// The file's, in kbit/s.
    package var bitrate: Int64?
    /// The source's TMDB id: often a dead one, or another title's.
    package var tmdbID: Int64?
    /// Of 10, in tenths.
    package var score: Double?
    /// When the source added it, in seconds since 1970.
    package var added: Int64?
    /// The source's data of an episode's series, with one of the episodes: a series has no link of its own.
    package var series: SeriesDetails?
    /// The source's genres that are not in the vocabulary, as search terms.
    package var otherGenres: [String]?

    /// Short keys: there may be one of these for each film and episode.
    private enum CodingKeys: Int, CodingKey {
        case cast = 1, directors, country, releaseDate, year, trailer, backdrop, bitrate, tmdbID, series
        case score, added, otherGenres
    }

    package init() {}

    /// All names, for searching.
    package var people: [String] { (directors ?? []) + (cast ?? []) }

    // MARK: Limits

    /// More names are dropped, and longer ones are truncated.
    private static let maximumNames = 50
    private static let nameCharacters = 100
    private static let addressBytes = 2_048
    /// The valid bit rates of films, in kbit/s.
    package static let bitrates: ClosedRange<Int64> = 1...1_000_000
    /// The valid times of an addition: from 2000 on, in seconds whose milliseconds do not overflow.
    static let moments: ClosedRange<Int64> = 946_684_800...99_999_999_999

    /// Distinct names, without control characters; nil without any.
    package static func names(_ texts: [String]) -> [String]? {
        var names: [String] = []
        for text in texts where names.count < maximumNames {
            let plain = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
            let name = String(String(String.UnicodeScalarView(plain)).trimmingSpaces().prefix(nameCharacters))
            if !name.isEmpty, name.lowercased() != "n/a", !names.contains(name) { names.append(name) }
        }
        return names.isEmpty ? nil : names
    }

    /// A day at the start of a text: "2023-05-15".
    package static func day(_ text: String) -> String? {
        let day = text.prefix(10)
        let parts = day.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], let month = Int(parts[1]), let number = Int(parts[2]),
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }), (1...12).contains(month), (1...31).contains(number)
        else { return nil }
        return String(day)
    }

    /// An HTTP address, or nil.
    package static func address(_ text: String) -> String? {
        guard let scheme = M3UAddress.scheme(of: text), ["http", "https"].contains(scheme),
            text.utf8.count <= addressBytes, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }

    /// A trailer's address; panels mostly give just YouTube's id.
    package static func trailer(_ text: String) -> String? {
        if let address = address(text) { return address }
        let isID = text.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        return isID && text.utf8.count == youTubeIDBytes ? "https://www.youtube.com/watch?v=\(text)" : nil
    }

    private static let youTubeIDBytes = 11
}
