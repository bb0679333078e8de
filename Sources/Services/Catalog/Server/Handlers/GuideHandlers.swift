internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Reads channels, what is on, and the guide.
struct GuideHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        addChannels(to: &handlers)
        addGuide(to: &handlers)
    }

    private func addChannels(to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.NowNext.self) { request, call in
            let viewer = try call.viewer
            let reader = try NowNextReader(request, policy: viewer.policy, now: context.seconds)
            return try await context.read(viewer) { try reader.run($0) }
        }
        handlers.on(Catalog.ListOnAir.self) { request, writer, call in
            let viewer = try call.viewer
            let at = try request.at.map { try GuideTime.seconds($0, field: "at") }
            let shard = try await context.shards.shard(for: viewer.household)
            let now = context.seconds
            // All channels are read at once, and of one time.
            let moment = try await shard.read { db in
                let scope = try ReadScope(db, policy: viewer.policy)
                let list = try context.onAir.list(of: shard, generation: scope.generation, db)
                return try list.moment(at ?? now, for: scope.audience, keeps: at == nil, db)
            }
            var position = 0
            while let batch = moment.batch(from: &position, onlyWithGuide: request.onlyWithGuide ?? false) {
                try await writer.write(batch)
            }
        }
        handlers.on(Catalog.ListNeighbours.self) { request, call in
            let viewer = try call.viewer
            let reader = try NeighbourReader(request, policy: viewer.policy)
            return try await context.read(viewer, titles: { try reader.run($0, $1) })
        }
    }

    private func addGuide(to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.GuideGrid.self) { request, call in
            let viewer = try call.viewer
            let reader = try GridReader(request, policy: viewer.policy)
            return try await context.read(viewer) { try reader.run($0) }
        }
        handlers.on(Catalog.SearchGuide.self) { request, call in
            let viewer = try call.viewer
            let search = try GuideSearch(request, policy: viewer.policy, now: context.seconds)
            return try await context.read(viewer) { try search.run($0) }
        }
        handlers.on(Catalog.ListGuideChannels.self) { request, call in
            let viewer = try call.viewer
            let reader = try GuideChannelReader(request, policy: viewer.policy, now: context.seconds)
            return try await context.read(viewer) { try reader.run($0) }
        }
        handlers.on(Catalog.GetProgramme.self) { request, call in
            let viewer = try call.viewer
            let lookup = try ProgrammeLookup(request, policy: viewer.policy, now: context.seconds)
            return try await context.read(viewer) { try lookup.run($0) }
        }
        handlers.on(Catalog.ResolveCatchup.self) { request, call in
            let viewer = try call.viewer
            let reader = try CatchupReader(
                request, policy: viewer.policy, maximumLines: context.maximumLines(for: viewer), now: context.seconds)
            try await context.admission.check(request.channel, for: viewer)
            return try await context.read(viewer) { try reader.run($0) }
        }
    }
}
