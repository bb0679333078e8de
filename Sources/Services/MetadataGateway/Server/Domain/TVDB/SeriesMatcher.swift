internal import Foundation

/// Matches a title with the series that a search at TheTVDB has found: no match rather than a wrong one.
struct SeriesMatcher {
    private let name: String
    private let year: String?

    init(_ title: String, year: Int32?) { (name, self.year) = (Self.plain(title), year.map(String.init)) }

    /// The ID of the only series of this name, and of this first year if it is known. Names precede aliases.
    func id(among found: [TVDB.Found]) -> Int64? {
        let fits = found.filter { !name.isEmpty && (year == nil || $0.year == year) }
        for names in [{ Self.names(of: $0) }, { ($0.aliases ?? []).map(Self.plain) }] as [(TVDB.Found) -> [String]] {
            let ids = Set(fits.filter { names($0).contains(name) }.map(\.tvdbId))
            if ids.count == 1 { return ids.first.flatMap { Int64($0) } }
            if !ids.isEmpty { return nil }
        }
        return nil
    }

    /// The series' name, with and without a disambiguating suffix: "Doctor Who (2005)", "The Office (US)".
    private static func names(of found: TVDB.Found) -> [String] {
        let name = found.name
        guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "(") else { return [plain(name)] }
        return [plain(name), plain(String(name[..<bracket]))]
    }

    /// Letters and digits only, without case and accents.
    private static func plain(_ text: String) -> String {
        let folded = text.replacing("&", with: " and ")
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(folded.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    }
}
