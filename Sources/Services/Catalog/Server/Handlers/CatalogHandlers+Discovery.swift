internal import Access
internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ServiceKit

extension CatalogHandlers {
    /// Adds the methods that list titles beside a search.
    static func addDiscovery(to handlers: inout RPCHandlers<Catalog>, _ context: HandlerContext) {
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
            let wanted = try TitleMatchReader.checked(request.titles)
            let reader = TitleMatchReader(policy: viewer.policy)
            return try await context.read(viewer, titles: { try reader.matches(wanted, $0, $1) })
        }
    }
}
