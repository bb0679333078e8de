internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Reads titles, their details and their links.
struct TitleHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        addTitles(to: &handlers)
        addLinks(to: &handlers)
        addDetails(to: &handlers)
    }

    private func addTitles(to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ListTitles.self) { request, writer, call in
            let viewer = try call.viewer
            let lister = try TitleLister(request, policy: viewer.policy)
            var position: Int64? = 0
            // Each batch is a read of its own.
            while let after = position {
                let piece = try await context.read(viewer) { try lister.piece(after: after, $0) }
                if !piece.cards.isEmpty { try await writer.write(TitleBatch(cards: piece.cards)) }
                position = piece.through
            }
        }
        handlers.on(Catalog.GetTitle.self) { request, call in
            let viewer = try call.viewer
            let reader = try TitleReader(request.id, policy: viewer.policy)
            let now = context.milliseconds
            let title = try await context.read(viewer) { try reader.title(now: now, $0) }
            context.queue.opened.note(request.id.rawValue, household: viewer.household)
            return title
        }
        handlers.on(Catalog.ListEpisodes.self) { request, call in
            let viewer = try call.viewer
            let reader = try EpisodeReader(request, policy: viewer.policy)
            return try await context.read(viewer) { try reader.run($0) }
        }
        handlers.on(Catalog.ListSeriesEpisodes.self) { request, call in
            let viewer = try call.viewer
            guard (1...Catalog.ListSeriesEpisodes.maximumCount).contains(request.series.count) else {
                throw RPCError.invalidArgument(
                    "series", "must be between 1 and \(Catalog.ListSeriesEpisodes.maximumCount) series")
            }
            let page = PageRequest(size: PageRequest.maximumSize)
            let readers = try request.series.map { series in
                (series, try EpisodeReader(Catalog.ListEpisodes(series: series, page: page), policy: viewer.policy))
            }
            return try await context.read(viewer) { db in
                SeriesEpisodesList(
                    series: try readers.compactMap { series, reader in
                        try reader.find(db).map { SeriesEpisodes(series: series, list: $0) }
                    })
            }
        }
        handlers.on(Catalog.GetCards.self) { request, call in
            let viewer = try call.viewer
            guard (1...Catalog.GetCards.maximumCount).contains(request.ids.count) else {
                throw RPCError.invalidArgument("ids", "must be between 1 and \(Catalog.GetCards.maximumCount) ids")
            }
            return try await context.read(viewer) { db in
                let scope = try ReadScope(db, policy: viewer.policy)
                let found = try CardReader.find(request.ids.map(\.rawValue), db, scope)
                return CardList(cards: request.ids.compactMap { found[$0.rawValue]?.card })
            }
        }
        handlers.on(Catalog.Explain.self) { request, call in
            let viewer = try call.viewer
            let reader = try ExplanationReader(request.id, policy: viewer.policy)
            let now = context.milliseconds
            return try await context.read(viewer) { try reader.run(now: now, $0) }
        }
    }

    private func addLinks(to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ResolveStream.self) { request, call in
            let viewer = try call.viewer
            let reader = try TitleReader(request.id, policy: viewer.policy)
            try await context.admission.check(request.id, for: viewer)
            let (lines, now) = (context.maximumLines(for: viewer), context.milliseconds)
            return try await context.read(viewer) {
                try reader.stream(variant: request.variant, maximumLines: lines, now: now, $0)
            }
        }
        handlers.on(Catalog.ReportStream.self) { request, call in
            let viewer = try call.viewer
            let reader = try TitleReader(request.id, policy: viewer.policy)
            guard [.failed, .worked].contains(request.outcome) else {
                throw RPCError.invalidArgument("outcome", "must be failed or worked")
            }
            let now = context.milliseconds
            return try await context.shards.shard(for: viewer.household).write(once: call) { db in
                try reader.report(request.outcome, of: request.variant, now: now, db)
            }
        }
    }

    private func addDetails(to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.Summarize.self) { request, call in
            let viewer = try call.viewer
            let count = request.sentences ?? Catalog.Summarize.defaultSentences
            guard (1...Catalog.Summarize.maximumSentences).contains(count) else {
                throw RPCError.invalidArgument(
                    "sentences", "must be between 1 and \(Catalog.Summarize.maximumSentences)")
            }
            let reader = try TitleReader(request.id, policy: viewer.policy)
            let overview = try await context.read(viewer) { try reader.overview($0) }
            return Summarizer.summary(of: overview, sentences: Int(count))
        }
        handlers.on(Catalog.GetFranchise.self) { request, call in
            let viewer = try call.viewer
            let reader = try FranchiseReader(request.id, policy: viewer.policy)
            return try await context.read(viewer) { try reader.run($0) }
        }
        handlers.on(Catalog.GetIntroTimes.self) { request, call in
            let viewer = try call.viewer
            let reader = try IntroTimesReader(request.id, policy: viewer.policy)
            return try await context.read(viewer) { try reader.introTimes($0) }
        }
        handlers.on(Catalog.SkippableEpisodes.self) { request, call in
            let viewer = try call.viewer
            let reader = try IntroTimesReader(request.series, policy: viewer.policy, field: "series")
            return try await context.read(viewer) { try reader.skippable($0) }
        }
    }
}
