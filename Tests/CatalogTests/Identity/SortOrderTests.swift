import CatalogAPI
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles are put in order without the articles of their own language.
struct SortOrderTests {
    @Test
    func `by the language of all its links; a channel by its whole name`() async throws {
        let names = [
            "DE - Der Pate (1972)", "FR - La Haine (1995)", "ES - El Orfanato (2007)", "Die Hard (1988)",
            "La La Land (2016)",
            "Las Vegas (2003)", "The Matrix (1999)", "DE - The Others (2001)", "DE - Das Boot (1981)",
            "EN - Das Boot (1981)",
        ]
        let channel = "#EXTINF:-1 group-title=\"ES\",ES: La 1\nhttp://a.example/1.ts\n"
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", names.map { film($0) }.joined() + channel))
            let request = Catalog.Search(text: "", kinds: [.movie, .channel], sort: .title)
            #expect(
                try await catalog.client().send(request).hits.map(\.title) == [
                    "Das Boot", "Die Hard", "La Haine", "La 1", "La La Land", "Las Vegas", "The Matrix", "El Orfanato",
                    "The Others", "Der Pate",
                ])
        }
    }

    @Test
    func `by the language of its original, where that is what it is called`() throws {
        let known = [
            FakeMetadata.Known(id: 1, name: "Die Welle", year: 2008, language: "de"),
            FakeMetadata.Known(id: 2, name: "Die Hard", year: 1988, language: "en"),
        ]
        let isDone = try MetadataHarness.run(known, seed: 1) { harness in
            try await harness.importList(film("Die Welle (2008)") + film("DE - Die Hard (1988)"))
            #expect(try await harness.settled())
            let cards = try await harness.cards()
            let (wave, hard) = (try #require(cards["Die Welle 2008"]), try #require(cards["Die Hard 1988"]))
            #expect(try await harness.title(wave.id)?.sortTitle == "welle")
            #expect(try await harness.title(hard.id)?.sortTitle == "die hard")
        }
        #expect(isDone)
    }

    @Test
    func `the parts of a franchise, and what is trending, are found whatever the language of their articles`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let films = film("DE - Die Welle (2008)") + film("DE - Die Welle 2 (2010)") + film("Die Welle 3 (2012)")
            try await catalog.playlist(catalog.file("a.m3u", films))
            let client = try await catalog.client()
            let first = try await client.send(Catalog.Search(text: "", sort: .title)).hits.first { $0.year == 2008 }
            let id = try #require(first?.id)
            #expect(
                try await client.send(Catalog.GetFranchise(id: id)).releaseOrder.map(\.year) == [2008, 2010, 2012])
            let week = [TrendingTitle(id: 1, kind: .movie, names: ["Die Welle"], year: 2008)]
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            let discovery = try DiscoveryReader(Catalog.ListDiscovery(sections: [.trendingMovies]), policy: .everything)
            let page = try await shard.read { db in
                try discovery.run(db, week: week) { try TitleIndex(db, generation: $0) }
            }
            #expect(page.sections.first?.cards.map(\.id) == [id])
        }
    }
}
