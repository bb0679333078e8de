import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Names with signs between their letters are found by how people type them.
struct JoinedWordsTests {
    @Test
    func `without the signs, and as they are written`() async throws {
        try await CatalogFixture.with { catalog in
            let titles = ["Spider-Man (2002)", "AC/DC Live", "S.W.A.T. (2003)", "The Spider (1991)"]
            try await catalog.playlist(
                catalog.file(
                    "a.m3u",
                    titles.enumerated().map { SampleEntry.film($1, $0) }.joined()
                        + SampleEntry.episode("9-1-1 S01E01", 9)))
            let client = try await catalog.client()
            func first(_ text: String) async throws -> String? {
                let request = Catalog.Search(text: text, kinds: [.movie, .series])
                return try await client.send(request).hits.first?.title
            }
            for text in ["spiderman", "Spider-Man", "spider man", "spiderma"] {
                #expect(try await first(text) == "Spider-Man", "\(text)")
            }
            for text in ["acdc", "ac/dc", "ac dc"] { #expect(try await first(text) == "AC/DC Live", "\(text)") }
            for text in ["swat", "s.w.a.t."] { #expect(try await first(text) == "S.W.A.T.", "\(text)") }
            for text in ["911", "9-1-1"] { #expect(try await first(text) == "9-1-1", "\(text)") }
            #expect(try await first("the spider") == "The Spider")
        }
    }

    @Test
    func `a title tells when it came into the library`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleEntry.film("Heat (1995)", 1)))
            let title = try await catalog.title("Heat")
            let sources = try await catalog.client().send(Catalog.ListSources()).sources
            let imported = try #require(sources.first?.imported)
            let added = try #require(title.added)
            #expect(abs(added.timeIntervalSince(imported)) < 60 && title.popularity == nil)
        }
    }
}
