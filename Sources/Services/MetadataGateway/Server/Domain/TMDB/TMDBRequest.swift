internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC

/// A request to TMDB: equal requests have an equal `key`.
struct TMDBRequest: Hashable, Sendable {
    /// The path below the API's version: `/movie/603`.
    let path: String
    /// Names and values, sorted by name, not encoded.
    let parameters: [Parameter]
    /// How long a response stays fresh.
    let lifetime: Duration
    /// Whether the response is cached.
    var isKept = true

    /// A name and a value.
    struct Parameter: Hashable, Sendable {
        let name: String
        let value: String
    }

    init(_ path: String, _ parameters: [String: String?] = [:], lifetime: Duration) {
        self.path = path
        self.parameters = parameters.compactMap { name, value in value.map { Parameter(name: name, value: $0) } }
            .sorted { $0.name < $1.name }
        self.lifetime = lifetime
    }

    /// The encoded path with its query: the key of cache and upstream. Holds no API key.
    var key: String {
        let query = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return query.isEmpty ? path : "\(path)?\(query)"
    }

    /// Escapes all characters except RFC 3986's unreserved ones.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension TMDBRequest {
    private static let hour = Duration.seconds(3_600)
    private static let day = Duration.seconds(86_400)

    static let configuration = TMDBRequest("/configuration", lifetime: day * 7)

    static func search(_ request: MetadataGateway.SearchTitles) -> TMDBRequest {
        let kind =
            switch request.kind {
            case .movie: "movie"
            case .show: "tv"
            case .person: "person"
            case nil: "multi"
            }
        let year = request.year.map(String.init)
        return TMDBRequest(
            "/search/\(kind)",
            [
                "query": request.text, "include_adult": "false", "page": request.page.map(String.init),
                "language": request.language, "year": request.kind == .movie ? year : nil,
                "first_air_date_year": request.kind == .show ? year : nil,
            ], lifetime: hour)
    }

    static func list(_ request: MetadataGateway.ListTitles) -> TMDBRequest {
        let path =
            switch request.list {
            case .trendingToday: "/trending/all/day"
            case .trendingThisWeek: "/trending/all/week"
            case .popularMovies: "/movie/popular"
            case .topRatedMovies: "/movie/top_rated"
            case .nowPlaying: "/movie/now_playing"
            case .upcoming: "/movie/upcoming"
            case .popularShows: "/tv/popular"
            case .topRatedShows: "/tv/top_rated"
            case .airingToday: "/tv/airing_today"
            case .onTheAir: "/tv/on_the_air"
            }
        return TMDBRequest(
            path, ["page": request.page.map(String.init), "language": request.language], lifetime: hour * 6)
    }

    static func discover(_ request: MetadataGateway.Discover) -> TMDBRequest {
        guard let text = request.text else {
            let list = request.list ?? .trendingThisWeek
            return self.list(.init(list: list, page: request.page, language: request.language))
        }
        let kind: SearchKind? =
            switch request.kind {
            case .movie?: .movie
            case .series?: .show
            default: nil
            }
        return search(.init(text: text, kind: kind, page: request.page, language: request.language))
    }

    static func movie(_ request: MetadataGateway.GetMovie) -> TMDBRequest {
        var question = details(
            "/movie/\(request.id)", request.along ?? [], request.language, videos: request.videoLanguages,
            names: AppendToResponse.ofMovies)
        question.isKept = request.isOnce != true
        return question
    }

    static func show(_ request: MetadataGateway.GetShow) -> TMDBRequest {
        var question = details(
            "/tv/\(request.id)", request.along ?? [], request.language, videos: request.videoLanguages,
            names: AppendToResponse.ofShows)
        question.isKept = request.isOnce != true
        return question
    }

    static func season(_ request: MetadataGateway.GetSeason) -> TMDBRequest {
        let path = "/tv/\(request.seriesId)/season/\(request.seasonNumber)"
        var question = details(
            path, request.along ?? [], request.language, videos: nil, names: AppendToResponse.ofSeasons)
        question.isKept = request.isOnce != true
        return question
    }

    static func episodeGroup(_ request: MetadataGateway.GetEpisodeGroup) -> TMDBRequest {
        TMDBRequest("/tv/episode_group/\(request.groupId)", lifetime: day)
    }

    static func genres(_ request: MetadataGateway.GetGenres) -> TMDBRequest {
        TMDBRequest(
            request.ofShows ? "/genre/tv/list" : "/genre/movie/list", ["language": request.language], lifetime: day * 7)
    }

    private static func details(
        _ path: String, _ along: [TitleExtra], _ language: String?, videos: [String]?,
        names: [TitleExtra: String]
    ) -> TMDBRequest {
        let extras = Set(along.compactMap { names[$0] }).sorted()
        // Images without text fit every language; without this only English ones are returned.
        let languages = along.contains(.images) ? "\(language.map { "\($0.prefix(2))," } ?? "")en,null" : nil
        return TMDBRequest(
            path,
            [
                "append_to_response": extras.isEmpty ? nil : extras.joined(separator: ","), "language": language,
                "include_image_language": languages,
                "include_video_language": along.contains(.videos) ? videos?.joined(separator: ",") : nil,
            ], lifetime: day)
    }
}

/// TMDB's names of the appended parts.
enum AppendToResponse {
    private static let both: [TitleExtra: String] = [
        .credits: "credits", .images: "images", .videos: "videos", .reviews: "reviews", .similar: "similar",
        .recommendations: "recommendations", .watchProviders: "watch/providers", .externalIds: "external_ids",
        .keywords: "keywords",
    ]

    /// The extras of films.
    static let ofMovies = both.merging([.certificates: "release_dates"]) { $1 }
    /// The extras of shows.
    static let ofShows = both.merging([
        .certificates: "content_ratings", .aggregateCredits: "aggregate_credits", .episodeGroups: "episode_groups",
    ]) { $1 }
    /// The extras of seasons.
    static let ofSeasons: [TitleExtra: String] = [
        .credits: "credits", .aggregateCredits: "aggregate_credits", .images: "images", .videos: "videos",
        .externalIds: "external_ids",
    ]
}
