internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC
internal import ServiceKit

/// Lists and sets the orders of series' episodes.
struct EpisodeOrderHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ListEpisodeOrders.self) { request, call in
            let viewer = try call.viewer
            return try await list(try await series(request.series, viewer), in: viewer.household)
        }
        handlers.on(Catalog.SetEpisodeOrder.self) { request, call in
            try await set(request, for: try call.viewer)
        }
    }

    /// A series that the caller may see.
    private struct Series: Sendable {
        var id: String
        /// Its match at TMDB.
        var tmdbID: Int64?
        var choice: EpisodeOrderTable.Choice
    }

    private func series(_ id: ContentID, _ viewer: Viewer) async throws -> Series {
        guard id.isWellFormed else { throw RPCError.invalidArgument("series", "must be a content ID") }
        return try await context.read(viewer) { db in
            let scope = try ReadScope(db, policy: viewer.policy)
            guard let found = try CardReader.find(id.rawValue, db, scope), found.card.kind == .series else {
                throw TitleReader.notFound
            }
            let series = found.card.id.rawValue
            return Series(
                id: series, tmdbID: try MetadataTitleTable.find(series, db)?.tmdbID,
                choice: try EpisodeOrderTable.choice(for: series, db))
        }
    }

    private func list(_ series: Series, in household: String) async throws -> EpisodeOrderList {
        // Absolute numbers can be counted; TMDB's own are preferred.
        var orders: [EpisodeOrder: EpisodeOrderInfo] = [
            .aired: EpisodeOrderInfo(order: .aired), .absolute: EpisodeOrderInfo(order: .absolute),
        ]
        if series.choice.kind != .aired {
            orders[series.choice.kind] = EpisodeOrderInfo(order: series.choice.kind, name: series.choice.name)
        }
        var isComplete = true
        if let tmdbID = series.tmdbID {
            do {
                for group in try await context.metadata.episodeGroups(of: tmdbID, household: household) {
                    guard let order = EpisodeOrder(type: group.type), order != .aired else { continue }
                    let info = EpisodeOrderInfo(order: order, name: group.name, episodes: group.episodeCount)
                    if (orders[order]?.episodes ?? 0) <= (info.episodes ?? 0) { orders[order] = info }
                }
            } catch is RPCError {
                isComplete = false
            }
        }
        return EpisodeOrderList(
            current: series.choice.kind, orders: EpisodeOrder.all.compactMap { orders[$0] }, isComplete: isComplete)
    }

    private func set(_ request: Catalog.SetEpisodeOrder, for viewer: Viewer) async throws -> EpisodeOrderList {
        guard EpisodeOrder.all.contains(request.order) else {
            let names = EpisodeOrder.all.map(\.rawValue).joined(separator: ", ")
            throw RPCError.invalidArgument("order", "must be one of \(names)")
        }
        var series = try await series(request.series, viewer)
        let places = try await places(of: series, request.order, in: viewer.household)
        let due = context.milliseconds + MetadataLimits().foundLifetime.wholeMilliseconds
        let (id, tmdbID) = (series.id, series.tmdbID)
        try await context.shards.shard(for: viewer.household).write { db in
            try EpisodeOrderTable.choose(request.order, for: id, places, tmdbID: tmdbID, due: due, db)
        }
        series.choice = EpisodeOrderTable.Choice(
            kind: request.order, name: places?.name, hasPlaces: places != nil)
        return try await list(series, in: viewer.household)
    }

    /// The places of an order; nil where none are needed.
    ///
    /// - Throws: `RPCError` when the series has no such order, or TMDB cannot be asked.
    private func places(
        of series: Series, _ order: EpisodeOrder, in household: String
    ) async throws -> EpisodeGroupPlaces? {
        if order == .aired { return nil }
        guard let tmdbID = series.tmdbID else {
            if order == .absolute { return nil }
            throw RPCError(
                .failedPrecondition,
                "The series has no match at TMDB, where other orders come from. Correct its TMDB ID first.",
                details: [RPCErrorDetail(CatalogProblem(.noEpisodeOrder))])
        }
        let request = EpisodeOrderTable.Request(series: series.id, tmdbID: tmdbID, kind: order)
        switch try await context.metadata.learn(request, household: household) {
        case .learned(let places): return places
        case .unknown, .failed:
            if order == .absolute { return nil }
            throw RPCError(
                .failedPrecondition,
                "TMDB has no such order of this series. ListEpisodeOrders names those that it has.",
                details: [RPCErrorDetail(CatalogProblem(.noEpisodeOrder))])
        }
    }
}
