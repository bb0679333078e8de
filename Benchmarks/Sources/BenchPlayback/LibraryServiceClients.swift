import CatalogAPI
import HearthModel
import ProfilesAPI
import RPC
import RPCInProcess
import ServiceKit

/// Profiles, and a catalog of films `m0`, `m1`, ... and of series `s0`, `s1`, ... with ten episodes each, `s0e1` to `s0e10`.
final class LibraryServiceClients: ServiceClients {
    static let episodes = 10

    private let catalog: InProcessClient
    private let profiles: InProcessClient

    init() {
        (catalog, profiles) = (InProcessClient(Self.makeCatalog()), InProcessClient(Self.makeProfiles()))
    }

    func channel(to service: String) -> any RPCChannel {
        service == Profiles.serviceName ? profiles.channel : catalog.channel
    }

    private static func makeCatalog() -> InProcessHost {
        var handlers = RPCHandlers<Catalog>()
        let played: Set = [
            Catalog.GetCards.fullMethod, Catalog.ResolveStream.fullMethod, Catalog.ListEpisodes.fullMethod,
            Catalog.ListSeriesEpisodes.fullMethod,
        ]
        for request in Catalog.requests where !played.contains(request.fullMethod) { handlers.decline(request) }
        handlers.on(Catalog.GetCards.self) { request, _ in CardList(cards: request.ids.map(Self.card)) }
        handlers.on(Catalog.ListEpisodes.self) { request, _ in Self.episodes(of: request.series) }
        handlers.on(Catalog.ListSeriesEpisodes.self) { request, _ in
            SeriesEpisodesList(series: request.series.map { SeriesEpisodes(series: $0, list: Self.episodes(of: $0)) })
        }
        handlers.on(Catalog.ResolveStream.self) { _, _ in
            ResolvedStream(variant: "v", url: "http://tv.example/film", headers: [:], fallbacks: [])
        }
        return host(of: handlers)
    }

    /// Profiles says once that the profile's devices are kept in step.
    private static func makeProfiles() -> InProcessHost {
        var handlers = RPCHandlers<Profiles>()
        for request in Profiles.requests where request.fullMethod != Profiles.FollowEvents.fullMethod {
            handlers.decline(request)
        }
        handlers.on(Profiles.FollowEvents.self) { _, writer, _ in
            let settings = ChangedSettings(
                profile: "profile", settings: [SettingChange(.enableCloudSync, .boolean(true))])
            try await writer.write(
                ProfilesEvent(profileSettingsChanged: settings), at: StreamPosition(generation: 1, sequence: 1))
            try await SystemRuntime.shared.sleep(for: .seconds(3_600))
        }
        return host(of: handlers)
    }

    private static func host<Contract: ServiceContract>(of handlers: RPCHandlers<Contract>) -> InProcessHost {
        let host = InProcessHost(name: Contract.serviceName, runtime: SystemRuntime.shared)
        var server = RPCServer(name: Contract.serviceName, version: "1", runtime: SystemRuntime.shared)
        do { try server.add(handlers) } catch { preconditionFailure("\(error)") }
        host.start(server)
        return host
    }

    private static func episodes(of series: ContentID) -> EpisodeList {
        let cards = (1...episodes).map { card(ContentID(rawValue: "\(series)e\($0)")) }
        return EpisodeList(episodes: cards, total: Int64(cards.count))
    }

    private static func card(_ id: ContentID) -> Card {
        let parts = id.rawValue.dropFirst().split(separator: "e")
        guard id.rawValue.hasPrefix("s") else { return Card(id: id, kind: .movie, title: "Film \(parts[0])") }
        var card = Card(id: id, kind: parts.count > 1 ? .episode : .series, title: "Series \(parts[0])")
        if parts.count > 1 {
            card.series = ContentID(rawValue: "s\(parts[0])")
            (card.seriesTitle, card.season, card.episode) = ("Series \(parts[0])", 1, Int32(parts[1]))
        }
        return card
    }
}
