public import HearthModel
public import RPC

extension MetadataGateway {
    /// Finds films, shows and people by their names.
    public struct SearchTitles: Request {
        public typealias Response = TitlesAnswer
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// The name, or a part of it.
        public var text: String
        /// The kind to search; absent: films, shows and people together.
        public var kind: SearchKind?
        /// The year of a film's or show's first day; not for people, nor for all together.
        public var year: Int32?
        /// Which page, 1 to 500; absent: the first.
        public var page: Int32?
        /// The response's language, `de` or `de-DE`; absent: English.
        public var language: String?

        /// Creates the request.
        public init(
            text: String, kind: SearchKind? = nil, year: Int32? = nil, page: Int32? = nil, language: String? = nil
        ) {
            self.text = text
            self.kind = kind
            self.year = year
            self.page = page
            self.language = language
        }
    }

    /// One of TMDB's own lists.
    public struct ListTitles: Request {
        public typealias Response = TitlesAnswer
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// Which list.
        public var list: TitleListName
        /// Which page, 1 to 500; absent: the first.
        public var page: Int32?
        /// The response's language, `de` or `de-DE`; absent: English.
        public var language: String?

        /// Creates the request.
        public init(list: TitleListName, page: Int32? = nil, language: String? = nil) {
            self.list = list
            self.page = page
            self.language = language
        }
    }

    /// A film with the requested extras, in one upstream request.
    public struct GetMovie: Request {
        public typealias Response = MovieAnswer
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// The film's number at TMDB.
        public var id: Int64
        /// The extras; absent: none.
        public var along: [TitleExtra]?
        /// The response's language, `de` or `de-DE`; absent: English.
        public var language: String?
        /// The languages of the videos, ISO 639-1, at most ten; absent: the response's.
        public var videoLanguages: [String]?
        /// Whether the response bypasses the cache, as the caller keeps only a part of it: credits make it large.
        public var isOnce: Bool?

        /// Creates the request.
        public init(id: Int64, along: [TitleExtra]? = nil, language: String? = nil) {
            self.id = id
            self.along = along
            self.language = language
        }
    }

    /// A show with the requested extras.
    public struct GetShow: Request {
        public typealias Response = ShowAnswer
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// The show's number at TMDB.
        public var id: Int64
        /// The extras; absent: none.
        public var along: [TitleExtra]?
        /// The response's language, `de` or `de-DE`; absent: English.
        public var language: String?
        /// The languages of the videos, ISO 639-1, at most ten; absent: the response's.
        public var videoLanguages: [String]?
        /// Whether the response bypasses the cache, as the caller keeps only a part of it: credits make it large.
        public var isOnce: Bool?

        /// Creates the request.
        public init(id: Int64, along: [TitleExtra]? = nil, language: String? = nil) {
            self.id = id
            self.along = along
            self.language = language
        }
    }

    /// The genres of films or of shows.
    public struct GetGenres: Request {
        public typealias Response = GenresAnswer
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// Genres of shows instead of films.
        public var ofShows: Bool
        /// The response's language, `de` or `de-DE`; absent: English.
        public var language: String?

        /// Creates the request.
        public init(ofShows: Bool, language: String? = nil) {
            self.ofShows = ofShows
            self.language = language
        }
    }
}

/// The kind to search.
public enum SearchKind: String, Codable, Sendable, CaseIterable {
    /// Films.
    case movie
    /// Shows.
    case show
    /// People.
    case person
}

/// TMDB's own lists.
public enum TitleListName: String, Codable, Sendable, CaseIterable {
    /// Films, shows and people of the day.
    case trendingToday
    /// Films, shows and people of the week.
    case trendingThisWeek
    /// Popular films.
    case popularMovies
    /// Films that are voted for most.
    case topRatedMovies
    /// Films in cinemas.
    case nowPlaying
    /// Films coming to cinemas.
    case upcoming
    /// Popular shows.
    case popularShows
    /// Shows with the highest votes.
    case topRatedShows
    /// Shows with an episode today.
    case airingToday
    /// Shows with an episode within a week.
    case onTheAir
}

/// An extra part of a film's or show's response.
public struct TitleExtra: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Its cast and crew.
    public static let credits = TitleExtra(rawValue: "credits")
    /// A show's cast and crew over all seasons; not for films.
    public static let aggregateCredits = TitleExtra(rawValue: "aggregateCredits")
    /// Its images, those without text and in the response's language.
    public static let images = TitleExtra(rawValue: "images")
    /// Trailers and the like.
    public static let videos = TitleExtra(rawValue: "videos")
    /// User reviews.
    public static let reviews = TitleExtra(rawValue: "reviews")
    /// Titles with similar genres and keywords.
    public static let similar = TitleExtra(rawValue: "similar")
    /// Recommended titles.
    public static let recommendations = TitleExtra(rawValue: "recommendations")
    /// Where it can be watched.
    public static let watchProviders = TitleExtra(rawValue: "watchProviders")
    /// Its numbers elsewhere.
    public static let externalIds = TitleExtra(rawValue: "externalIds")
    /// Its keywords.
    public static let keywords = TitleExtra(rawValue: "keywords")
    /// Certificates: a film's release dates, a show's content ratings.
    public static let certificates = TitleExtra(rawValue: "certificates")
    /// Other orders of a show's episodes, see ``MetadataGateway/GetEpisodeGroup``; not for films.
    public static let episodeGroups = TitleExtra(rawValue: "episodeGroups")
}

/// A page of titles.
public struct TitlesAnswer: Codable, Sendable, Hashable {
    /// The titles.
    public var page: TMDB.TitlePage
    /// The source and age of the response.
    public var source: AnswerSource

    /// A page of titles.
    public init(page: TMDB.TitlePage, source: AnswerSource) {
        self.page = page
        self.source = source
    }
}

/// A film.
public struct MovieAnswer: Codable, Sendable, Hashable {
    /// The film.
    public var movie: TMDB.Movie
    /// The source and age of the response.
    public var source: AnswerSource

    /// A film.
    public init(movie: TMDB.Movie, source: AnswerSource) {
        self.movie = movie
        self.source = source
    }
}

/// A show.
public struct ShowAnswer: Codable, Sendable, Hashable {
    /// The show.
    public var show: TMDB.Show
    /// The source and age of the response.
    public var source: AnswerSource

    /// A show.
    public init(show: TMDB.Show, source: AnswerSource) {
        self.show = show
        self.source = source
    }
}

/// Genres.
public struct GenresAnswer: Codable, Sendable, Hashable {
    /// The genres.
    public var genres: [TMDB.Genre]
    /// The source and age of the response.
    public var source: AnswerSource

    /// Genres.
    public init(genres: [TMDB.Genre], source: AnswerSource) {
        self.genres = genres
        self.source = source
    }
}
