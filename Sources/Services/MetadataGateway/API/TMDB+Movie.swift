extension TMDB {
    /// A film with the requested extras.
    public struct Movie: Codable, Sendable, Hashable {
        /// Its number among films.
        public var id: Int64
        /// Its title in the requested language.
        public var title: String
        /// Its title in its own language.
        public var originalTitle: String?
        /// Its release date; may be empty.
        public var releaseDate: String?
        /// Minutes; 0 when unknown.
        public var runtime: Int64?
        /// Its IMDb number, `tt0133093`.
        public var imdbId: String?
        /// The franchise that it is a part of.
        public var belongsToCollection: CollectionName?
        /// US dollars; 0 when unknown.
        public var budget: Int64?
        /// US dollars; 0 when unknown.
        public var revenue: Int64?
        /// Not a film but a recording or the like.
        public var video: Bool?
        /// Pornography.
        public var adult: Bool?
        /// Erotica.
        public var softcore: Bool?
        /// The path of a wide image.
        public var backdropPath: String?
        /// Its poster.
        public var posterPath: String?
        /// Its genres.
        public var genres: [Genre]?
        /// Its page; may be empty.
        public var homepage: String?
        /// Its countries, ISO 3166-1.
        public var originCountry: [String]?
        /// ISO 639-1.
        public var originalLanguage: String?
        /// The summary; may be empty.
        public var overview: String?
        /// Its production companies.
        public var productionCompanies: [Company]?
        /// Where it was produced.
        public var productionCountries: [Country]?
        /// The spoken languages.
        public var spokenLanguages: [Language]?
        /// `Released`, `Returning Series`, `Ended`, ...
        public var status: String?
        /// The line on its poster; may be empty.
        public var tagline: String?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Out of 10.
        public var voteAverage: Double?
        /// How many voted.
        public var voteCount: Int64?
        /// Days and certificates, by country.
        public var releaseDates: ReleaseDateList?
        /// Its cast and crew.
        public var credits: Credits?
        /// Its images.
        public var images: ImageSet?
        /// Trailers and the like.
        public var videos: VideoList?
        /// User reviews; the first page.
        public var reviews: ReviewPage?
        /// Titles with similar genres and keywords.
        public var similar: TitlePage?
        /// Recommended titles.
        public var recommendations: TitlePage?
        /// Where it can be watched, by country (JustWatch).
        public var watchProviders: WatchProviders?
        /// Its numbers elsewhere.
        public var externalIds: ExternalIDs?
        /// Its keywords.
        public var keywords: KeywordList?
    }

    /// A franchise, by name.
    public struct CollectionName: Codable, Sendable, Hashable {
        /// Its number among collections.
        public var id: Int64
        /// Its name.
        public var name: String
        /// Its poster.
        public var posterPath: String?
        /// The path of a wide image.
        public var backdropPath: String?
    }

    /// Days and certificates of a film.
    public struct ReleaseDateList: Codable, Sendable, Hashable {
        /// The film; absent when it came along with it.
        public var id: Int64?
        /// By country.
        public var results: [CountryReleases]
    }

    /// A film's releases in a country.
    public struct CountryReleases: Codable, Sendable, Hashable {
        /// The country, ISO 3166-1.
        public var iso31661: String
        /// Its releases there.
        public var releaseDates: [Release]
    }

    /// A release of a film.
    public struct Release: Codable, Sendable, Hashable {
        /// The certificate as the country writes it; empty when there is none.
        public var certification: String
        /// Why it has the certificate.
        public var descriptors: [String]?
        /// The language; may be empty.
        public var iso6391: String?
        /// Such as a festival; may be empty.
        public var note: String?
        /// The moment, `2010-04-09T00:00:00.000Z`.
        public var releaseDate: String
        /// 1 premiere, 2 limited, 3 cinema, 4 digital, 5 physical, 6 television.
        public var type: Int64
    }
}
