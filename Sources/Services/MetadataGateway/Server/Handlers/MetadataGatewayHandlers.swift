internal import Access
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC
internal import TextFolding

/// The contract's methods: each validates its request, and queries a source.
struct MetadataGatewayHandlers: Sendable {
    let source: TMDBSource
    let images: ImageSource
    let pictures: AdultImages
    let cards: CardSource
    let marks: TVDBSource

    var table: RPCHandlers<MetadataGateway> {
        var handlers = RPCHandlers<MetadataGateway>()
        addTitles(to: &handlers)
        addSeasons(to: &handlers)
        addMarks(to: &handlers)
        addCards(to: &handlers)
        addSources(to: &handlers)
        return handlers
    }

    private func addTitles(to handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.SearchTitles.self) { [source] request, call in
            try Self.check(text: request.text)
            try Self.check(page: request.page, language: request.language)
            let household = try Self.household(of: call.viewer)
            let (page, info) = try await source.answer(TMDB.TitlePage.self, to: .search(request), in: household)
            return TitlesAnswer(page: page.shown(to: try call.viewer), source: info)
        }
        handlers.on(MetadataGateway.ListTitles.self) { [source] request, call in
            try Self.check(page: request.page, language: request.language)
            let household = try Self.household(of: call.viewer)
            let (page, info) = try await source.answer(TMDB.TitlePage.self, to: .list(request), in: household)
            return TitlesAnswer(page: page.shown(to: try call.viewer), source: info)
        }
        handlers.on(MetadataGateway.GetMovie.self) { [source] request, call in
            try Self.check(language: request.language)
            try Self.check(along: request.along, among: AppendToResponse.ofMovies)
            try Self.check(videoLanguages: request.videoLanguages)
            let household = try Self.household(of: call.viewer)
            let (movie, info) = try await source.answer(TMDB.Movie.self, to: .movie(request), in: household)
            return MovieAnswer(movie: try movie.shown(to: call.viewer), source: info)
        }
        handlers.on(MetadataGateway.GetShow.self) { [source] request, call in
            try Self.check(language: request.language)
            try Self.check(along: request.along, among: AppendToResponse.ofShows)
            try Self.check(videoLanguages: request.videoLanguages)
            let household = try Self.household(of: call.viewer)
            let (show, info) = try await source.answer(TMDB.Show.self, to: .show(request), in: household)
            return ShowAnswer(show: try show.shown(to: call.viewer), source: info)
        }
    }

    private func addSeasons(to handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.GetSeason.self) { [source] request, call in
            try Self.check(language: request.language)
            try Self.check(along: request.along, among: AppendToResponse.ofSeasons)
            guard request.seasonNumber >= 0 else { throw RPCError.invalidArgument("seasonNumber", "is below 0") }
            let household = try Self.household(of: call.viewer)
            if try !call.viewer.sees(isForAdults: true) {
                // Seasons have no mark of their own: it is that of the show.
                let show = MetadataGateway.GetShow(id: request.seriesId)
                _ = try await source.answer(TMDB.Show.self, to: .show(show), in: household).0.shown(to: call.viewer)
            }
            let (season, info) = try await source.answer(TMDB.Season.self, to: .season(request), in: household)
            return SeasonAnswer(season: season, source: info)
        }
    }

    private func addMarks(to handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.GetSeasonMarks.self) { [marks] request, call in
            try Self.check(text: request.title, field: "title")
            guard request.seasonNumber >= 0 else { throw RPCError.invalidArgument("seasonNumber", "is below 0") }
            let household = try Self.household(of: call.viewer)
            do {
                return try await marks.marks(request, in: household)
            } catch let error as MetadataGatewayError {
                throw error.rpcError(of: .tvdb)
            }
        }
    }

    private func addCards(to handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.Discover.self) { [cards] request, call in
            if let text = request.text { try Self.check(text: text) }
            if let kind = request.kind, kind != .movie, kind != .series {
                throw RPCError.invalidArgument("kind", "must be movie or series.")
            }
            try Self.check(page: request.page, language: request.language)
            return try await cards.discover(request, call, for: try call.viewer)
        }
        handlers.on(MetadataGateway.GetCards.self) { [cards] request, call in
            try await cards.cards(request, call, for: try call.viewer)
        }
    }

    private func addSources(to handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.GetGenres.self) { [source] request, call in
            try Self.check(language: request.language)
            let (list, info) = try await source.answer(
                TMDB.GenreList.self, to: .genres(request), in: call.viewer.household)
            return GenresAnswer(genres: list.genres, source: info)
        }
        handlers.on(MetadataGateway.GetConfiguration.self) { [source] _, call in
            let (configuration, info) = try await source.answer(
                TMDB.Configuration.self, to: .configuration, in: call.viewer.household)
            return ConfigurationAnswer(configuration: configuration, source: info)
        }
        handlers.on(MetadataGateway.GetImage.self) { [images, pictures] request, call in
            let viewer = try call.viewer
            if !viewer.sees(isForAdults: true), try await pictures.contain(request.path, in: viewer.household) {
                throw MetadataGatewayError.unknownTitle
            }
            return try await images.image(request, in: viewer.household)
        }
        handlers.on(MetadataGateway.GetSourceStatus.self) { [source] _, _ in source.status }
    }

    /// The household whose cache to use. TMDB's own responses have no rating, so only a caller that may see unrated
    /// titles may read them.
    private static func household(of viewer: Viewer) throws -> String {
        guard viewer.service != nil || viewer.seesUnclassified else { throw MetadataGatewayError.notForViewer }
        return viewer.household
    }

    private static func check(text: String, field: String = "text") throws {
        guard !text.isEmpty, text.count <= MetadataGatewayLimits.searchCharacters else {
            throw RPCError.invalidArgument(
                field, "must have between 1 and \(MetadataGatewayLimits.searchCharacters) characters")
        }
    }

    private static func check(along: [TitleExtra]?, among known: [TitleExtra: String]) throws {
        guard let other = along?.first(where: { known[$0] == nil }) else { return }
        let names = known.keys.map(\.rawValue).sorted().joined(separator: ", ")
        throw RPCError.invalidArgument("along", "has \(other.rawValue.prefix(40)), which is none of \(names)")
    }

    private static func check(videoLanguages: [String]?) throws {
        guard let videoLanguages else { return }
        let areLanguages = videoLanguages.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isLetter) }
        guard areLanguages, (1...MetadataGatewayLimits.videoLanguages).contains(videoLanguages.count) else {
            throw RPCError.invalidArgument(
                "videoLanguages", "must be between 1 and \(MetadataGatewayLimits.videoLanguages) languages, such as de")
        }
    }

    private static func check(page: Int32? = nil, language: String?) throws {
        if let page, !(1...MetadataGatewayLimits.lastPage).contains(page) {
            throw RPCError.invalidArgument("page", "is not from 1 to \(MetadataGatewayLimits.lastPage)")
        }
        guard let language else { return }
        let parts = language.split(separator: "-", omittingEmptySubsequences: false)
        let areLetters = parts.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isLetter) }
        guard areLetters, (1...2).contains(parts.count) else {
            throw RPCError.invalidArgument("language", "is none, such as de or de-DE")
        }
    }
}

extension TMDBSource {
    /// Counts of requests and cache hits since the start.
    var status: SourceStatus {
        var status = SourceStatus(hasKey: key != nil)
        let sent = upstream.counts
        (status.sent, status.failed, status.refused) = (sent.sent, sent.failed, sent.refused)
        status.isResting = upstream.isResting
        status.shared = flights.shared
        counts.fill(&status)
        return status
    }
}
