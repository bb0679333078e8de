extension TMDB {
    /// A film, a show or a person in a list, as TMDB sends it; `mediaType` says which.
    public struct Title: Codable, Sendable, Hashable {
        /// Its number, unique among films, among shows or among people, not across them.
        public var id: Int64
        /// `movie`, `tv` or `person`; absent in lists of one kind.
        public var mediaType: String?
        /// A film's title in the requested language.
        public var title: String?
        /// A show's title or a person's name in the requested language.
        public var name: String?
        /// A film's title in its own language.
        public var originalTitle: String?
        /// A show's title, or a person's name, in its own language.
        public var originalName: String?
        /// ISO 639-1.
        public var originalLanguage: String?
        /// A show's countries, ISO 3166-1.
        public var originCountry: [String]?
        /// The summary; empty when there is none in this language.
        public var overview: String?
        /// A film's release date, `2013-08-15`; empty when unknown.
        public var releaseDate: String?
        /// A show's first air date; empty when unknown.
        public var firstAirDate: String?
        /// Its genres, by number.
        public var genreIds: [Int64]?
        /// Its poster, see ``MetadataGateway/GetImage``.
        public var posterPath: String?
        /// The path of a wide image.
        public var backdropPath: String?
        /// The path of a person's image.
        public var profilePath: String?
        /// A person's: 0 unknown, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// A person's main department.
        public var knownForDepartment: String?
        /// Titles that a person is known for.
        public var knownFor: [KnownFor]?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Out of 10.
        public var voteAverage: Double?
        /// How many voted.
        public var voteCount: Int64?
        /// Pornography, as far as TMDB knows.
        public var adult: Bool?
        /// Erotica, as far as TMDB knows.
        public var softcore: Bool?
        /// Not a film but a recording, a trailer or the like.
        public var video: Bool?
    }

    /// A film or a show that a person is known for.
    public struct KnownFor: Codable, Sendable, Hashable {
        /// Its number.
        public var id: Int64
        /// `movie` or `tv`.
        public var mediaType: String?
        /// A film's title.
        public var title: String?
        /// A show's title.
        public var name: String?
        /// A film's title in its own language.
        public var originalTitle: String?
        /// A show's title in its own language.
        public var originalName: String?
        /// ISO 639-1.
        public var originalLanguage: String?
        /// A show's countries, ISO 3166-1.
        public var originCountry: [String]?
        /// The summary.
        public var overview: String?
        /// A film's release date; may be empty.
        public var releaseDate: String?
        /// A show's first air date; may be empty.
        public var firstAirDate: String?
        /// Its genres, by number.
        public var genreIds: [Int64]?
        /// Its poster.
        public var posterPath: String?
        /// The path of a wide image.
        public var backdropPath: String?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Out of 10.
        public var voteAverage: Double?
        /// How many voted.
        public var voteCount: Int64?
        /// Pornography.
        public var adult: Bool?
        /// Erotica.
        public var softcore: Bool?
        /// Not a film.
        public var video: Bool?
    }

    /// A page of titles.
    public struct TitlePage: Codable, Sendable, Hashable {
        /// Its number, from 1.
        public var page: Int64
        /// The titles, in TMDB's order.
        public var results: [Title]
        /// How many pages there are; TMDB gives out 500 at most.
        public var totalPages: Int64
        /// How many titles there are.
        public var totalResults: Int64
        /// The days that a list of films in cinemas is about.
        public var dates: DateSpan?
    }

    /// The days from one to another.
    public struct DateSpan: Codable, Sendable, Hashable {
        /// The first day.
        public var minimum: String
        /// The last day.
        public var maximum: String
    }
}
