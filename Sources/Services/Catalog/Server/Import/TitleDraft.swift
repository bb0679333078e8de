internal import Foundation
internal import Household

/// A title as its links make it. The order of the links makes no difference.
struct TitleDraft: Hashable, Sendable {
    var id: String
    var kind: Int64
    var audience: Int64
    var genres: Int64
    var year: Int64
    var number: Int64
    var sortTitle: String
    var series: String?
    /// What its series is called.
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
    /// How long it takes, in minutes.
    var minutes: Int64?
    var releaseDate: String?
    /// TMDB's, or what a source says.
    var score: Double?
    /// When the first of its sources took it in, in milliseconds since 1970.
    var added: Int64?
    /// What is learned alone.
    var tmdbID: Int64?
    var imdbID: String?
    /// How well known it is, see ``Popularity``.
    var popularity: Int64 = 0
    /// Its watch providers, see ``MetadataTitle/Watch/stored``.
    var providers: String?
    /// The qualities of its links, as ``QualityBits``.
    var qualities: Int64
    /// The languages of its links, ISO 639-1 with commas between them; nil when none is known.
    var languages: String?
    /// Whether it is a radio station: a channel of which no link has a picture.
    var isRadio: Bool
    /// Who is in it and who directed it, to be searched by.
    var people: [String] = []
    /// Genres in the sources' words that are none of the vocabulary's.
    var otherGenres: [String] = []

    /// A channel without a number comes after all that have one.
    static let noNumber = Int64.max

    /// Whether an id is that of a series, which has no links of its own.
    static func isSeries(_ id: String) -> Bool { id.hasPrefix("\(ContentKind.series.idPrefix)_") }

    /// Puts a title together out of its entries; those that their source still has come first.
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
        let told = isSeries ? speaking.firstValue(\.details?.series) : nil
        // What an older build has stored was not looked at.
        poster =
            told?.picture.flatMap { ImageAddress.checked($0) }
            ?? speaking.firstValue { $0.poster.flatMap { ImageAddress.checked($0) } }
        numberText = isSeries ? nil : speaking.firstValue(\.number)
        country = speaking.firstValue(\.country)
        language = speaking.firstValue(\.language)
        certification = speaking.firstValue(\.certification)
        minutes = isSeries ? nil : speaking.firstValue(\.minutes)
        overview = isSeries ? told?.overview ?? "" : speaking.firstValue(\.overview) ?? ""
        qualities = speaking.reduce(0) { $0 | QualityBits.bit(lines: $1.quality) }
        let languages = Set(speaking.flatMap { $0.language?.split(separator: ",").map(String.init) ?? [] })
        self.languages = languages.isEmpty ? nil : languages.sorted().joined(separator: ",")
        isRadio = first.kind == KindBit.channel && speaking.allSatisfy(\.isRadio)
        number = numberText.flatMap(Self.number) ?? Self.noNumber
        sortTitle = ""
        keywords = ""
        if let details = isSeries ? told?.details : speaking.firstValue(\.details) {
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

    /// The spelling to show: the first, but one in all capitals only where there is no other of the same letters.
    private static func spelling(_ titles: [String]) -> String {
        guard let first = titles.first else { return "" }
        guard titles.count > 1, isAllCapitals(first) else { return first }
        let letters = FoldedText(first).compact
        return titles.first { !isAllCapitals($0) && FoldedText($0).compact == letters } ?? first
    }

    /// Whether a title is in capitals throughout, and longer than an acronym.
    private static func isAllCapitals(_ title: String) -> Bool {
        title.utf8.count > longestAcronym && title == title.uppercased() && title != title.lowercased()
    }

    /// Bytes.
    private static let longestAcronym = 5

    /// Puts the title in order: by the language that it is in, where its original says so, or else by that of all its links. A
    /// channel's name is a name: "La 1", "Das Erste".
    mutating func setSortTitle(originalLanguage: String? = nil) {
        let spoken = languages.flatMap { $0.contains(",") ? nil : $0 }
        let language = kind == KindBit.channel ? nil : originalLanguage ?? spoken
        sortTitle = SortTitle.storedKey(for: title, language: language)
    }

    /// The day it came out as a number, 20130815; of a year alone 20130000, and 0 where nothing is known.
    var released: Int64 {
        guard let releaseDate else { return year * 10_000 }
        let digits = releaseDate.split(separator: "-", omittingEmptySubsequences: false)
        guard digits.map(\.utf8.count) == [4, 2, 2], digits.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
            let day = Int64(digits.joined()), day > 0
        else { return year * 10_000 }
        return day
    }

    /// What a source still has comes first, and of that what belongs here by itself and not by a correction.
    private static func weight(of entry: EntryRow, _ generation: Int64) -> Int {
        (entry.isLive(in: generation) ? 0 : 2) + (entry.isMoved ? 1 : 0)
    }

    /// Gathers what is searched and not shown: groups, genres, the title as people type it, and what it was called first.
    mutating func setKeywords(originalTitle: String? = nil) {
        let parts = groups + GenreBits.names(genres) + Self.spellings(of: title) + people + otherGenres
        let original = originalTitle.map { [$0] + Self.spellings(of: $0) } ?? []
        keywords = (parts + original).joined(separator: "\n")
    }

    /// Has the title also be found by another one.
    mutating func addKeywords(spelling title: String) {
        keywords = ([keywords, title] + Self.spellings(of: title)).joined(separator: "\n")
    }

    /// "2.1" comes after "2" and before "2.10": the part before the dot, then the one behind it.
    private static func number(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard let major = parts.first.flatMap({ Int64($0) }), (0...1_000_000).contains(major) else { return nil }
        let minor = parts.count > 1 ? Int64(parts[1].prefix { $0.isASCII && $0.isNumber }) ?? 0 : 0
        return major * 1_000_000 + min(minor, 999_999)
    }

    /// A title as people type it.
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

    /// Signs that people leave out or write as a word, and letters with accents: "don't", "AC*DC", "Tom & Jerry", "C+".
    private static func isSpelledOtherwise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "+"): true
        default: byte >= 0x80
        }
    }

    /// Over everything that is stored, to tell whether the title has changed.
    var fingerprint: Int64 {
        var hash = Fingerprint()
        for text in [title, keywords, overview, sortTitle] { hash.add(text) }
        for text in [series, poster, numberText, country, language, certification] { hash.add(text) }
        for number in [kind, audience, genres, year, number, season, episode] { hash.add(number) }
        for group in groups { hash.add(group) }
        // What was stored before lengths were known, and before anything was learned, is the same still.
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
    /// The first value that one of the elements has. A lazy collection would work it out twice.
    fileprivate func firstValue<Value>(_ value: (Element) -> Value?) -> Value? {
        for element in self {
            if let value = value(element) { return value }
        }
        return nil
    }
}
