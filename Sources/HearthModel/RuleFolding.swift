internal import TextFolding

/// The facts of a title with folded texts.
package struct FoldedFacts: Sendable {
    let facts: RuleFacts
    fileprivate(set) var groups: [[UInt8]]
    fileprivate(set) var genres: [[UInt8]]
    fileprivate(set) var sources: [[UInt8]]
    fileprivate(set) var titles: [[UInt8]]
}

/// Folds the texts of many titles: groups, genres and sources are few, and each is folded once.
package struct RuleFolding: Sendable {
    private var known: [String: [UInt8]] = [:]
    private static let maximumKnown = 8_192

    /// Begins without known texts.
    package init() {}

    /// Folds a title's texts.
    package mutating func fold(_ facts: RuleFacts) -> FoldedFacts {
        FoldedFacts(
            facts: facts, groups: facts.groups.map { fold($0) }, genres: facts.genres.map { fold($0) },
            sources: facts.sources.map { fold($0) }, titles: facts.titles.map(Self.words))
    }

    private mutating func fold(_ text: String) -> [UInt8] {
        if let known = known[text] { return known }
        let words = Self.words(text)
        if known.count >= Self.maximumKnown { known.removeAll() }
        known[text] = words
        return words
    }

    /// The folded words of a text, each between spaces.
    package static func words(_ text: String) -> [UInt8] {
        let folded = FoldedText(text)
        var bytes: [UInt8] = [space]
        for word in folded.words {
            bytes += folded.folded[word.foldedRange]
            bytes.append(space)
        }
        return bytes
    }

    private static let space = UInt8(ascii: " ")

    /// Whether a text has some words, in their order and side by side. No words are in no text.
    package static func has(_ words: [UInt8], in text: [UInt8]) -> Bool {
        guard words.count > 1, words.count <= text.count else { return false }
        return (0...(text.count - words.count)).contains { text[$0...].starts(with: words) }
    }

    // MARK: Rating systems

    /// The systems by their countries' codes, which TMDB names.
    private static let systems: [String: [String]] = [
        "de": ["fsk"], "gb": ["bbfc"], "us": ["mpaa", "mpa", "tvpg", "vchip"], "fr": ["cnc"], "nl": ["kijkwijzer"],
        "au": ["acb", "oflc"], "jp": ["eirin"], "br": ["djctq", "classind"], "in": ["cbfc"], "es": ["icaa"],
        "ie": ["ifco"], "it": ["vm"], "fi": ["kavi"], "kr": ["kmrb"], "mx": ["rtc"], "ca": ["chvrs"],
    ]
    private static let countries: [[UInt8]: [UInt8]] = {
        var table: [[UInt8]: [UInt8]] = [:]
        for (country, names) in systems { for name in names { table[Array(name.utf8)] = Array(country.utf8) } }
        return table
    }()

    /// A system under one name: that of its country where it has one.
    static func system(_ name: String) -> [UInt8] {
        let folded = FoldedText(name).compact
        return countries[folded] ?? folded
    }

    /// The names of a system as certificates begin with them.
    static func names(ofSystem system: [UInt8]) -> [[UInt8]] {
        [system] + (systems[String(decoding: system, as: UTF8.self)] ?? []).map { Array($0.utf8) }
    }
}
