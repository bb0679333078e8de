public import Household

/// What can be counted beside a search's hits.
public struct SearchFacet: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Genres by TMDB's names.
    public static let genre = SearchFacet(rawValue: "genre")
    /// Decades: ``YearRange/text`` of 2020 and later, of the three decades before, and of what is older.
    public static let year = SearchFacet(rawValue: "year")
    /// Ratings.
    public static let rating = SearchFacet(rawValue: "rating")
    /// Languages of the links by ISO 639-1.
    public static let language = SearchFacet(rawValue: "language")
    /// Qualities of the links, see ``PictureQuality``.
    public static let quality = SearchFacet(rawValue: "quality")
    /// Where films and series can be watched besides, in the household's region: TMDB's numbers of providers.
    public static let provider = SearchFacet(rawValue: "provider")

    /// All that are known.
    public static let all: [SearchFacet] = [.genre, .year, .rating, .language, .quality, .provider]
}

/// The values of one facet.
public struct FacetCounts: Codable, Sendable, Hashable {
    /// Which facet.
    public var facet: SearchFacet
    /// Its values with a title: genres, languages and providers by their count, the others in their own order.
    ///
    /// Each counts the titles that the search would find with this value in place of those that are asked for of this
    /// facet. Counts are exact, also where the total is not.
    public var values: [FacetValue]

    /// Counts a facet.
    public init(facet: SearchFacet, values: [FacetValue]) {
        self.facet = facet
        self.values = values
    }
}

/// One value of a facet.
public struct FacetValue: Codable, Sendable, Hashable {
    /// The value, as the search's filter takes it.
    public var value: String
    /// How many titles have it.
    public var count: Int64
    /// What people call it, where the value is a number: a provider's name.
    public var name: String?

    /// Counts a value.
    public init(value: String, count: Int64, name: String? = nil) {
        self.value = value
        self.count = count
        self.name = name
    }
}

/// What was understood of a text that people speak.
public struct Understanding: Codable, Sendable, Hashable {
    /// Whether nothing was understood: the whole text was looked for word by word.
    public var isPlain: Bool
    /// What was understood, in the order of the text.
    public var parts: [UnderstoodPart]
    /// The words that were looked for as they are.
    public var text: String

    /// An understanding.
    public init(isPlain: Bool, parts: [UnderstoodPart], text: String) {
        self.isPlain = isPlain
        self.parts = parts
        self.text = text
    }
}

/// Something that was understood.
public struct UnderstoodPart: Codable, Sendable, Hashable {
    /// What it is about: `kind`, `genre`, `year`, `rating`, `minutes`, `language`, `quality`, `similar`, `sort`.
    public var about: String
    /// What it was taken for, such as `Action`, `1990-1999` or a title; of a `kind` also `radio`.
    public var value: String
    /// The words of it.
    public var words: String

    /// A part.
    public init(about: String, value: String, words: String) {
        self.about = about
        self.value = value
        self.words = words
    }
}
