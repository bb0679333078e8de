internal import Access
internal import CatalogAPI
internal import RPC

extension CatalogHandlers {
    /// Adds the methods that list titles beside a search.
    static func addDiscovery(_ library: Library, to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ListDiscovery.self) { request, call in
            try await library.discovery(request, for: call.viewer)
        }
        handlers.on(Catalog.ListGenres.self) { request, call in try await library.genres(request, for: call.viewer) }
        handlers.on(Catalog.ListSimilar.self) { request, call in try await library.similar(request, for: call.viewer) }
        handlers.on(Catalog.MatchTitles.self) { request, call in try await library.match(request, for: call.viewer) }
        handlers.on(Catalog.ListNeighbours.self) { request, call in
            try await library.neighbours(request, for: call.viewer)
        }
        handlers.on(Catalog.SearchGuide.self) { request, call in
            try await library.searchGuide(request, for: call.viewer)
        }
        handlers.on(Catalog.ListGuideChannels.self) { request, call in
            try await library.guideChannels(request, for: call.viewer)
        }
        handlers.on(Catalog.GetProgramme.self) { request, call in
            try await library.programme(request, for: call.viewer)
        }
        handlers.on(Catalog.ResolveCatchup.self) { request, call in
            try await library.catchup(request, for: call.viewer)
        }
    }

    /// Adds the methods of search histories and subscriptions.
    static func addRecents(_ library: Library, to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.Suggest.self) { request, call in
            try await library.suggestions(request, for: call.viewer)
        }
        handlers.on(Catalog.ListRecentSearches.self) { _, call in try await library.recents(for: call.viewer) }
        handlers.on(Catalog.NoteSearch.self) { request, call in
            try await library.note(request, call, for: call.viewer)
        }
        handlers.on(Catalog.ForgetSearches.self) { request, call in
            try await library.forget(request, call, for: call.viewer)
        }
        handlers.on(Catalog.SetSearchHistory.self) { request, call in
            try await library.set(request, call, for: call.viewer)
        }
        handlers.on(Catalog.ListTrendingSearches.self) { _, call in
            try await library.trendingSearches(for: call.viewer)
        }
        handlers.on(Catalog.GetSubscriptions.self) { _, call in try await library.subscriptions(for: call.viewer) }
        handlers.on(Catalog.SetSubscriptions.self) { request, call in
            try await library.set(request, call, for: call.viewer)
        }
    }
}
