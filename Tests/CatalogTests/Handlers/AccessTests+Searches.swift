import CatalogAPI
import Foundation
import HearthModel
import RPC

extension AccessTests {
    /// One request of each method that finds titles and programmes beside a plain search.
    static func searchCalls(_ client: RPCClient<Catalog>) -> [String: () async throws -> Void] {
        let id = ContentID(rawValue: "ch_x")
        return [
            Catalog.ListDiscovery.method: { _ = try await client.send(Catalog.ListDiscovery(sections: [.new])) },
            Catalog.ListGenres.method: { _ = try await client.send(Catalog.ListGenres()) },
            Catalog.ListSimilar.method: { _ = try await client.send(Catalog.ListSimilar(id: id)) },
            Catalog.MatchTitles.method: {
                let title = OutsideTitle(id: ContentID(rawValue: "tmdb:movie:348"), name: "Alien", year: 1_979)
                _ = try await client.send(Catalog.MatchTitles(titles: [title]))
            },
            Catalog.ListNeighbours.method: { _ = try await client.send(Catalog.ListNeighbours(channel: id)) },
            Catalog.Suggest.method: { _ = try await client.send(Catalog.Suggest(text: "a")) },
            Catalog.ListRecentSearches.method: { _ = try await client.send(Catalog.ListRecentSearches()) },
            Catalog.NoteSearch.method: { _ = try await client.send(Catalog.NoteSearch(text: "a")) },
            Catalog.ForgetSearches.method: { _ = try await client.send(Catalog.ForgetSearches()) },
            Catalog.SetSearchHistory.method: { _ = try await client.send(Catalog.SetSearchHistory(isKept: true)) },
            Catalog.ListTrendingSearches.method: { _ = try await client.send(Catalog.ListTrendingSearches()) },
            Catalog.SearchGuide.method: { _ = try await client.send(Catalog.SearchGuide(text: "a")) },
            Catalog.GetSubscriptions.method: { _ = try await client.send(Catalog.GetSubscriptions()) },
            Catalog.SetSubscriptions.method: { _ = try await client.send(Catalog.SetSubscriptions(providers: [8])) },
            Catalog.ReportStream.method: {
                _ = try await client.send(Catalog.ReportStream(id: id, variant: "x", outcome: .failed))
            },
            Catalog.GetProgramme.method: { _ = try await client.send(Catalog.GetProgramme(channel: id)) },
            Catalog.ResolveCatchup.method: {
                _ = try await client.send(Catalog.ResolveCatchup(channel: id, at: SampleGuide.date(0)))
            },
        ]
    }
}
