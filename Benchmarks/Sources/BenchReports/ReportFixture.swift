import BenchKit
import CatalogAPI
import HearthModel
import PlaybackStateService
import RPC
import RPCInProcess
import ServiceKit

/// The service with a catalog that has one film.
typealias ReportFixture = ServiceFixture<PlaybackStateService>

/// A catalog with one film.
final class FilmServiceClients: ServiceClients {
    private let client: InProcessClient

    init() {
        let host = InProcessHost(name: "catalog", runtime: SystemRuntime.shared)
        var handlers = RPCHandlers<Catalog>()
        for request in Catalog.requests
        where ![Catalog.GetCards.fullMethod, Catalog.ResolveStream.fullMethod].contains(request.fullMethod) {
            handlers.decline(request)
        }
        handlers.on(Catalog.GetCards.self) { request, _ in
            CardList(cards: request.ids.map { Card(id: $0, kind: .movie, title: "Film") })
        }
        handlers.on(Catalog.ResolveStream.self) { _, _ in
            ResolvedStream(variant: "v", url: "http://tv.example/film", headers: [:], fallbacks: [])
        }
        var server = RPCServer(name: "catalog", version: "1", runtime: SystemRuntime.shared)
        try? server.add(handlers)
        host.start(server)
        client = InProcessClient(host)
    }

    func channel(to service: String) -> any RPCChannel { client.channel }
}
