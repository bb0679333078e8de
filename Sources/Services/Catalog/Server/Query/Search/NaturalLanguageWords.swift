internal import CatalogAPI
internal import CatalogRecognition
internal import HearthModel
internal import TextFolding

/// The words of a natural-language query, and its phrases with a meaning.
struct NaturalLanguageWords: Sendable {
    private let text: FoldedText
    /// The words, folded.
    let words: [String]

    init(_ text: String) {
        let folded = FoldedText(text)
        self.text = folded
        words = folded.words.map { folded.text(of: $0) }
    }

    var count: Int { words.count }

    /// Words as typed.
    func original(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return text.sourceText(text.words[first].range.lowerBound..<text.words[last].range.upperBound)
    }

    /// A word; empty past the end.
    subscript(index: Int) -> String { words.indices.contains(index) ? words[index] : "" }

    /// The length in words of the longest of some phrases at a word; nil when none matches.
    func lead(at index: Int, among phrases: [[String]]) -> Int? {
        phrases.filter { index + $0.count <= count && Array(words[index..<(index + $0.count)]) == $0 }
            .map(\.count).max()
    }

    private static func phrases(_ text: String) -> [[String]] {
        text.split(separator: ",").map { $0.split(separator: " ").map(String.init) }
    }

    static let likeness = phrases(
        "like,similar to,such as,in the style of,in the vein of,along the lines of,resembling")
    static let kids = phrases(
        "kids,for kids,for the kids,children,childrens,for children,for the children,family friendly,"
            + "suitable for children")
    static let sorts: [(SearchSort, [[String]])] = [
        (.score, phrases("best,top rated,highly rated,best rated,highest rated,critically acclaimed")),
        (.popularity, phrases("popular,most popular,famous,well known")),
        (.newest, phrases("newest,latest,most recent,recent")),
        (.added, phrases("recently added,newly added,just added")),
    ]
    static let kinds: [(ContentKind, [[String]])] = [
        (.movie, phrases("movie,movies,film,films,flick,flicks,feature film,feature films")),
        (.series, phrases("series,show,shows,tv show,tv shows,tv series")),
        (.channel, phrases("channel,channels,tv channel,tv channels,station,stations")),
        (.episode, phrases("episode,episodes")),
    ]
    static let radio = phrases("radio,radios,radio station,radio stations,radio channel,radio channels")
    static let fillers = Set(
        ("a an the some any me show find give i want to watch see with that which are is from of in please and or for "
            + "something good starring featuring directed by").split(separator: " ").map(String.init))

    // MARK: Genres

    /// The genres that a phrase names, in any language of the genre vocabulary.
    func genres(at index: Int) -> (genres: [Genre], count: Int)? {
        let found = GenreMapper.phrase(at: index, in: text)
        if let found, found.length > 1, !found.genres.isEmpty { return (found.genres, found.length) }
        if let genre = Self.spoken[self[index]] { return ([genre], 1) }
        guard let found, !found.genres.isEmpty else { return nil }
        return (found.genres, found.length)
    }

    /// Spoken words for genres that are not names of groups.
    private static let spoken: [String: Genre] = [
        "funny": .comedy, "scary": .horror, "romantic": .romance, "animated": .animation, "musical": .music,
        "musicals": .music, "historical": .history, "spooky": .horror,
    ]

    /// The genres of films and series with the same meaning.
    static func same(_ genre: Genre) -> [Genre] {
        alike.first { $0.contains(genre) } ?? [genre]
    }

    private static let alike: [[Genre]] = [
        [.action, .actionAdventure], [.scienceFiction, .scienceFictionFantasy], [.war, .warPolitics],
    ]

    // MARK: Ratings, languages, qualities

    /// "rated PG-13", "R-rated".
    func rating(at index: Int) -> (ContentRating, Int)? {
        func rating(_ words: [String]) -> ContentRating? {
            ContentRating.all.first { FoldedText($0.rawValue).wholeText == words.joined(separator: " ") }
        }
        for length in [2, 1] {
            let named = (0..<length).map { self[index + $0] }
            if self[index] == "rated", let found = rating((0..<length).map { self[index + 1 + $0] }) {
                return (found, length + 1)
            }
            if self[index + length] == "rated", let found = rating(named) { return (found, length + 1) }
            // "PG movies"; "PG-13" and "NC-17" are unambiguous.
            if length == 2 || isKind(at: index + length), let found = rating(named) { return (found, length) }
        }
        return nil
    }

    /// "in French"; "French" before a kind.
    func language(at index: Int) -> (String, Int)? {
        if self[index] == "in", let code = Self.languages[self[index + 1]] { return (code, 2) }
        guard let code = Self.languages[self[index]] else { return nil }
        if self[index + 1] == "language" { return (code, 2) }
        return isKind(at: index + 1) ? (code, 1) : nil
    }

    /// Whether a kind is named at a word.
    func isKind(at index: Int) -> Bool { Self.kinds.contains { lead(at: index, among: $0.1) != nil } }

    private static let languages: [String: String] = Dictionary(
        LocaleNames.languages.flatMap { language in
            language.names.map { (FoldedText($0).wholeText, language.code) }
        }, uniquingKeysWith: { first, _ in first })

    /// "in 4K", "1080p": that quality or a better one.
    func quality(at index: Int) -> ([PictureQuality], Int)? {
        let start = self[index] == "in" ? 1 : 0
        for length in [2, 1] {
            let name = (0..<length).map { self[index + start + $0] }.joined(separator: " ")
            guard let least = Self.qualities[name], start == 1 || name != "hd" else { continue }
            let known = PictureQuality.all
            return (Array(known[(known.firstIndex(of: least) ?? 0)...]), start + length)
        }
        return nil
    }

    private static let qualities: [String: PictureQuality] = [
        "hd": .hd, "720p": .hd, "full hd": .fullHD, "1080p": .fullHD, "4k": .ultraHD, "uhd": .ultraHD,
        "2160p": .ultraHD, "ultra hd": .ultraHD, "8k": .eightK,
    ]
}
