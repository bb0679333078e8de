internal import CatalogFormats
internal import TextFolding

/// Finds the codes of countries that a list sets behind or in front of many names without a divider, in groups of that country: "Low
/// PL" in "Live: Poland", "UK Low" in "United Kingdom".
///
/// One channel may be called so. Where many are, and their group names the country, the code says nothing more.
struct CodeStatistics: Sendable {
    /// The names beside a code, as hashes.
    private var behind: [UInt64: Set<UInt64>] = [:]
    private var before: [UInt64: Set<UInt64>] = [:]

    /// Fewer names are a coincidence; more are not counted.
    private static let (minimumNames, countedNames) = (4, 100)
    private static let lengths = 2...3

    /// Counts one title of a list.
    mutating func note(_ title: String) {
        guard let (first, last) = Self.ends(title) else { return }
        if let code = Self.country(last) { Self.count(title, code.hash, &behind) }
        if let code = Self.country(first) { Self.count(title, code.hash, &before) }
    }

    private static func count(_ title: String, _ code: UInt64, _ names: inout [UInt64: Set<UInt64>]) {
        guard names[code]?.count ?? 0 < countedNames else { return }
        names[code, default: []].insert(WordHash.extend(WordHash.seed, title.utf8))
    }

    /// A channel's name without the code of its country; nil where it has none that the list sets so.
    ///
    /// - Parameter country: that of its group.
    func name(in title: String, country: String?) -> String? {
        guard let country, let (first, last) = Self.ends(title) else { return nil }
        if let code = Self.country(last), code.country == country, isCommon(behind[code.hash]) {
            return String(title.dropLast(last.count)).trimmingSpaces()
        }
        if let code = Self.country(first), code.country == country, isCommon(before[code.hash]) {
            return String(title.dropFirst(first.count)).trimmingSpaces()
        }
        return nil
    }

    private func isCommon(_ names: Set<UInt64>?) -> Bool { names?.count ?? 0 >= Self.minimumNames }

    /// The first and the last word between spaces, of names of several.
    private static func ends(_ title: String) -> (first: Substring, last: Substring)? {
        let bytes = title.utf8
        guard let first = bytes.firstIndex(of: 0x20), let last = bytes.lastIndex(of: 0x20) else { return nil }
        return (title[..<first], title[bytes.index(after: last)...])
    }

    /// The country that a word in capitals is the code of.
    private static func country(_ word: Substring) -> (country: String, hash: UInt64)? {
        guard lengths.contains(word.utf8.count), word.utf8.allSatisfy(\.isUppercaseLetter),
            let country = TagVocabulary.shared.country(String(word))
        else { return nil }
        return (country, WordHash.of(String(word)))
    }
}
