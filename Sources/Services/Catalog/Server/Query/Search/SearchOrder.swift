internal import CatalogAPI

/// One way to put results in order: by a number, then by the title to sort by, then by the id. The last two make the key
/// unique, so that a page begins exactly where the last one ended.
enum SearchOrder: String, Sendable {
    /// How well the text fits: the whole title, its beginning, words of it, words elsewhere; then the best known.
    case fit
    /// For more results than are worth looking at closely: the whole title, its beginning, the rest; then the best known.
    case broad
    /// For a letter or two: the best known, then what begins with them.
    case known
    case title, added, newest, rating, number, popularity, score
    /// The most alike to a title.
    case alike
    /// The highest scores, those of what is well known before those of what few have seen.
    case esteem

    /// The order for a search that is sorted as asked for.
    ///
    /// - Parameter total: how many titles are found.
    init(_ sort: SearchSort?, text: SearchText?, isSimilar: Bool, total: Int64) {
        self =
            switch sort {
            case .title: .title
            case .added: .added
            case .newest: .newest
            case .rating: .rating
            case .number: .number
            case .popularity: .popularity
            case .score: .score
            case .relevance, nil: Self.relevance(text, isSimilar: isSimilar, total: total)
            }
    }

    private static func relevance(_ text: SearchText?, isSimilar: Bool, total: Int64) -> SearchOrder {
        if isSimilar { return .alike }
        guard let text else { return .title }
        if text.isShort { return .known }
        return total <= SearchResults.maximumExactTotal ? .fit : .broad
    }
}

/// Gives each title its key in one order: whether it has the text itself or a corrected one, a number of 32 bits, and below them
/// the title's place among all by title.
struct SortKeys: Sendable {
    let order: SearchOrder
    /// How well titles fit the text.
    var fit = TextRelevance()
    /// The titles that the text itself finds, and how well the others fit the corrected one; nil where nothing was corrected.
    var completion: (exact: TitleSet, fit: TextRelevance)?
    /// What the titles are like.
    var similarity: Similarity?

    init(_ order: SearchOrder) { self.order = order }

    /// The key, lower ones first.
    func key(_ title: TitleAttributes, _ place: UInt32) -> UInt64 {
        guard let completion, !completion.exact.contains(place) else {
            return Self.key(UInt64(number(title, place, fit)), titleRank: title.titleRank)
        }
        return Self.key(Self.isBehind | UInt64(number(title, place, completion.fit)), titleRank: title.titleRank)
    }

    // MARK: The parts of a key

    /// The bit above the number that puts a title behind those which have the text itself.
    private static let isBehind: UInt64 = 1 << 32
    /// Bits for the place by title: no household has two thousand million.
    private static let rankBits: UInt64 = 31

    /// The key of a number, as ``number(of:)`` has it, with a place by title.
    static func key(_ number: UInt64, titleRank: UInt32) -> UInt64 { number << rankBits | UInt64(titleRank) }

    /// What of a key comes before the place by title.
    static func number(of key: UInt64) -> UInt64 { key >> rankBits }

    /// The place by title.
    static func titleRank(of key: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: key & (1 << rankBits - 1)) }

    /// The highest number.
    static let highestNumber = isBehind << 1 - 1

    private func number(_ title: TitleAttributes, _ place: UInt32, _ fit: TextRelevance) -> UInt32 {
        switch order {
        case .fit, .broad: fit.step(title, place) << 30 | unknown(title)
        case .known: unknown(title) << 1 | (fit.beginning.contains(title.titleRank) ? 0 : 1)
        case .title: 0
        case .added: .max - title.added
        case .newest: .max - title.released
        case .rating: UInt32(title.audience)
        case .number: title.number
        case .popularity: unknown(title)
        case .score: .max - UInt32(title.score)
        case .esteem: .max - title.esteem
        case .alike: Similarity.maximum - (similarity?.likeness(title, place) ?? 0)
        }
    }

    /// 30 bits, lower for what is better known.
    private func unknown(_ title: TitleAttributes) -> UInt32 { UInt32(Popularity.maximum) - title.popularity }
}

/// How well titles fit a text.
struct TextRelevance: Sendable {
    /// The places of titles that are the text, and of those that begin with it.
    var whole: Range<UInt32> = 0..<0
    var beginning: Range<UInt32> = 0..<0
    /// The titles that have all words in their title; nil when that makes no difference.
    var inTitle: TitleSet?

    /// 0 for the whole title, 1 for its beginning, 2 for words of it, 3 for words elsewhere.
    func step(_ title: TitleAttributes, _ place: UInt32) -> UInt32 {
        if let inTitle, !inTitle.contains(place) { return 3 }
        if whole.contains(title.titleRank) { return 0 }
        return beginning.contains(title.titleRank) ? 1 : 2
    }
}

/// The lowest of many keys, found without sorting them all.
struct SmallestKeys: Sendable {
    private let count: Int
    private var kept: [UInt64] = []
    /// What is not below it is not among the lowest.
    private var bound = UInt64.max

    /// - Parameter count: how many are wanted.
    init(_ count: Int) { self.count = count }

    /// Takes a key.
    mutating func offer(_ key: UInt64) {
        guard key < bound else { return }
        kept.append(key)
        if kept.count >= max(count * 4, 256) { cut() }
    }

    private mutating func cut() {
        kept.sort()
        guard kept.count > count else { return }
        kept.removeLast(kept.count - count)
        bound = kept.last ?? .max
    }

    /// The lowest, in order.
    var sorted: [UInt64] { Array(kept.sorted().prefix(count)) }
}
