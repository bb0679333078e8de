import CatalogAPI
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A series that several countries have made is told from the others by its country.
struct NationalVersionTests {
    private func series(_ title: String) throws -> PlaylistItem.Series {
        let text = "#EXTINF:-1 group-title=\"Series\",\(title)\nhttp://h:80/series/u/p/5.mkv\n"
        let entry = try #require(Playlist(text).entries.first)
        var reader = EntryRecognizer(source: "s1")
        return try #require(reader.item(for: entry).series)
    }

    @Test
    func `however it is written it is the same one`() throws {
        let american = [
            "The Office US S01E01", "The Office (US) S01E01", "The Office (USA) [1080p] S01E01",
            "the.office.us.s01e01.720p",
            "THE OFFICE US S01E01", "EN| The Office (US) S01 E01", "The Office [US] S01E01 Pilot",
        ]
        let found = try american.map(series)
        #expect(Set(found.map(\.id)).count == 1)
        #expect(found.first?.title == "The Office (US)")
        let british = try series("The Office (UK) S01E01")
        #expect(british.title == "The Office (UK)" && british.id != found.first?.id)
        #expect(try series("House of Cards UK S01E01").title == "House of Cards (UK)")
        #expect(try series("Ghosts (GB) S01E01").id == series("Ghosts UK S01E01").id)
    }

    @Test(arguments: [
        ("This Is Us S01E01", "This Is Us"), ("Made in USA S01E01", "Made in USA"),
        ("Among US S01E01", "Among US"), ("THIS IS US S01E01", "THIS IS US"), ("Dark (DE) S01E01", "Dark"),
        ("Breaking Bad (US) S01E01", "Breaking Bad"), ("US| The Office S01E01", "The Office"),
        ("UK - Ghosts S01E01", "Ghosts"), ("The Office (2005) (US) S01E01", "The Office"),
        ("The Office S01E01", "The Office"), ("The Bridge (2013) S01E01", "The Bridge"),
    ])
    func `elsewhere a country is part of the name, or says where a link is from`(
        _ written: String, _ title: String
    ) throws {
        #expect(try series(written).title == title)
    }

    @Test
    func `it is TMDB's of its country, and none where TMDB has none of it`() throws {
        let known = [
            FakeMetadata.Known(id: 2_316, name: "The Office", year: 2005, isShow: true, country: "US"),
            FakeMetadata.Known(id: 2_996, name: "The Office", year: 2001, isShow: true, country: "GB"),
            FakeMetadata.Known(id: 34_307, name: "Shameless", year: 2011, isShow: true, country: "US"),
            FakeMetadata.Known(id: 8_514, name: "RuPaul's Drag Race", year: 2009, isShow: true, country: "US"),
            FakeMetadata.Known(id: 90_811, name: "RuPaul's Drag Race UK", year: 2019, isShow: true, country: "GB"),
        ]
        let isDone = try MetadataHarness.run(known, seed: 1) { harness in
            let names = ["The Office (US)", "The Office UK", "Shameless (UK)", "RuPaul's Drag Race UK"]
            try await harness.importList(
                names.enumerated().map {
                    "#EXTINF:-1 type=\"series\",\($1) S01E01\nhttp://a.example/series/u/p/\($0).mkv\n"
                }.joined())
            #expect(try await harness.settled())
            let cards = try await harness.cards()
            #expect(cards["The Office (US) 2005"]?.tmdbID == 2_316)
            #expect(cards["The Office (UK) 2001"]?.tmdbID == 2_996)
            #expect(cards["RuPaul's Drag Race (UK) 2019"]?.tmdbID == 90_811)
            #expect(cards["Shameless (UK) 0"] != nil && cards["Shameless (UK) 0"]?.tmdbID == nil)
        }
        #expect(isDone)
    }
}
