public import CatalogAPI
internal import HearthModel
internal import ReadingListAPI
public import WebAPI

extension SearchScreen {
    /// A part, which fills in its result.
    private typealias Filling = @Sendable (inout SearchScreen) -> Void

    /// Searches everything that is asked for, at the same time.
    ///
    /// - Parameter titles: searches the library; one call by default.
    /// - Throws: the first failure when no search has a result; as ``FanOut/collect(_:)``.
    public static func load(
        _ request: Gateway.Search, _ fanOut: FanOut,
        titles: @escaping @Sendable (Catalog.Search, FanOut) async throws -> SearchResults = { try await $1.send($0) }
    ) async throws -> SearchScreen {
        let search = request.search
        var parts = [
            FanOutPart<Filling>(name: "movies, series and channels", service: Catalog.serviceName) { fanOut in
                let found = try await titles(search, fanOut)
                return { $0.titles = found }
            }
        ]
        if !search.text.isEmpty {
            let page = PageRequest(size: min(search.page?.size ?? Gateway.Search.otherSize, Gateway.Search.otherSize))
            if request.links == true { parts.append(links(search.text, page)) }
            if request.programmes == true { parts.append(programmes(search.text, page)) }
        }
        let found = try await fanOut.collect(parts)
        if found.values.isEmpty, let failure = found.firstFailure { throw failure }
        var screen = SearchScreen()
        for fill in found.values { fill(&screen) }
        screen.missing = found.missing
        return screen
    }

    private static func links(_ text: String, _ page: PageRequest) -> FanOutPart<Filling> {
        FanOutPart(name: "what was saved to read", service: ReadingList.serviceName) { fanOut in
            let found = try await fanOut.send(ReadingList.ListLinks(text: text, page: page))
            return { $0.links = found }
        }
    }

    private static func programmes(_ text: String, _ page: PageRequest) -> FanOutPart<Filling> {
        FanOutPart(name: "programmes", service: Catalog.serviceName) { fanOut in
            let found = try await fanOut.send(Catalog.SearchGuide(text: text, page: page))
            return { $0.programmes = found }
        }
    }
}
