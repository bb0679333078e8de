internal import CatalogRecognition
internal import HearthModel

/// Maps a guide's categories to genres. A guide repeats few different ones, and each is mapped once.
struct CategoryMapper: Sendable {
    /// The mapping of a category.
    struct Meaning: Sendable {
        /// Its genres, as bits; 0 for none.
        var genres: Int64
        /// Whether it marks adult content.
        var isAdult: Bool
    }

    private var known: [String: Meaning] = [:]

    /// Beyond this, categories are mapped each time.
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
