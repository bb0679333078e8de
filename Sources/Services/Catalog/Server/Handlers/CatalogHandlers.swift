internal import Access
internal import CatalogAPI
internal import RPC

/// The methods of the catalog.
enum CatalogHandlers {
    static func make(_ library: Library) -> RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.ImportPlaylist.self) { request, items, call in
            let offer = Library.Offer(
                kind: .playlist, source: request.source, file: request.file, bytes: request.bytes,
                allowsShrinking: request.allowsShrinking, isDryRun: request.isDryRun)
            return try await library.receive(offer, items, for: call.viewer)
        }
        handlers.on(Catalog.ImportGuide.self) { request, items, call in
            let offer = Library.Offer(
                kind: .guide, source: request.source, file: request.file, bytes: request.bytes,
                timeZone: request.timeZone, allowsShrinking: request.allowsShrinking, isDryRun: request.isDryRun)
            return try await library.receive(offer, items, for: call.viewer)
        }
        handlers.on(Catalog.GetImport.self) { request, call in try await library.job(request.job, for: call.viewer) }
        handlers.on(Catalog.FollowImport.self) { request, writer, call in
            try await library.follow(request.job, writer, after: call.resumeAfter, for: call.viewer)
        }
        handlers.on(Catalog.CancelImport.self) { request, call in
            try await library.cancel(request.job, for: call.viewer)
        }
        addSources(library, to: &handlers)
        handlers.on(Catalog.Search.self) { request, call in try await library.search(request, for: call.viewer) }
        handlers.on(Catalog.ListTitles.self) { request, writer, call in
            try await library.list(request, writer, for: call.viewer)
        }
        handlers.on(Catalog.GetTitle.self) { request, call in try await library.title(request, for: call.viewer) }
        handlers.on(Catalog.ListEpisodes.self) { request, call in
            try await library.episodes(request, for: call.viewer)
        }
        handlers.on(Catalog.GetCards.self) { request, call in try await library.cards(request, for: call.viewer) }
        handlers.on(Catalog.ResolveStream.self) { request, call in try await library.stream(request, for: call.viewer) }
        handlers.on(Catalog.ReportStream.self) { request, call in
            try await library.report(request, call, for: call.viewer)
        }
        handlers.on(Catalog.NowNext.self) { request, call in try await library.nowNext(request, for: call.viewer) }
        handlers.on(Catalog.ListOnAir.self) { request, writer, call in
            try await library.list(request, writer, for: call.viewer)
        }
        handlers.on(Catalog.GuideGrid.self) { request, call in try await library.grid(request, for: call.viewer) }
        handlers.on(Catalog.Explain.self) { request, call in try await library.explanation(request, for: call.viewer) }
        handlers.on(Catalog.FollowEvents.self) { _, writer, call in
            try await library.follow(writer, call, for: call.viewer)
        }
        addCorrections(to: &handlers, library)
        addDetails(to: &handlers, library)
        addDiscovery(library, to: &handlers)
        addRecents(library, to: &handlers)
        return handlers
    }
}
