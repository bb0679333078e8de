internal import Access
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC

/// Reads what TMDB has beside titles: genres, its configuration and images; and the source's status.
struct SourceReader: Sendable {
    private let source: TMDBSource
    private let images: ImageSource
    private let pictures: AdultImages

    init(source: TMDBSource, images: ImageSource, pictures: AdultImages) {
        (self.source, self.images, self.pictures) = (source, images, pictures)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.GetGenres.self) { request, call in try await genres(request, for: call.viewer) }
        handlers.on(MetadataGateway.GetConfiguration.self) { _, call in try await configuration(for: call.viewer) }
        handlers.on(MetadataGateway.GetImage.self) { request, call in try await image(request, for: call.viewer) }
        handlers.on(MetadataGateway.GetSourceStatus.self) { _, _ in source.status }
    }

    private func genres(_ request: MetadataGateway.GetGenres, for viewer: Viewer) async throws -> GenresAnswer {
        try RequestValidation.check(language: request.language)
        let (list, info) = try await source.response(TMDB.GenreList.self, to: .genres(request), in: viewer.household)
        return GenresAnswer(genres: list.genres, source: info)
    }

    private func configuration(for viewer: Viewer) async throws -> ConfigurationAnswer {
        let (configuration, info) = try await source.response(
            TMDB.Configuration.self, to: .configuration, in: viewer.household)
        return ConfigurationAnswer(configuration: configuration, source: info)
    }

    private func image(_ request: MetadataGateway.GetImage, for viewer: Viewer) async throws -> ImageAnswer {
        if !viewer.sees(isForAdults: true), try await pictures.contain(request.path, in: viewer.household) {
            throw MetadataGatewayError.unknownTitle
        }
        return try await images.image(request, in: viewer.household)
    }
}

extension TMDBSource {
    /// Counts of requests and cache hits since the start.
    fileprivate var status: SourceStatus {
        var status = SourceStatus(hasKey: key != nil)
        let sent = upstream.counts
        (status.sent, status.failed, status.refused) = (sent.sent, sent.failed, sent.refused)
        status.isResting = upstream.isResting
        status.shared = flights.shared
        counts.fill(&status)
        return status
    }
}
