import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Pages cover everything exactly once, in every order, also while the catalog grows.
struct PagingTests {
    private static func list(_ range: Range<Int>) -> String {
        range.map { number in
            let name = ["Lantern", "Lamp", "Old Lantern", "Light"][number % 4]
            return number % 3 == 0
                ? "#EXTINF:-1 tvg-chno=\"\(number % 7)\" group-title=\"Lanterns\",\(name) \(number)\nhttp://a.example/\(number)"
                : "#EXTINF:6000 type=\"movie\" group-title=\"Lanterns\" rating=\"\(["G", "R", "PG"][number % 3])\",\(name) \(number) "
                    + "(\(1950 + number % 40))\nhttp://a.example/movie/u/p/\(number).mkv"
        }.joined(separator: "\n")
    }

    @Test(arguments: SearchSort.allCases)
    func `every order, every page size, with and without a text`(_ sort: SearchSort) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(0..<143)))
            for text in ["", "la", "lantern", "lanterns"] {
                let whole = try await catalog.all(Catalog.Search(text: text, sort: sort))
                let total = try await catalog.client().send(Catalog.Search(text: text, sort: sort)).total
                #expect(Int(total) == whole.count)
                for size in [1, 7, 50] as [Int32] {
                    let paged = try await catalog.all(Catalog.Search(text: text, sort: sort), pageSize: size)
                    #expect(paged == whole, "\(sort) \(text) \(size)")
                    #expect(Set(paged.map(\.id)).count == paged.count)
                }
            }
        }
    }

    @Test
    func `what was there when the first page was asked for comes exactly once, whatever is added meanwhile`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(0..<60)), source: "first")
            let before = try await catalog.ids()
            let client = try await catalog.client()
            for sort in SearchSort.allCases {
                var request = Catalog.Search(text: sort == .relevance ? "la" : "", sort: sort)
                let expected = Set(try await catalog.all(request).map(\.id)).intersection(before)
                var seen: [ContentID] = []
                var cursor: String?
                var round = 0
                repeat {
                    request.page = PageRequest(size: 9, cursor: cursor)
                    let page = try await client.send(request)
                    seen += page.hits.map(\.id)
                    cursor = page.cursor
                    round += 1
                    let start = 1_000 * (SearchSort.allCases.firstIndex(of: sort) ?? 0) + round * 40 + 100
                    try await catalog.playlist(
                        catalog.file("more.m3u", Self.list(start..<(start + 20))), source: "more \(sort) \(round)")
                } while cursor != nil && round < 12
                let counts = Dictionary(seen.map { ($0, 1) }, uniquingKeysWith: +)
                #expect(counts.values.allSatisfy { $0 == 1 }, "\(sort)")
                if cursor == nil { #expect(Set(seen).isSuperset(of: expected), "\(sort)") }
            }
        }
    }

    @Test
    func `more results than are worth sorting: the pages still cover all of them once`() async throws {
        let many = Int(SearchResults.maximumExactTotal) + 500
        let text = (0..<many).map { number in
            let name = number % 5 == 0 ? "Torch \(number)" : "The Big Torch \(number)"
            return "#EXTINF:-1,\(name)\nhttp://a.example/\(number)"
        }.joined(separator: "\n")
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", text))
            let first = try await catalog.client().send(Catalog.Search(text: "torch"))
            #expect(first.total == SearchResults.maximumExactTotal)
            #expect(!first.isTotalExact)
            #expect(first.hits.allSatisfy { $0.title.hasPrefix("Torch") })
            let all = try await catalog.all(Catalog.Search(text: "torch"))
            #expect(all.count == many)
            #expect(Set(all.map(\.id)).count == many)
            #expect(all.prefix(many / 5).allSatisfy { $0.title.hasPrefix("Torch") })
            for sort in [SearchSort.title, .number] {
                #expect(Set(try await catalog.all(Catalog.Search(text: "to", sort: sort)).map(\.id)).count == many)
            }
        }
    }
}
