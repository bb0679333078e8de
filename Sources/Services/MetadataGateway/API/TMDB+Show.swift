extension TMDB {
    /// A show with the requested extras.
    public struct Show: Codable, Sendable, Hashable {
        /// Its number among shows.
        public var id: Int64
        /// Its title in the requested language.
        public var name: String
        /// Its title in its own language.
        public var originalName: String?
        /// Its first air date; may be empty.
        public var firstAirDate: String?
        /// Its last day so far.
        public var lastAirDate: String?
        /// More seasons may follow.
        public var inProduction: Bool?
        /// `Scripted`, `Reality`, `Documentary`, ...
        public var type: String?
        /// Its creators.
        public var createdBy: [Creator]?
        /// Minutes of an episode; often empty.
        public var episodeRunTime: [Int64]?
        /// ISO 639-1.
        public var languages: [String]?
        /// Its broadcasters.
        public var networks: [Company]?
        /// Without specials.
        public var numberOfEpisodes: Int64?
        /// Without specials.
        public var numberOfSeasons: Int64?
        /// Its seasons; 0 are the specials.
        public var seasons: [SeasonSummary]?
        /// The newest episode.
        public var lastEpisodeToAir: Episode?
        /// The next episode, when its date is known.
        public var nextEpisodeToAir: Episode?
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
        /// Certificates, by country.
        public var contentRatings: ContentRatingList?
        /// Its cast and crew over all seasons.
        public var aggregateCredits: AggregateCredits?
        /// Other orders of its episodes.
        public var episodeGroups: EpisodeGroupList?
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

    /// A show's creator.
    public struct Creator: Codable, Sendable, Hashable {
        /// The person.
        public var id: Int64
        /// The entry.
        public var creditId: String?
        /// The name.
        public var name: String
        /// The name in its own script.
        public var originalName: String?
        /// 0 unknown, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// The image's path.
        public var profilePath: String?
    }

    /// A season, in short.
    public struct SeasonSummary: Codable, Sendable, Hashable {
        /// Its number among seasons.
        public var id: Int64
        /// Which one; 0 are the specials.
        public var seasonNumber: Int64
        /// Its name.
        public var name: String
        /// The summary; may be empty.
        public var overview: String?
        /// Its first day.
        public var airDate: String?
        /// How many episodes it has.
        public var episodeCount: Int64?
        /// Its poster.
        public var posterPath: String?
        /// Out of 10.
        public var voteAverage: Double?
    }

    /// An episode.
    public struct Episode: Codable, Sendable, Hashable {
        /// Its number among episodes.
        public var id: Int64
        /// Its show.
        public var showId: Int64?
        /// Its season.
        public var seasonNumber: Int64
        /// Which one of the season.
        public var episodeNumber: Int64
        /// Its title.
        public var name: String
        /// The summary; may be empty.
        public var overview: String?
        /// Its day.
        public var airDate: String?
        /// `standard`, `finale`, ...
        public var episodeType: String?
        /// The producer's number; may be empty.
        public var productionCode: String?
        /// Minutes.
        public var runtime: Int64?
        /// The image's path.
        public var stillPath: String?
        /// Out of 10.
        public var voteAverage: Double?
        /// How many voted.
        public var voteCount: Int64?
        /// The crew; absent where the episode is only referenced.
        public var crew: [CrewMember]?
        /// Guests of this episode, beside the season's cast; absent where the episode is only referenced.
        public var guestStars: [CastMember]?
    }

    /// Certificates of a show.
    public struct ContentRatingList: Codable, Sendable, Hashable {
        /// The show; absent when it came along with it.
        public var id: Int64?
        /// By country.
        public var results: [CountryRating]
    }

    /// A show's certificate in a country.
    public struct CountryRating: Codable, Sendable, Hashable {
        /// Why it has the certificate.
        public var descriptors: [String]?
        /// The country, ISO 3166-1.
        public var iso31661: String
        /// The certificate as the country writes it.
        public var rating: String
    }

    /// Other orders of a show's episodes.
    public struct EpisodeGroupList: Codable, Sendable, Hashable {
        /// The show; absent when it came along with it.
        public var id: Int64?
        /// The orders.
        public var results: [EpisodeGroup]
    }

    /// Another order of a show's episodes.
    public struct EpisodeGroup: Codable, Sendable, Hashable {
        /// Its number.
        public var id: String
        /// Its name.
        public var name: String
        /// The description; may be empty.
        public var description: String?
        /// How many episodes it has.
        public var episodeCount: Int64?
        /// How many parts it has.
        public var groupCount: Int64?
        /// Whose order it is.
        public var network: Company?
        /// 1 by first day, 2 absolute, 3 DVD, 4 digital, 5 story arcs, 6 production, 7 television.
        public var type: Int64?
    }
}
