import CatalogAPI
import Foundation
import HearthModel
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// Metadata is asked for in the household's language, and again when that changes.
struct MetadataLanguageTests {
    @Test func `tags become what TMDB takes`() {
        for (tag, language) in [
            ("de", "de"), ("pt-BR", "pt-BR"), ("PT-br", "pt-BR"), ("zh-Hant-TW", "zh-TW"), ("de-1996", "de"),
            ("en", nil), ("en-GB", nil), ("nds", nil), ("", nil),
        ] as [(String, String?)] {
            #expect(MetadataLanguage.accepted(tag) == language, "\(tag)")
        }
    }

    private static let list = """
        #EXTM3U
        #EXTINF:6000 type="movie",Alien (1979)
        http://a.example/movie/u/p/1.mkv
        #EXTINF:2400 type="series",Low Tide S01E01
        http://a.example/series/u/p/2.mkv

        """

    /// The overviews of the film, the series and its episode, which comes with its season.
    private static func overviews(_ harness: MetadataHarness) async throws -> [String?] {
        let cards = try await harness.cards()
        let (film, show) = (try #require(cards["Alien 1979"]), try #require(cards["Low Tide 1994"]))
        var found: [String?] = []
        let episode = try #require(try await harness.episodes().values.first)
        for card in [film, show, episode] { found.append(try await harness.title(card.id)?.overview) }
        return found
    }

    @Test(arguments: Seeds.make(2))
    func `titles are in the household's language, in English where it has no text`(seed: UInt64) throws {
        let titles = [
            FakeMetadata.Known(id: 1, name: "Alien", year: 1979, certificate: "R"),
            FakeMetadata.Known(
                id: 2, name: "Low Tide", year: 1994, isShow: true, certificate: "TV-14", seasons: [1: ["Ebb"]]),
        ]
        let isDone = try MetadataHarness.run(titles, seed: seed) { harness in
            harness.metadata.languages = ["de"]
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            let english: [String?] = ["TMDB on Alien.", "TMDB on Low Tide.", "TMDB on Ebb."]
            #expect(try await Self.overviews(harness) == english)
            try await harness.speak("de")
            #expect(try await harness.settled())
            let german = ["TMDB on Alien, in de.", "TMDB on Low Tide, in de.", "TMDB on Ebb, in de."]
            #expect(try await Self.overviews(harness) == german)
            // Nothing is asked for again for the same language.
            let asked = harness.metadata.details.count
            try await harness.speak("de")
            #expect(try await harness.settled())
            #expect(harness.metadata.details.count == asked)
            // A language in which TMDB has no text.
            try await harness.speak("fi")
            #expect(try await harness.settled())
            #expect(try await Self.overviews(harness) == english)
            // The match was made once, by English names.
            #expect(harness.metadata.searches.count == 2)
            try await harness.speak(nil)
            #expect(try await harness.settled())
            #expect(try await Self.overviews(harness) == english)
        }
        #expect(isDone, "seed \(seed)")
    }
}
