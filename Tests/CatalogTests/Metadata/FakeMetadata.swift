import Foundation
import MetadataGatewayAPI
import RPC
import Synchronization

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A metadata-gateway that knows a few titles, made from its contract.
final class FakeMetadata: Sendable {
    /// A film or series that it knows.
    struct Known: Sendable {
        var id: Int64
        var name: String
        var year: Int
        var votes: Int64 = 1_000
        var isShow = false
        var certificate: String? = nil
        var isAdult = false
        var isSoftcore = false
        var language = "en"
        var country = "US"
        var cast: [String] = []
        var director = ""
        /// YouTube's number of a trailer, and whether it is by its makers.
        var trailers: [(key: String, isOfficial: Bool, language: String)] = []
        /// Where it can be watched, by country and TMDB's names of the ways.
        var watch: [String: [String: [Int64]]] = [:]
        /// What the episodes of its seasons are called, in order.
        var seasons: [Int32: [String]] = [:]
        /// Where the intros of its seasons' episodes are.
        var marks: [Int32: [EpisodeMarks]] = [:]
        /// Other orders of its episodes.
        var groups: [Group] = []

        var date: String { "\(year)-06-15" }
    }

    /// Another order of a show's episodes.
    struct Group: Sendable {
        var id: String
        /// TMDB's type.
        var type: Int64
        var name: String
        /// The orders of its parts, with season and number of their episodes.
        var parts: [(order: Int, episodes: [(Int, Int)])]

        var count: Int { parts.reduce(0) { $0 + $1.episodes.count } }
    }

    private struct State {
        var titles: [Known]
        var problem: RPCError?
        var isUnreadable: Set<Int64> = []
        var refusals: [Int64: RPCError] = [:]
        var delay = Duration.zero
        var searches: [MetadataGateway.SearchTitles] = []
        var details: [Int64] = []
        var watchQuestions: [Int64] = []
        var seasons: [String] = []
        var refusedSeasons: [String: RPCError] = [:]
        var marks: [MetadataGateway.GetSeasonMarks] = []
        var marksProblem: RPCError?
        var languages: Set<String> = []
    }

    private let runtime: any Runtime
    private let state: Mutex<State>

    init(_ titles: [Known], runtime: any Runtime) {
        self.runtime = runtime
        state = Mutex(State(titles: titles))
    }

    /// What it answers everything with while it is set.
    var problem: RPCError? {
        get { state.withLock { $0.problem } }
        set { state.withLock { $0.problem = newValue } }
    }

    /// The languages in which it has texts, beside English.
    var languages: Set<String> {
        get { state.withLock { $0.languages } }
        set { state.withLock { $0.languages = newValue } }
    }

    /// What it says of a name in a language, empty where it has no text; the service refuses what is no language's tag.
    private func overview(of name: String, in language: String?) throws -> String {
        guard let language else { return "TMDB on \(name)." }
        guard language.split(separator: "-").allSatisfy({ $0.utf8.count == 2 }) else {
            throw RPCError.invalidArgument("language", "is none, such as de or de-DE")
        }
        return languages.contains(language) ? "TMDB on \(name), in \(language)." : ""
    }

    /// The titles that it knows.
    var titles: [Known] {
        get { state.withLock { $0.titles } }
        set { state.withLock { $0.titles = newValue } }
    }

    /// The titles whose details cannot be read.
    var unreadable: Set<Int64> {
        get { state.withLock { $0.isUnreadable } }
        set { state.withLock { $0.isUnreadable = newValue } }
    }

    /// What it answers with when it is asked for the details of these.
    var refusals: [Int64: RPCError] {
        get { state.withLock { $0.refusals } }
        set { state.withLock { $0.refusals = newValue } }
    }

    /// How long it takes to answer.
    var delay: Duration {
        get { state.withLock { $0.delay } }
        set { state.withLock { $0.delay = newValue } }
    }

    /// What was looked for.
    var searches: [MetadataGateway.SearchTitles] { state.withLock { $0.searches } }
    /// What details were asked for.
    var details: [Int64] { state.withLock { $0.details } }
    /// Of these it was asked where they can be watched.
    var watchQuestions: [Int64] { state.withLock { $0.watchQuestions } }

    /// What seasons were asked for, `1668/1`.
    var seasons: [String] { state.withLock { $0.seasons } }

    /// Of which seasons it was asked where their intros are.
    var marks: [MetadataGateway.GetSeasonMarks] { state.withLock { $0.marks } }

    /// What it answers that with while it is set.
    var marksProblem: RPCError? {
        get { state.withLock { $0.marksProblem } }
        set { state.withLock { $0.marksProblem = newValue } }
    }

    /// What it answers with when it is asked for these seasons.
    var refusedSeasons: [String: RPCError] {
        get { state.withLock { $0.refusedSeasons } }
        set { state.withLock { $0.refusedSeasons = newValue } }
    }

    var handlers: RPCHandlers<MetadataGateway> {
        var handlers = RPCHandlers<MetadataGateway>()
        handlers.on(MetadataGateway.SearchTitles.self) { [self] request, _ in
            try refuse { $0.searches.append(request) }
            try await runtime.sleep(for: delay)
            let words = Set(request.text.lowercased().split(separator: " "))
            let found = titles.filter { title in
                title.isShow == (request.kind == .show) && (request.year == nil || Int(request.year ?? 0) == title.year)
                    && !words.isDisjoint(with: title.name.lowercased().split(separator: " "))
            }
            return try Self.page(found, source: source)
        }
        handlers.on(MetadataGateway.GetMovie.self) { [self] request, _ in
            let known = try find(request.id, isShow: false)
            let certificate = known.certificate ?? ""
            let text = """
                {"id": \(known.id), "title": "\(known.name)", "originalLanguage": "\(known.language)",
                "originCountry": ["\(known.country)"], "releaseDate": "\(known.date)", "runtime": 101,
                "imdbId": "tt\(known.id)", "overview": "\(try overview(of: known.name, in: request.language))", "adult": \(known.isAdult),
                "softcore": \(known.isSoftcore),
                "genres": [{"id": 878, "name": "Science Fiction"}], "posterPath": "/p\(known.id).jpg",
                "backdropPath": "/b\(known.id).jpg", "voteAverage": 7.5, "voteCount": \(known.votes),
                "releaseDates": {"results": [{"iso31661": "US", "releaseDates":
                [{"certification": "\(certificate)", "releaseDate": "", "type": 3}]}]}\(along(known, request.along, request.videoLanguages))}
                """
            return MovieAnswer(
                movie: try JSONDecoder().decode(TMDB.Movie.self, from: Data(text.utf8)), source: source)
        }
        handlers.on(MetadataGateway.GetShow.self) { [self] request, _ in
            let known = try find(request.id, isShow: true)
            let text = """
                {"id": \(known.id), "name": "\(known.name)", "originalLanguage": "\(known.language)",
                "originCountry": ["\(known.country)"], "firstAirDate": "\(known.date)", "voteCount": 5,
                "adult": \(known.isAdult), "softcore": \(known.isSoftcore),
                "overview": "\(try overview(of: known.name, in: request.language))", "contentRatings": {"results":
                [{"iso31661": "US", "rating": "\(known.certificate ?? "")"}]}\(along(known, request.along, request.videoLanguages))}
                """
            return ShowAnswer(show: try JSONDecoder().decode(TMDB.Show.self, from: Data(text.utf8)), source: source)
        }
        handlers.on(MetadataGateway.GetSeason.self) { [self] request, _ in try season(request) }
        handlers.on(MetadataGateway.GetSeasonMarks.self) { [self] request, _ in try marks(request) }
        handlers.on(MetadataGateway.GetEpisodeGroup.self) { [self] request, _ in try episodeGroup(request) }
        return handlers
    }

    private func season(_ request: MetadataGateway.GetSeason) throws -> SeasonAnswer {
        let (name, number) = ("\(request.seriesId)/\(request.seasonNumber)", request.seasonNumber)
        try refuse { $0.seasons.append(name) }
        if let refusal = refusedSeasons[name] { throw refusal }
        let show = titles.first { $0.id == request.seriesId && $0.isShow }
        guard let show, let names = show.seasons[number] else {
            throw RPCError(.notFound, "There is none.", details: [RPCErrorDetail(MetadataProblem(.unknownTitle))])
        }
        let episodes = try names.enumerated().map { index, name in
            """
            {"id": \(index + 1), "seasonNumber": \(number), "episodeNumber": \(index + 1), "name": "\(name)",
            "overview": "\(try overview(of: name, in: request.language))", "airDate": "\(show.year)-1\(number)-0\(index + 1)", "runtime": \(41 + index),
            "stillPath": "/s\(number)e\(index + 1).jpg", "voteCount": 3}
            """
        }
        let text = """
            {"id": \(show.id), "seasonNumber": \(number), "name": "Season", "episodes": [\(episodes.joined(separator: ","))]}
            """
        return SeasonAnswer(
            season: try JSONDecoder().decode(TMDB.Season.self, from: Data(text.utf8)), source: source)
    }

    private func episodeGroup(_ request: MetadataGateway.GetEpisodeGroup) throws -> EpisodeGroupResponse {
        try refuse { _ in }
        let show = titles.first { $0.id == request.seriesId && $0.isShow }
        guard let show, let group = show.groups.first(where: { $0.id == request.groupId }) else {
            throw RPCError(.notFound, "There is none.", details: [RPCErrorDetail(MetadataProblem(.unknownTitle))])
        }
        let parts = group.parts.map { part in
            // TMDB's editors list them as they please: the order is that of their numbers.
            let episodes = part.episodes.enumerated().reversed().map { order, episode in
                "{\"order\": \(order), \"seasonNumber\": \(episode.0), \"episodeNumber\": \(episode.1), \"showId\": \(show.id)}"
            }
            return "{\"order\": \(part.order), \"name\": \"Part\", \"episodes\": [\(episodes.joined(separator: ","))]}"
        }
        let text = """
            {"id": "\(group.id)", "name": "\(group.name)", "type": \(group.type), "groups": [\(parts.joined(separator: ","))]}
            """
        return EpisodeGroupResponse(
            group: try JSONDecoder().decode(TMDB.EpisodeGroupDetails.self, from: Data(text.utf8)), source: source)
    }

    private func marks(_ request: MetadataGateway.GetSeasonMarks) throws -> SeasonMarks {
        let problem = state.withLock { state in
            state.marks.append(request)
            return state.marksProblem
        }
        if let problem { throw problem }
        let show = titles.first { show in
            show.isShow && show.name == request.title && (request.year == nil || Int(request.year ?? 0) == show.year)
        }
        guard let show else {
            throw RPCError(.notFound, "There is none.", details: [RPCErrorDetail(MetadataProblem(.unknownTitle))])
        }
        return SeasonMarks(seriesId: show.id, episodes: show.marks[request.seasonNumber] ?? [], source: source)
    }

    private var source: AnswerSource {
        let now = Date(timeIntervalSince1970: runtime.wallTime.secondsSince1970)
        return AnswerSource(fetchedAt: now, isStale: false, attribution: "From the fake.")
    }

    /// What comes along, as JSON.
    private func along(_ known: Known, _ along: [TitleExtra]?, _ languages: [String]?) -> String {
        watch(known, along) + Self.credits(known, along) + Self.videos(known, along, languages ?? ["en"])
            + Self.groups(known, along)
    }

    private static func credits(_ known: Known, _ along: [TitleExtra]?) -> String {
        guard along?.contains(.credits) == true else { return "" }
        let cast = known.cast.enumerated().map { "{\"id\": 1, \"name\": \"\($1)\", \"order\": \($0)}" }
        // TMDB has no order for its lists, and more than who directs.
        return """
            , "credits": {"cast": [\(cast.reversed().joined(separator: ","))], "crew": [
            {"id": 1, "name": "Some Writer", "job": "Writer"}, {"id": 2, "name": "\(known.director)", "job": "Director"}]}
            """
    }

    private static func groups(_ known: Known, _ along: [TitleExtra]?) -> String {
        guard along?.contains(.episodeGroups) == true else { return "" }
        let groups = known.groups.map { group in
            """
            {"id": "\(group.id)", "name": "\(group.name)", "type": \(group.type), "episodeCount": \(group.count)}
            """
        }
        return ", \"episodeGroups\": {\"results\": [\(groups.joined(separator: ","))]}"
    }

    private static func videos(_ known: Known, _ along: [TitleExtra]?, _ languages: [String]) -> String {
        guard along?.contains(.videos) == true else { return "" }
        let videos = known.trailers.filter { languages.contains($0.language) }.map { video in
            """
            {"id": "1", "name": "Trailer", "site": "YouTube", "key": "\(video.key)", "type": "Trailer",
            "official": \(video.isOfficial), "iso6391": "\(video.language)"}
            """
        }
        return ", \"videos\": {\"results\": [\(videos.joined(separator: ","))]}"
    }

    /// What comes along of where a title can be watched, as JSON.
    private func watch(_ known: Known, _ along: [TitleExtra]?) -> String {
        guard along?.contains(.watchProviders) == true else { return "" }
        state.withLock { $0.watchQuestions.append(known.id) }
        let countries = known.watch.map { country, ways in
            let lists = ways.map { way, providers in
                let named = providers.map { "{\"providerId\": \($0), \"providerName\": \"\(Self.provider($0))\"}" }
                return "\"\(way)\": [\(named.joined(separator: ","))]"
            }
            return
                "\"\(country)\": {\((["\"link\": \"http://tmdb.example/\(country)\""] + lists).joined(separator: ","))}"
        }
        return ", \"watchProviders\": {\"results\": {\(countries.joined(separator: ","))}}"
    }

    /// What a provider is called.
    static func provider(_ number: Int64) -> String { number == 8 ? "Netflix" : "Provider \(number)" }

    private func refuse(_ note: (inout State) -> Void) throws {
        try state.withLock { state in
            note(&state)
            if let problem = state.problem { throw problem }
        }
    }

    private func find(_ id: Int64, isShow: Bool) throws -> Known {
        try refuse { $0.details.append(id) }
        if unreadable.contains(id) {
            throw RPCError(.unavailable, "garbage", details: [RPCErrorDetail(MetadataProblem(.unreadable))])
        }
        if let refusal = refusals[id] { throw refusal }
        guard let known = titles.first(where: { $0.id == id && $0.isShow == isShow }) else {
            throw RPCError(.notFound, "There is none.", details: [RPCErrorDetail(MetadataProblem(.unknownTitle))])
        }
        return known
    }

    private static func page(_ titles: [Known], source: AnswerSource) throws -> TitlesAnswer {
        let results = titles.map { title in
            let (name, date) = title.isShow ? ("name", "firstAirDate") : ("title", "releaseDate")
            return """
                {"id": \(title.id), "\(name)": "\(title.name)", "\(date)": "\(title.date)", "voteCount": \(title.votes),
                "originCountry": ["\(title.country)"]}
                """
        }
        let text = """
            {"page": 1, "results": [\(results.joined(separator: ","))], "totalPages": 1, "totalResults": \(titles.count)}
            """
        return TitlesAnswer(
            page: try JSONDecoder().decode(TMDB.TitlePage.self, from: Data(text.utf8)), source: source)
    }
}
