import CatalogAPI
import Foundation
import HearthModel
import RPC

extension AllMethodsScenario {
    /// Everything that finds titles and programmes beside a plain search.
    func search(_ film: ContentID, _ news: ContentID) async throws {
        var search = Catalog.Search(text: "dramas from the nineties")
        (search.isNatural, search.facets) = (true, SearchFacet.all)
        try await send(search)
        try await send(Catalog.ListDiscovery(sections: DiscoverySectionName.all, size: 5))
        try await refused(Catalog.ListDiscovery(size: 0), .invalidArgument)
        let outside = OutsideTitle(id: ContentID(rawValue: "tmdb:movie:1"), name: "The Harbour", year: 2_001)
        try await sendUnlessAbsent(Catalog.MatchTitles(titles: [outside]))
        try await send(Catalog.ListNeighbours(channel: news, order: .name))
        try await send(Catalog.NoteSearch(text: "harbour"))
        try await send(Catalog.Suggest(text: "ha"))
        try await send(Catalog.ListRecentSearches())
        try await send(Catalog.ListTrendingSearches())
        try await send(Catalog.ForgetSearches(text: "harbour"))
        try await send(Catalog.SetSearchHistory(isKept: false))
        try await send(Catalog.SetSubscriptions(providers: [8]))
        try await send(Catalog.GetSubscriptions())
        try await refused(Catalog.SetSubscriptions(providers: [0]), .invalidArgument)
        try await refused(Catalog.NoteSearch(text: ""), .invalidArgument)
        try await send(Catalog.SearchGuide(text: "weather", from: ScenarioFiles.evening))
        try await sendUnlessAbsent(Catalog.GetProgramme(channel: news, at: ScenarioFiles.evening))
        try await send(Catalog.ResolveCatchup(channel: news, at: ScenarioFiles.past))
    }
}
