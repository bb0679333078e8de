import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import Testing

struct SubscriptionCommandTests {
    private static let counted = [
        FacetValue(value: "8", count: 2, name: "Netflix"), FacetValue(value: "337", count: 1, name: "Disney Plus"),
        FacetValue(value: "1796", count: 1, name: "Netflix basic with Ads"),
        FacetValue(value: "421", count: 1, name: "Joyn"), FacetValue(value: "304", count: 1, name: "Joyn Plus"),
        FacetValue(value: "2285", count: 1, name: "JustWatch TV"),
    ]

    private func bench() throws -> GatewayHarness {
        let bench = try GatewayHarness()
        var results = SearchResults()
        results.facets = [FacetCounts(facet: .provider, values: Self.counted)]
        bench.catalog.setSearch(results)
        return bench
    }

    @Test
    func `providers are named by people, and numbered for the catalog`() async throws {
        let bench = try bench()
        _ = await bench.run("search", "--provider", "netflix", "--provider", "disney", "--subscribed")
        #expect(bench.catalog.searches.map(\.facets) == [[.provider], nil])
        let request = try #require(bench.catalog.searches.last)
        #expect(request.providers == [8, 337])
        #expect(request.onlySubscribed == true)
        // Numbers need no names.
        _ = await bench.run("search", "--provider", "99")
        #expect(bench.catalog.searches.count == 3)
        #expect(bench.catalog.searches.last?.providers == [99])
        #expect(bench.catalog.searches.last?.onlySubscribed == nil)
        let unknown = await bench.run("search", "--provider", "netflux")
        #expect(unknown.status == .failure)
        #expect(unknown.err.contains("Did you mean \"netflix\"?"))
        #expect(await bench.run("search", "--provider", "j").err.contains("justwatch tv is 2285"))
    }

    @Test
    func `facets name providers, and whose word it is`() async throws {
        let out = await (try bench()).run("search", "--facets").out
        #expect(out.contains("provider  Netflix 2, Disney Plus 1,"))
        #expect(out.contains("Providers by JustWatch."))
    }

    @Test
    func `subscriptions are shown, set and taken back`() async throws {
        let bench = try bench()
        let none = Subscriptions(providers: [], region: nil)
        bench.catalog.setDetails(FakeCatalog.Details(subscriptions: none))
        let first = await bench.run("catalog", "subscriptions")
        #expect(first.out == "Subscribed to nothing.\n")
        #expect(first.err.contains("hearth household --region DE"))
        bench.catalog.setDetails(
            FakeCatalog.Details(
                subscriptions: Subscriptions(
                    providers: [WatchProvider(id: 8, name: "Netflix"), WatchProvider(id: 99, name: nil)], region: "DE"))
        )
        let set = await bench.run("catalog", "subscriptions", "Netflix", "99")
        #expect(
            set.out == """
                PROVIDER  NUMBER
                Netflix        8
                              99

                """)
        #expect(set.err == "")
        _ = await bench.run("catalog", "subscriptions", "--none")
        #expect(bench.catalog.requested == ["subscribe [8, 99]", "subscribe []"])
        #expect(await bench.run("catalog", "subscriptions", "--none", "Netflix").status == .usage)
    }

    @Test
    func `a title's page names its watch providers, and the source of that`() async throws {
        let bench = try bench()
        var title = Title(card: Card(id: ContentID(rawValue: "mv-1"), kind: .movie, title: "Tide"))
        var metadata = TitleMetadata(
            name: "Tide", votes: 1, isCertain: true, fetchedAt: Date(timeIntervalSince1970: 0), attribution: "TMDB's.")
        metadata.whereToWatch = WhereToWatch(
            region: "DE",
            providers: [
                WatchProvider(id: 8, name: "Netflix", ways: [.subscription, .advertisements]),
                WatchProvider(id: 421, name: "Joyn", ways: [.advertisements]),
                WatchProvider(id: 9, name: "Shelf", ways: [.free]),
            ], link: nil)
        title.metadata = metadata
        bench.catalog.add(title)
        let out = await bench.run("title", "mv-1").out
        #expect(
            out.contains("Where to watch (DE, by JustWatch): Netflix, Joyn (with advertisements), Shelf (free)\n"))
    }
}
