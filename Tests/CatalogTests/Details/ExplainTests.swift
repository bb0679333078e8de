import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a title is told of its links and decisions.
struct ExplainTests {
    @Test
    func `each thing is decided once, with the reasons of all links`() async throws {
        try await CatalogFixture.with { catalog in
            let list = """
                #EXTINF:-1 type="movie" rating="R",Heat (1995)
                http://a.example/1
                #EXTINF:-1 rating="R",Heat (1995)
                http://a.example/movie/u/p/2.mkv
                #EXTINF:-1 rating="R",Heat (1995)
                http://b.example/movie/u/p/3.mkv
                """
            try await catalog.playlist(catalog.file("a.m3u", list))
            let heat = try await catalog.title("Heat").card.id
            let decisions = try await catalog.client().send(Catalog.Explain(id: heat)).decisions
            #expect(decisions.map(\.about) == ["kind", "rating", "grouped", "metadata", "hidden"])
            let reasons = try #require(decisions.first?.reason).components(separatedBy: "; of other links: ")
            #expect(reasons.sorted() == ["its address says so", "the list declares its type"])
            #expect(decisions.dropFirst().first?.reason == "the list says R")
        }
    }

    @Test
    func `a channel without a guide, and a film that was not asked after, are told why`() async throws {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.channel("News 24", "news", extra: "tvg-id=\"news.tv\"")
                + SampleEntry.channel("Nobody", "nobody")
                + SampleEntry.film("Alien (1979)", 1) + SampleEntry.film("Steamy (1999)", 2, extra: "is_adult=\"1\"")
            try await catalog.playlist(catalog.file("a.m3u", list))
            func reason(_ title: String, _ about: String) async throws -> String? {
                let id = try await catalog.title(title).card.id
                return try await catalog.client().send(Catalog.Explain(id: id)).decisions.first { $0.about == about }?
                    .reason
            }
            #expect(try await reason("Nobody", "guide") == "there is no guide yet")
            try await catalog.guide(catalog.file("a.xml", SampleGuide.standard))
            #expect(try await reason("Nobody", "guide") == "no guide has a channel of its guide id or its name")
            #expect(try await reason("News 24", "guide") == "the same guide id")
            #expect(try await reason("Nobody", "metadata") == nil)
            #expect(try await reason("Alien", "metadata")?.hasPrefix("TMDB has not been asked yet") == true)
            #expect(try await reason("Steamy", "metadata") == "titles marked adult are never requested")
            #expect(try await reason("Alien", "guide") == nil)
        }
    }

    @Test
    func `links that a person has moved are not those of the same guide id`() async throws {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.channel("News 24", "a", extra: "tvg-id=\"news.tv\"")
                + SampleEntry.channel("News 24", "b", extra: "tvg-id=\"news.tv\"") + SampleEntry.channel("Other", "c")
            try await catalog.playlist(catalog.file("a.m3u", list))
            let (news, other) = (try await catalog.title("News 24").card.id, try await catalog.title("Other").card.id)
            func grouped() async throws -> [String] {
                try await catalog.client().send(Catalog.Explain(id: news)).decisions.filter { $0.about == "grouped" }
                    .map { "\($0.result): \($0.reason)" }
            }
            #expect(try await grouped() == ["2 links: they have the same guide id, news.tv"])
            try await catalog.correct(Catalog.JoinTitles(id: other, into: news))
            let after = try await grouped()
            #expect(after.first == "2 links: they have the same guide id, news.tv", "\(after)")
            #expect(after.last?.hasSuffix(": a person's correction has moved it here") == true, "\(after)")
        }
    }

    @Test
    func `links tell their codec and dynamic range, where their list does`() async throws {
        try await CatalogFixture.with { catalog in
            let list = [
                "Dune (2021) 2160p HEVC HDR", "Dune (2021) [1080p] [H.265] [DV]", "Dune (2021) 720p x264",
                "Dune (2021) [480p] [XviD]", "Dune (2021)",
            ].enumerated().map { SampleEntry.film($1, $0) }.joined()
            try await catalog.playlist(catalog.file("a.m3u", list))
            let variants = try await catalog.title("Dune").variants
            #expect(variants.map(\.quality) == ["4K", "1080p", "HD", "SD", nil])
            #expect(variants.map(\.codec) == ["HEVC", "HEVC", "H.264", nil, nil])
            #expect(variants.map(\.dynamicRange) == ["HDR", "Dolby Vision", nil, nil, nil])
        }
    }
}
