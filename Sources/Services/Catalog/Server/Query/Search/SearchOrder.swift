internal import CatalogAPI

/// An order of results: by a number, then by the sort key of the title, then by the id. The last two make the key
/// unique, so that a page starts exactly where the last one ended.
enum SearchOrder: String, Sendable {
    /// By relevance: the whole title, its beginning, words of it, words elsewhere; then by popularity.
    case fit
    /// For too many results to rank closely: the whole title, its beginning, the rest; then by popularity.
    case broad
    /// For a letter or two: by popularity, then titles that start with them.
    case known
    case title, added, newest, rating, number, popularity, score
    /// By similarity to a title.
    case alike
    /// By score, weighted by votes.
    case esteem

    /// The order for a requested sort.
    ///
    /// - Parameter total: the number of matches.
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

/// Computes each title's key in an order: whether it matches the text itself or a corrected one, a number of 32 bits,
/// and below them the title's rank by title.
struct SortKeys: Sendable {
    let order: SearchOrder
    /// The relevance of titles to the text.
    var fit = TextRelevance()
    /// The titles that match the text itself, and the relevance of the others to the corrected one; nil without a
    /// correction.
    var completion: (exact: TitleSet, fit: TextRelevance)?
    /// The title to compare with.
    var similarity: Similarity?

    init(_ order: SearchOrder) { self.order = order }

    /// The key, lower ones first.
    func key(_ title: TitleAttributes, _ position: UInt32) -> UInt64 {
        guard let completion, !completion.exact.contains(position) else {
            return Self.key(UInt64(number(title, position, fit)), titleRank: title.titleRank)
        }
        return Self.key(Self.isBehind | UInt64(number(title, position, completion.fit)), titleRank: title.titleRank)
    }

    // MARK: The parts of a key

    /// The bit above the number that sorts a title behind those which match the text itself.
    private static let isBehind: UInt64 = 1 << 32
    /// Bits of the rank by title: no household has two thousand million.
    private static let rankBits: UInt64 = 31

    /// The key of a number, as ``number(of:)`` returns it, with a rank by title.
    static func key(_ number: UInt64, titleRank: UInt32) -> UInt64 { number << rankBits | UInt64(titleRank) }

    /// The part of a key above the rank by title.
    static func number(of key: UInt64) -> UInt64 { key >> rankBits }

    /// The rank by title.
    static func titleRank(of key: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: key & (1 << rankBits - 1)) }

    /// The highest number.
    static let highestNumber = isBehind << 1 - 1

    private func number(_ title: TitleAttributes, _ position: UInt32, _ fit: TextRelevance) -> UInt32 {
        switch order {
        case .fit, .broad: fit.step(title, position) << 30 | unknown(title)
        case .known: unknown(title) << 1 | (fit.beginning.contains(title.titleRank) ? 0 : 1)
        case .title: 0
        case .added: .max - title.added
        case .newest: .max - title.released
        case .rating: UInt32(title.audience)
        case .number: title.number
        case .popularity: unknown(title)
        case .score: .max - UInt32(title.score)
        case .esteem: .max - title.esteem
        case .alike: Similarity.maximum - (similarity?.likeness(title, position) ?? 0)
        }
    }

    /// 30 bits, the lower the more popular.
    private func unknown(_ title: TitleAttributes) -> UInt32 { UInt32(Popularity.maximum) - title.popularity }
}

/// The relevance of titles to a text.
struct TextRelevance: Sendable {
    /// The ranks of titles that equal the text, and of those that start with it.
    var whole: Range<UInt32> = 0..<0
    var beginning: Range<UInt32> = 0..<0
    /// The titles that contain all words in their title; nil when that makes no difference.
    var inTitle: TitleSet?

    /// 0 for the whole title, 1 for its beginning, 2 for words of it, 3 for words elsewhere.
    func step(_ title: TitleAttributes, _ position: UInt32) -> UInt32 {
        if let inTitle, !inTitle.contains(position) { return 3 }
        if whole.contains(title.titleRank) { return 0 }
        return beginning.contains(title.titleRank) ? 1 : 2
    }
}

/// Selects the lowest of many keys without sorting them all.
struct SmallestKeys: Sendable {
    private let count: Int
    private var keys: [UInt64] = []
    /// Keys from this one on are not among the lowest.
    private var bound = UInt64.max

    /// - Parameter count: how many to select.
    init(_ count: Int) { self.count = count }

    /// Adds a key.
    mutating func offer(_ key: UInt64) {
        guard key < bound else { return }
        keys.append(key)
        if keys.count >= max(count * 4, 256) { cut() }
    }

    private mutating func cut() {
        keys.sort()
        guard keys.count > count else { return }
        keys.removeLast(keys.count - count)
        bound = keys.last ?? .max
    }

    /// The lowest keys, in order.
    var sorted: [UInt64] { Array(keys.sorted().prefix(count)) }
}
