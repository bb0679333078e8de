internal import Access
internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Lists titles beside a search.
struct DiscoveryHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ListDiscovery.self) { request, call in
            let viewer = try call.viewer
            let reader = try DiscoveryReader(request, policy: viewer.policy)
            let week = reader.includesTrending ? await context.trending.week(household: viewer.household) : []
            return try await context.read(viewer, titles: { try reader.run($0, week: week, $1) })
        }
        handlers.on(Catalog.ListGenres.self) { request, call in
            let viewer = try call.viewer
            let reader = try GenreReader(request, policy: viewer.policy)
            return try await context.read(viewer, titles: { try reader.run($0, $1) })
        }
        handlers.on(Catalog.ListSimilar.self) { request, call in
            let viewer = try call.viewer
            let reader = try SimilarReader(request, policy: viewer.policy)
            return try await context.read(viewer, titles: { try reader.run($0, $1) })
        }
        handlers.on(Catalog.MatchTitles.self) { request, call in
            let viewer = try call.viewer
            let requests = try TitleMatchReader.checked(request.titles)
            let reader = TitleMatchReader(policy: viewer.policy)
            return try await context.read(viewer, titles: { try reader.matches(requests, $0, $1) })
        }
    }
}
