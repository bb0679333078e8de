internal import Access
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC

/// Reads TMDB's titles, without those that the caller may not see.
struct TitleReader: Sendable {
    private let source: TMDBSource

    init(source: TMDBSource) { self.source = source }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.SearchTitles.self) { request, call in try await search(request, for: call.viewer) }
        handlers.on(MetadataGateway.ListTitles.self) { request, call in try await list(request, for: call.viewer) }
        handlers.on(MetadataGateway.GetMovie.self) { request, call in try await movie(request, for: call.viewer) }
        handlers.on(MetadataGateway.GetShow.self) { request, call in try await show(request, for: call.viewer) }
        handlers.on(MetadataGateway.GetSeason.self) { request, call in try await season(request, for: call.viewer) }
        handlers.on(MetadataGateway.GetEpisodeGroup.self) { request, call in
            try await episodeGroup(request, for: call.viewer)
        }
    }

    private func search(_ request: MetadataGateway.SearchTitles, for viewer: Viewer) async throws -> TitlesAnswer {
        try RequestValidation.check(text: request.text)
        try RequestValidation.check(page: request.page, language: request.language)
        let household = try RequestValidation.household(of: viewer)
        let (page, info) = try await source.response(TMDB.TitlePage.self, to: .search(request), in: household)
        return TitlesAnswer(page: page.shown(to: viewer), source: info)
    }

    private func list(_ request: MetadataGateway.ListTitles, for viewer: Viewer) async throws -> TitlesAnswer {
        try RequestValidation.check(page: request.page, language: request.language)
        let household = try RequestValidation.household(of: viewer)
        let (page, info) = try await source.response(TMDB.TitlePage.self, to: .list(request), in: household)
        return TitlesAnswer(page: page.shown(to: viewer), source: info)
    }

    private func movie(_ request: MetadataGateway.GetMovie, for viewer: Viewer) async throws -> MovieAnswer {
        try RequestValidation.check(language: request.language)
        try RequestValidation.check(along: request.along, among: AppendToResponse.ofMovies)
        try RequestValidation.check(videoLanguages: request.videoLanguages)
        let household = try RequestValidation.household(of: viewer)
        let (movie, info) = try await source.response(TMDB.Movie.self, to: .movie(request), in: household)
        return MovieAnswer(movie: try movie.shown(to: viewer), source: info)
    }

    private func show(_ request: MetadataGateway.GetShow, for viewer: Viewer) async throws -> ShowAnswer {
        try RequestValidation.check(language: request.language)
        try RequestValidation.check(along: request.along, among: AppendToResponse.ofShows)
        try RequestValidation.check(videoLanguages: request.videoLanguages)
        let household = try RequestValidation.household(of: viewer)
        let (show, info) = try await source.response(TMDB.Show.self, to: .show(request), in: household)
        return ShowAnswer(show: try show.shown(to: viewer), source: info)
    }

    private func season(_ request: MetadataGateway.GetSeason, for viewer: Viewer) async throws -> SeasonAnswer {
        try RequestValidation.check(language: request.language)
        try RequestValidation.check(along: request.along, among: AppendToResponse.ofSeasons)
        try RequestValidation.check(seasonNumber: request.seasonNumber)
        let household = try RequestValidation.household(of: viewer)
        try await checkShow(request.seriesId, viewer, household)
        let (season, info) = try await source.response(TMDB.Season.self, to: .season(request), in: household)
        return SeasonAnswer(season: season, source: info)
    }

    private func episodeGroup(
        _ request: MetadataGateway.GetEpisodeGroup, for viewer: Viewer
    ) async throws -> EpisodeGroupResponse {
        try RequestValidation.check(groupId: request.groupId)
        let household = try RequestValidation.household(of: viewer)
        try await checkShow(request.seriesId, viewer, household)
        let (group, info) = try await source.response(
            TMDB.EpisodeGroupDetails.self, to: .episodeGroup(request), in: household)
        // Groups are found by their own id alone: that of another show has not been checked.
        let shows = Set(group.groups.flatMap { $0.episodes ?? [] }.compactMap(\.showId))
        guard shows.isSubset(of: [request.seriesId]) else {
            throw MetadataGatewayError.unknownTitle.rpcError(of: .tmdb)
        }
        return EpisodeGroupResponse(group: group, source: info)
    }

    /// Seasons and orders of episodes have no adult mark of their own: it is that of the show.
    private func checkShow(_ id: Int64, _ viewer: Viewer, _ household: String) async throws {
        guard !viewer.sees(isForAdults: true) else { return }
        let show = MetadataGateway.GetShow(id: id)
        _ = try await source.response(TMDB.Show.self, to: .show(show), in: household).0.shown(to: viewer)
    }
}
