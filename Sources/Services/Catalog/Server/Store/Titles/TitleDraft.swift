internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import HearthModel
internal import TextFolding

/// A title computed from its links, independent of their order.
struct TitleDraft: Hashable, Sendable {
    var id: String
    var kind: Int64
    /// The bit of its audience, and those of the rule sets that admit it (``RuleSetBits``).
    var audience: Int64
    var genres: Int64
    var year: Int64
    var number: Int64
    var sortTitle: String
    var series: String?
    /// The series' title.
    var seriesTitle: String?
    var season: Int64?
    var episode: Int64?
    var title: String
    var keywords: String
    var overview: String
    var groups: [String]
    var poster: String?
    var numberText: String?
    var country: String?
    var language: String?
    var certification: String?
    /// The duration in minutes.
    var minutes: Int64?
    var releaseDate: String?
    /// TMDB's score, or a source's.
    var score: Double?
    /// When its first source added it, in milliseconds since 1970.
    var added: Int64?
    /// From metadata only.
    var tmdbID: Int64?
    var imdbID: String?
    /// Its popularity, see ``Popularity``.
    var popularity: Int64 = 0
    /// Its watch providers, see ``MetadataTitle/Watch/stored``.
    var providers: String?
    /// The qualities of its links, as ``QualityBits``.
    var qualities: Int64
    /// The languages of its links, ISO 639-1 separated by commas; nil when none is known.
    var languages: String?
    /// Whether it is a radio station: a channel of which no link has a picture.
    var isRadio: Bool
    /// Cast and directors, for searching.
    var people: [String] = []
    /// The sources' genres that are not in the vocabulary.
    var otherGenres: [String] = []

    /// The sort key of a channel without a number: after all others.
    static let noNumber = Int64.max

    /// Whether an id is a series', which has no links of its own.
    static func isSeries(_ id: String) -> Bool { id.hasPrefix("\(ContentKind.series.idPrefix)_") }

    /// Computes a title from its entries; those that their source still has come first.
    ///
    /// - Parameter entries: not empty.
    init?(_ id: String, entries: [EntryRow], generation: Int64) {
        let sorted = entries.sorted {
            (Self.weight(of: $0, generation), $0.source, $0.title, $0.fingerprint)
                < (Self.weight(of: $1, generation), $1.source, $1.title, $1.fingerprint)
        }
        guard let first = sorted.first else { return nil }
        let live = sorted.filter { $0.isLive(in: generation) }
        let speaking = live.isEmpty ? sorted : live
        self.id = id
        let isSeries = Self.isSeries(id)
        kind = isSeries ? KindBit.series : first.kind
        audience = Audience.strictest(speaking.map(\.audience)).bit
        genres = speaking.reduce(0) { $0 | $1.genres }
        title = Self.spelling(isSeries ? speaking.compactMap(\.seriesTitle) : speaking.map(\.title))
        year = speaking.firstValue(\.year) ?? 0
        series = isSeries ? nil : first.series
        seriesTitle = isSeries ? nil : first.seriesTitle
        season = isSeries ? nil : first.season
        episode = isSeries ? nil : first.episode
        groups = Set(speaking.flatMap { $0.groups?.split(separator: "\n").map(String.init) ?? [] }).sorted()
        let seriesDetails = isSeries ? speaking.firstValue(\.details?.series) : nil
        // An older build stored unvalidated addresses.
        poster =
            seriesDetails?.picture.flatMap { ImageAddress.checked($0) }
            ?? speaking.firstValue { $0.poster.flatMap { ImageAddress.checked($0) } }
        numberText = isSeries ? nil : speaking.firstValue(\.number)
        country = speaking.firstValue(\.country)
        language = speaking.firstValue(\.language)
        certification = speaking.firstValue(\.certification)
        minutes = isSeries ? nil : speaking.firstValue(\.minutes)
        overview = isSeries ? seriesDetails?.overview ?? "" : speaking.firstValue(\.overview) ?? ""
        qualities = speaking.reduce(0) { $0 | QualityBits.bit(lines: $1.quality) }
        let languages = Set(speaking.flatMap { $0.language?.split(separator: ",").map(String.init) ?? [] })
        self.languages = languages.isEmpty ? nil : languages.sorted().joined(separator: ",")
        isRadio = first.kind == KindBit.channel && speaking.allSatisfy(\.isRadio)
        number = numberText.flatMap(Self.number) ?? Self.noNumber
        sortTitle = ""
        keywords = ""
        if let details = isSeries ? seriesDetails?.details : speaking.firstValue(\.details) {
            if year == 0 { year = details.year ?? 0 }
            country = country ?? details.country
            (releaseDate, people) = (details.releaseDate, details.people)
            score = details.score
        }
        otherGenres = Set(speaking.flatMap { $0.details?.otherGenres ?? [] }).sorted()
        if !isSeries, let day = speaking.firstValue(\.airDate) { releaseDate = day }
        added = isSeries ? nil : speaking.lazy.compactMap(\.details?.added).min().map { $0 * 1_000 }
        setSortTitle()
        setKeywords()
    }

    /// The displayed spelling: the first, but one in capitals only without another one of the same letters.
    private static func spelling(_ titles: [String]) -> String {
        guard let first = titles.first else { return "" }
        guard titles.count > 1, isAllCapitals(first) else { return first }
        let letters = FoldedText(first).compact
        return titles.first { !isAllCapitals($0) && FoldedText($0).compact == letters } ?? first
    }

    /// Whether a title is all in capitals, and longer than an acronym.
    private static func isAllCapitals(_ title: String) -> Bool {
        title.utf8.count > longestAcronym && title == title.uppercased() && title != title.lowercased()
    }

    /// Bytes.
    private static let longestAcronym = 5

    /// Sets the sort key: by the title's language, where its original is in that, or else by that of all its links. A
    /// channel's name is left as it is: "La 1", "Das Erste".
    mutating func setSortTitle(originalLanguage: String? = nil) {
        let spoken = languages.flatMap { $0.contains(",") ? nil : $0 }
        let language = kind == KindBit.channel ? nil : originalLanguage ?? spoken
        sortTitle = SortTitle.storedKey(for: title, language: language)
    }

    /// The release date as a number, 20130815; with only a year 20130000, and 0 when unknown.
    var released: Int64 {
        guard let releaseDate else { return year * 10_000 }
        let digits = releaseDate.split(separator: "-", omittingEmptySubsequences: false)
        guard digits.map(\.utf8.count) == [4, 2, 2], digits.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
            let day = Int64(digits.joined()), day > 0
        else { return year * 10_000 }
        return day
    }

    /// Entries that a source still has come first, and of those the ones that belong here without a correction.
    private static func weight(of entry: EntryRow, _ generation: Int64) -> Int {
        (entry.isLive(in: generation) ? 0 : 2) + (entry.isMoved ? 1 : 0)
    }

    /// Gathers the hidden search terms: groups, genres, spellings as typed, and the original title.
    mutating func setKeywords(originalTitle: String? = nil) {
        let parts = groups + GenreBits.names(genres) + Self.spellings(of: title) + people + otherGenres
        let original = originalTitle.map { [$0] + Self.spellings(of: $0) } ?? []
        keywords = (parts + original).joined(separator: "\n")
    }

    /// Adds another title as a search term.
    mutating func addKeywords(spelling title: String) {
        keywords = ([keywords, title] + Self.spellings(of: title)).joined(separator: "\n")
    }

    /// "2.1" sorts after "2" and before "2.10": the part before the dot, then the one behind it.
    private static func number(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard let major = parts.first.flatMap({ Int64($0) }), (0...1_000_000).contains(major) else { return nil }
        let minor = parts.count > 1 ? Int64(parts[1].prefix { $0.isASCII && $0.isNumber }) ?? 0 : 0
        return major * 1_000_000 + min(minor, 999_999)
    }

    /// The spellings of a title as typed.
    private static func spellings(of title: String) -> [String] {
        var parts: [String] = []
        if SearchText.hasIdeographs(title) { parts.append(SearchText.spaced(title)) }
        if title.utf8.contains(where: isSpelledOtherwise) {
            let folded = FoldedText(title)
            parts.append(folded.words.map { folded.text(of: $0) }.joined(separator: " "))
        }
        return parts + joined(title)
    }

    /// Words that are typed as one: "Spider-Man", "AC/DC", "S.W.A.T.", "9-1-1".
    private static func joined(_ title: String) -> [String] {
        guard title.utf8.contains(where: isJoint) else { return [] }
        return title.split(separator: " ").compactMap { word in
            guard word.utf8.contains(where: isJoint) else { return nil }
            let folded = FoldedText(String(word))
            return folded.words.count > 1 ? folded.words.map { folded.text(of: $0) }.joined() : nil
        }
    }

    private static func isJoint(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"): true
        default: false
        }
    }

    /// Characters that are omitted or written as a word, and letters with accents: "don't", "AC*DC", "Tom & Jerry",
    /// "C+".
    private static func isSpelledOtherwise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "+"): true
        default: byte >= 0x80
        }
    }

    /// A hash of all stored fields but the rule sets, which shows whether the title has changed.
    var fingerprint: Int64 {
        var hash = Fingerprint()
        for text in [title, keywords, overview, sortTitle] { hash.add(text) }
        for text in [series, poster, numberText, country, language, certification] { hash.add(text) }
        let rated = audience & Audience.mask
        for number in [kind, rated, genres, year, number, season, episode] { hash.add(number) }
        for group in groups { hash.add(group) }
        // Fingerprints stored before there were durations and metadata stay valid.
        if let minutes { hash.add(minutes) }
        if qualities != 0 { hash.add(qualities) }
        if let languages { hash.add(languages) }
        if let seriesTitle { hash.add(seriesTitle) }
        if isRadio { hash.add("radio") }
        if tmdbID == nil, let releaseDate { hash.add(releaseDate) }
        if tmdbID == nil, let score { hash.add(Int64(bitPattern: score.bitPattern)) }
        guard let tmdbID else { return hash.value }
        hash.add(tmdbID)
        for text in [imdbID, releaseDate] { hash.add(text) }
        hash.add(score.map { Int64(bitPattern: $0.bitPattern) })
        if popularity != 0 { hash.add(popularity) }
        if let providers { hash.add(providers) }
        return hash.value
    }
}

extension Sequence {
    /// The first non-nil value of an element. A lazy collection would compute it twice.
    fileprivate func firstValue<Value>(_ value: (Element) -> Value?) -> Value? {
        for element in self {
            if let value = value(element) { return value }
        }
        return nil
    }
}
