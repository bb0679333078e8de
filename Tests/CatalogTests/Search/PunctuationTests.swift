import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles that are more than their words.
struct PunctuationTests {
    @Test
    func `a text with signs finds the title of this name first`() async throws {
        try await CatalogFixture.with { catalog in
            let names = ["A Life in E", "A&E", "Cold Case Files by A&E", "E! A Story"]
            let list = names.map { "#EXTINF:-1,\($0)\nhttp://a.example/\($0.utf8.count)" }.joined(separator: "\n")
            try await catalog.playlist(catalog.file("a.m3u", list))
            let found = try await catalog.client().send(Catalog.Search(text: "A&E"))
            #expect(found.hits.first?.title == "A&E")
        }
    }
}
