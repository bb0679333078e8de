internal import CatalogAPI
internal import CatalogRecognition
internal import HearthModel
internal import TextFolding

/// A query in natural language: "action movies like Die Hard from the nineties", "kids cartoons under 30 minutes".
///
/// It is parsed from left to right, the longest phrase at each word. Words that match no rule stay as search words.
struct NaturalLanguageQuery: Sendable {
    private(set) var kinds: [ContentKind] = []
    /// For each genre named, the bits of those that it may be: one name means another genre of films than of series.
    private(set) var genreGroups: [UInt32] = []
    private(set) var years: [YearRange] = []
    private(set) var ratings: [ContentRating] = []
    private(set) var languages: [String] = []
    private(set) var qualities: [PictureQuality] = []
    private(set) var minimumMinutes: Int32?
    private(set) var maximumMinutes: Int32?
    private(set) var wantsKidsTitles = false
    private(set) var isRadio = false
    private(set) var sort: SearchSort?
    /// The title that the results must resemble.
    private(set) var similarity: Similarity?
    private(set) var parts: [UnderstoodPart] = []
    private let thisYear: Int32
    private var rest: [String] = []

    /// Longer texts are not interpreted.
    private static let maximumWords = 40

    /// Interprets a text.
    ///
    /// - Parameters:
    ///   - thisYear: the current year, the reference of "last year".
    ///   - title: finds a title by name among those that the viewer may see.
    init(_ text: String, thisYear: Int32, title: (String) throws -> Similarity?) rethrows {
        self.thisYear = thisYear
        let words = NaturalLanguageWords(text)
        guard words.count <= Self.maximumWords else {
            rest = [text]
            return
        }
        var index = 0
        while index < words.count {
            if let length = try readLikeness(words, index, title) ?? readRule(words, index) {
                index += length
            } else {
                rest.append(words.original(index..<(index + 1)))
                index += 1
            }
        }
        dropFillers()
    }

    /// Whether any part was interpreted.
    var isUnderstood: Bool { !parts.isEmpty }
    /// The remaining search words.
    var text: String { rest.joined(separator: " ") }
    /// The interpretation, for the response.
    var understanding: Understanding { Understanding(isPlain: false, parts: parts, text: text) }

    private mutating func note(_ about: String, _ value: String, _ words: String) {
        parts.append(UnderstoodPart(about: about, value: value, words: words))
    }

    /// Drops function words from the remaining search words.
    private mutating func dropFillers() {
        guard isUnderstood else { return }
        rest.removeAll { NaturalLanguageWords.fillers.contains(FoldedText($0).wholeText) }
    }

    // MARK: Similarity

    /// "like Die Hard": the longest matching name of a title.
    private mutating func readLikeness(
        _ words: NaturalLanguageWords, _ index: Int, _ title: (String) throws -> Similarity?
    ) rethrows -> Int? {
        guard similarity == nil, let lead = words.lead(at: index, among: NaturalLanguageWords.likeness) else {
            return nil
        }
        let start = index + lead
        for end in stride(from: min(words.count, start + Self.longestName), to: start, by: -1) {
            let name = words.original(start..<end)
            guard let found = try title(name) else { continue }
            similarity = found
            note("similar", name, words.original(index..<end))
            return end - index
        }
        return nil
    }

    private static let longestName = 10

    // MARK: Rules

    /// - Returns: how many words the matching rule has consumed; nil when none matches.
    private mutating func readRule(_ words: NaturalLanguageWords, _ index: Int) -> Int? {
        readLength(words, index) ?? readYears(words, index) ?? readRating(words, index) ?? readLook(words, index)
            ?? readSort(words, index) ?? readKind(words, index) ?? readGenre(words, index)
    }

    private mutating func readLength(_ words: NaturalLanguageWords, _ index: Int) -> Int? {
        guard let length = words.length(at: index) else { return nil }
        if length.isMinimum { minimumMinutes = length.minutes } else { maximumMinutes = length.minutes }
        note(
            "minutes", "\(length.isMinimum ? "at least" : "at most") \(length.minutes)",
            words.original(index..<(index + length.words)))
        return length.words
    }

    private mutating func readYears(_ words: NaturalLanguageWords, _ index: Int) -> Int? {
        guard let (range, count) = words.relativeYears(at: index, thisYear: thisYear) ?? words.years(at: index) else {
            return nil
        }
        years.append(range)
        note("year", range.text, words.original(index..<(index + count)))
        return count
    }

    private mutating func readRating(_ words: NaturalLanguageWords, _ index: Int) -> Int? {
        if let count = words.lead(at: index, among: NaturalLanguageWords.kids) {
            wantsKidsTitles = true
            note("rating", "for children", words.original(index..<(index + count)))
            return count
        }
        guard let (rating, count) = words.rating(at: index) else { return nil }
        ratings.append(rating)
        note("rating", rating.rawValue, words.original(index..<(index + count)))
        return count
    }

    private mutating func readLook(_ words: NaturalLanguageWords, _ index: Int) -> Int? {
        if let (quality, count) = words.quality(at: index) {
            qualities += quality
            note(
                "quality", quality.map(\.rawValue).joined(separator: ", "), words.original(index..<(index + count)))
            return count
        }
        guard let (language, count) = words.language(at: index) else { return nil }
        languages.append(language)
        note("language", language, words.original(index..<(index + count)))
        return count
    }

    private mutating func readSort(_ words: NaturalLanguageWords, _ index: Int) -> Int? {
        guard sort == nil else { return nil }
        for (sort, leads) in NaturalLanguageWords.sorts {
            guard let count = words.lead(at: index, among: leads) else { continue }
            self.sort = sort
            note("sort", sort.rawValue, words.original(index..<(index + count)))
            return count
        }
        // "New" alone is a part of many titles.
        if words[index] == "new", words.isKind(at: index + 1) {
            sort = .newest
            note("sort", SearchSort.newest.rawValue, words.original(index..<(index + 1)))
            return 1
        }
        return nil
    }

    private mutating func readKind(_ words: NaturalLanguageWords, _ index: Int) -> Int? {
        // "Movies about radio" are not radio stations.
        if kinds.allSatisfy({ $0 == .channel }), let count = words.lead(at: index, among: NaturalLanguageWords.radio) {
            (kinds, isRadio) = ([.channel], true)
            note("kind", "radio", words.original(index..<(index + count)))
            return count
        }
        for (kind, leads) in NaturalLanguageWords.kinds {
            guard let count = words.lead(at: index, among: leads) else { continue }
            if !kinds.contains(kind) { kinds.append(kind) }
            note("kind", kind.rawValue, words.original(index..<(index + count)))
            return count
        }
        return nil
    }

    private mutating func readGenre(_ words: NaturalLanguageWords, _ index: Int) -> Int? {
        guard let (genres, count) = words.genres(at: index) else { return nil }
        for genre in genres { genreGroups.append(UInt32(clamping: GenreBits.mask(NaturalLanguageWords.same(genre)))) }
        note("genre", genres.map(\.name).joined(separator: ", "), words.original(index..<(index + count)))
        return count
    }
}
