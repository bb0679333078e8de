internal import Household

/// What the categories of a guide mean. A guide says few different ones again and again, and each is looked up once.
struct CategoryMapper: Sendable {
    /// What a category means.
    struct Meaning: Sendable {
        /// Its genres, as bits; 0 for what is none of them.
        var genres: Int64
        /// Whether it says that something is for adults.
        var isAdult: Bool
    }

    private var known: [String: Meaning] = [:]

    /// A guide with more different ones is looked up again and again.
    private static let most = 2_000

    /// What a category means.
    mutating func meaning(of category: String) -> Meaning {
        if let meaning = known[category] { return meaning }
        let meaning = Meaning(
            genres: GenreBits.mask(GenreMapper.genres(in: category)),
            isAdult: AdultDetector.finding(group: category) != nil)
        if known.count < Self.most { known[category] = meaning }
        return meaning
    }
}
