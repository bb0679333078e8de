public import HearthModel

/// A facet that a search can count.
public struct SearchFacet: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Genres by TMDB's names.
    public static let genre = SearchFacet(rawValue: "genre")
    /// Decades: ``YearRange/text`` of 2020 and later, of the three decades before, and of everything older.
    public static let year = SearchFacet(rawValue: "year")
    /// Ratings.
    public static let rating = SearchFacet(rawValue: "rating")
    /// Languages of the links by ISO 639-1.
    public static let language = SearchFacet(rawValue: "language")
    /// Qualities of the links, see ``PictureQuality``.
    public static let quality = SearchFacet(rawValue: "quality")
    /// Watch providers of films and series in the household's region, by TMDB's ids.
    public static let provider = SearchFacet(rawValue: "provider")

    /// All known facets.
    public static let all: [SearchFacet] = [.genre, .year, .rating, .language, .quality, .provider]
}

/// The values of one facet.
public struct FacetCounts: Codable, Sendable, Hashable {
    /// The facet.
    public var facet: SearchFacet
    /// Its values that have a title: genres, languages and providers by count, the others in their own order.
    ///
    /// A count is the number of titles that the search would find with this value in place of the facet's requested
    /// ones. Counts are exact, also where the total is not.
    public var values: [FacetValue]

    /// Makes the counts of a facet.
    public init(facet: SearchFacet, values: [FacetValue]) {
        self.facet = facet
        self.values = values
    }
}

/// One value of a facet.
public struct FacetValue: Codable, Sendable, Hashable {
    /// The value, as the search's filter accepts it.
    public var value: String
    /// The number of titles.
    public var count: Int64
    /// The display name, where the value is a number: a provider's name.
    public var name: String?

    /// Makes a value.
    public init(value: String, count: Int64, name: String? = nil) {
        self.value = value
        self.count = count
        self.name = name
    }
}

/// The interpretation of a natural-language query.
public struct Understanding: Codable, Sendable, Hashable {
    /// Whether no part was interpreted: the whole text was searched word by word.
    public var isPlain: Bool
    /// The interpreted parts, in the order of the text.
    public var parts: [UnderstoodPart]
    /// The remaining words, which were searched as they are.
    public var text: String

    /// Makes an interpretation.
    public init(isPlain: Bool, parts: [UnderstoodPart], text: String) {
        self.isPlain = isPlain
        self.parts = parts
        self.text = text
    }
}

/// An interpreted part of a query.
public struct UnderstoodPart: Codable, Sendable, Hashable {
    /// The subject: `kind`, `genre`, `year`, `rating`, `minutes`, `language`, `quality`, `similar`, `sort`.
    public var about: String
    /// The value, such as `Action`, `1990-1999` or a title; of a `kind` also `radio`.
    public var value: String
    /// The part's words.
    public var words: String

    /// Makes a part.
    public init(about: String, value: String, words: String) {
        self.about = about
        self.value = value
        self.words = words
    }
}
