import CatalogAPI
import Foundation
import Household
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// What a title is told of its links and decisions.
struct ExplainTests {
    @Test("each thing is decided once, with the reasons of all links")
    func once() async throws {
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
            #expect(decisions.map(\.about) == ["kind", "rating", "grouped", "hidden"])
            let reasons = try #require(decisions.first?.reason).components(separatedBy: "; of other links: ")
            #expect(reasons.sorted() == ["its address says so", "the list declares its type"])
            #expect(decisions.dropFirst().first?.reason == "the list says R")
        }
    }
}
