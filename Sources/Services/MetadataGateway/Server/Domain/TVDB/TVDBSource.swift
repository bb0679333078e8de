internal import Foundation
internal import HTTPFetch
internal import MetadataGatewayAPI
internal import RPC

/// Fetches the times of intros and credits from TheTVDB, through a household's cache.
///
/// The cache holds the decoded result, a few bytes of a response, including "no such series" and "no times". An expired
/// entry is fetched again, and is served stale when TheTVDB is unreachable.
struct TVDBSource: Sendable {
    let cache: Cache<CachedResponse>
    let runtime: any Runtime
    /// The addresses' prefix, `https://api4.thetvdb.com/v4`.
    let base: String
    /// nil without a key.
    let account: TVDBSession?
    let upstream: Upstream
    let flights: SingleFlight<CachedResponse>

    /// The marks of a season.
    ///
    /// - Throws: `MetadataGatewayError`, `FetchError`, `RPCError`.
    func marks(_ request: MetadataGateway.GetSeasonMarks, in household: String) async throws -> SeasonMarks {
        let search = "/search?\(Self.query(request))"
        let (series, _) = try await response(to: search, in: household) { (found: Series) in
            found.id != nil
        } fetch: {
            let found = try await fetch([TVDB.Found].self, search)
            return Series(id: SeriesMatcher(request.title, year: request.year).id(among: found))
        }
        guard let id = series.id else { throw MetadataGatewayError.unknownTitle }
        let question = "/series/\(id)/episodes/default?page=0&season=\(request.seasonNumber)"
        let (episodes, source) = try await response(to: question, in: household) { (marks: [EpisodeMarks]) in
            !marks.isEmpty
        } fetch: {
            do {
                let content = try await fetch(TVDB.Episodes.self, question)
                return EpisodeMarks.all(of: content, season: Int64(request.seasonNumber))
            } catch MetadataGatewayError.unknownTitle { return [] }
        }
        return SeasonMarks(seriesId: id, episodes: episodes, source: source)
    }

    /// The series of a title.
    private struct Series: Codable {
        /// nil when there is none that is surely this one.
        var id: Int64?
    }

    private static func query(_ request: MetadataGateway.GetSeasonMarks) -> String {
        let year = request.year.map { "&year=\($0)" } ?? ""
        let title = TMDBRequest.encoded(request.title)
        return "query=\(title)&type=series\(year)&limit=\(MetadataGatewayLimits.maximumSeriesFound)"
    }

    // MARK: Cache

    /// The cached entry of a request, or a fetched one.
    ///
    /// - Parameter says: whether a response has data, and is cached for longer.
    private func response<Value: Codable & Sendable>(
        to question: String, in household: String, has says: (Value) -> Bool,
        fetch: @escaping @Sendable () async throws -> Value
    ) async throws -> (Value, AnswerSource) {
        let key = "tvdb:\(question)"
        var older: (Value, CachedResponse)?
        if let cached = try await cache.find(key, in: household),
            let value = try? JSONDecoder().decode(Value.self, from: cached.body)
        {
            let limit = says(value) ? MetadataGatewayLimits.introLifetime : MetadataGatewayLimits.noIntroLifetime
            if cache.age(of: cached) <= limit { return (value, Self.source(of: cached, isStale: false)) }
            older = (value, cached)
        }
        do {
            let fresh = try await flights.share("\(household) \(key)") {
                let body = try JSONEncoder().encode(try await fetch())
                let now = runtime.wallTime.millisecondsSince1970
                let cached = CachedResponse(status: 200, body: body, etag: nil, fetched: now)
                await cache.keep(cached, for: key, in: household)
                return cached
            }
            return (try JSONDecoder().decode(Value.self, from: fresh.body), Self.source(of: fresh, isStale: false))
        } catch {
            guard let (value, cached) = older, !(error is CancellationError) else { throw error }
            return (value, Self.source(of: cached, isStale: true))
        }
    }

    private static func source(of cached: CachedResponse, isStale: Bool) -> AnswerSource {
        let time = Date(timeIntervalSince1970: Double(cached.fetched) / 1_000)
        return AnswerSource(fetchedAt: time, isStale: isStale, attribution: TVDB.attribution)
    }

    // MARK: Asking

    /// Sends a request, and retries once with a new token when the first is rejected.
    private func fetch<Content: Decodable & Sendable>(_ type: Content.Type, _ question: String) async throws -> Content
    {
        guard let account else { throw MetadataGatewayError.noKey }
        let token = try await account.token()
        do {
            return try await fetch(type, question, token)
        } catch MetadataGatewayError.keyRefused {
            return try await fetch(type, question, try await account.token(insteadOf: token))
        }
    }

    private func fetch<Content: Decodable & Sendable>(
        _ type: Content.Type, _ question: String, _ token: String
    ) async throws -> Content {
        var request = FetchRequest(try FetchURL(base + question))
        request.headers = [HeaderField("Authorization", "Bearer \(token)"), HeaderField("Accept", "application/json")]
        do {
            return try await upstream.fetch(TVDB.limited(request)) { try TVDB.read(type, $0) }
        } catch let error as UnreadableResponse {
            throw MetadataGatewayError.unreadable(error.field)
        } catch let error as FetchError {
            guard case .tooLarge = error.kind else { throw error }
            throw MetadataGatewayError.unreadable("")
        }
    }
}

extension EpisodeMarks {
    /// TheTVDB's marks of a season's episodes, each number once.
    fileprivate static func all(of content: TVDB.Episodes, season: Int64) -> [EpisodeMarks] {
        let all = (content.episodes ?? []).filter { $0.seasonNumber == season }.compactMap(EpisodeMarks.init)
        // Two with the same number are ambiguous.
        let counts = Dictionary(grouping: all, by: \.number)
        return all.filter { counts[$0.number]?.count == 1 }.sorted { $0.number < $1.number }
    }

    /// nil without data: zero to zero, or an end before its start.
    private init?(_ episode: TVDB.Episode) {
        guard let number = episode.number.flatMap(Int32.init(exactly:)) else { return nil }
        self.init(number: number)
        let start = episode.introStart?.value ?? 0
        if let end = episode.introEnd?.value, end > start { (introStart, introEnd) = (start, end) }
        if let credits = episode.creditStart?.value, credits > 0 { creditStart = credits }
        if episode.seasonNumber == 0 {
            airsBeforeSeason = Self.number(episode.airsBeforeSeason)
            airsBeforeEpisode = airsBeforeSeason == nil ? nil : Self.number(episode.airsBeforeEpisode)
            airsAfterSeason = Self.number(episode.airsAfterSeason)
        }
        if introEnd == nil, creditStart == nil, airsBeforeSeason == nil, airsAfterSeason == nil { return nil }
    }

    /// A number of a season or an episode; nil for 0, which says nothing.
    private static func number(_ number: Int64?) -> Int32? {
        number.flatMap(Int32.init(exactly:)).flatMap { $0 > 0 ? $0 : nil }
    }
}
