internal import Access
internal import CatalogAPI
internal import RPC

extension CatalogHandlers {
    /// Adds the methods of corrections.
    static func addCorrections(to handlers: inout RPCHandlers<Catalog>, _ library: Library) {
        handlers.on(Catalog.CorrectTitle.self) { request, call in
            try await library.correct(call, for: call.viewer) { try $0.correct(request, $1) }
        }
        handlers.on(Catalog.JoinTitles.self) { request, call in
            try await library.correct(call, for: call.viewer) { try $0.join(request, $1) }
        }
        handlers.on(Catalog.SplitTitle.self) { request, call in
            try await library.correct(call, for: call.viewer) { try $0.split(request, $1) }
        }
        handlers.on(Catalog.PinTitle.self) { request, call in
            try await library.correct(call, for: call.viewer) { try $0.pin(request, $1) }
        }
        handlers.on(Catalog.TakeBackCorrection.self) { request, call in
            try await library.correct(call, for: call.viewer) { try $0.takeBack(request, $1) }
        }
        handlers.on(Catalog.ListCorrections.self) { request, call in
            try await library.corrections(request, for: call.viewer)
        }
    }

    /// Adds the methods of titles' details.
    static func addDetails(to handlers: inout RPCHandlers<Catalog>, _ library: Library) {
        handlers.on(Catalog.Summarize.self) { request, call in
            try await library.summary(request, for: call.viewer)
        }
        handlers.on(Catalog.GetFranchise.self) { request, call in
            try await library.franchise(request, for: call.viewer)
        }
        handlers.on(Catalog.GetIntroTimes.self) { request, call in
            try await library.introTimes(request, for: call.viewer)
        }
        handlers.on(Catalog.SkippableEpisodes.self) { request, call in
            try await library.skippable(request, for: call.viewer)
        }
    }
}
