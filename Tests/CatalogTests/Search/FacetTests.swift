import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Facets say what each value would find under the other filters, and nothing of what the viewer may not see.
struct FacetTests {
    private static let groups = ["Action", "Comedy", "Horror", "Animation", "Romantic Comedy", "XXX", "Bits"]

    private static func list(_ count: Int, using generator: inout SeededGenerator) -> String {
        (0..<count).map { number in
            func one(of values: [String]) -> String { values.randomElement(using: &generator) ?? "" }
            let rating = one(of: ["G", "PG", "PG-13", "R", "NC-17", ""])
            let attributes =
                "group-title=\"\(one(of: Self.groups))\""
                + (rating.isEmpty ? "" : " rating=\"\(rating)\"")
                + one(
                    of: ["", "English", "German", "English;French"].map { $0.isEmpty ? "" : " tvg-language=\"\($0)\"" })
            let name = one(of: ["Lantern", "Lamp", "Old Light"]) + " \(number)"
            let quality = one(of: ["", " 4K", " 720p", " 1080p", " SD"])
            guard number % 3 != 0 else {
                return "#EXTINF:-1 tvg-id=\"c\(number).tv\" \(attributes),\(name)\(quality)\nhttp://a.example/\(number)"
            }
            let year = one(of: ["", " (1975)", " (1994)", " (2003)", " (2015)", " (2022)"])
            let seconds = one(of: ["1500", "5400", "9000", "-1"])
            return "#EXTINF:\(seconds) type=\"movie\" \(attributes),\(name)\(year)\(quality)\n"
                + "http://a.example/movie/u/p/\(number).mkv"
        }.joined(separator: "\n")
    }

    private static func request(using generator: inout SeededGenerator) -> Catalog.Search {
        func some<Value>(_ values: [Value]) -> [Value]? {
            let found = values.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
            return found.isEmpty || Bool.random(using: &generator) ? nil : found
        }
        var request = Catalog.Search(text: ["", "la", "l", "lantern"].randomElement(using: &generator) ?? "")
        request.kinds = some([.movie, .channel])
        request.genres = some(["Action", "Comedy", "Horror", "Romance"])
        request.ratings = some(ContentRating.all)
        request.years = some([YearRange(through: 1989), YearRange(1990, through: 1999), YearRange(2003)])
        request.languages = some(["en", "de", "fr"])
        request.qualities = some(PictureQuality.all)
        request.maximumMinutes = some([30, 100] as [Int32])?.first
        return request
    }

    /// The same search with one value in place of those of a facet.
    private static func request(_ request: Catalog.Search, _ facet: SearchFacet, _ value: String) -> Catalog.Search {
        var request = request
        switch facet {
        case .genre: request.genres = [value]
        case .year: request.years = YearRange(text: value).map { [$0] }
        case .rating: request.ratings = [ContentRating(rawValue: value)]
        case .language: request.languages = [value]
        default: request.qualities = [PictureQuality(rawValue: value)]
        }
        request.facets = nil
        return request
    }

    @Test
    func `each count is what the search finds with that value or kind, under the other filters and the policy`()
        async throws
    {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(240, using: &generator)))
            var values: Set<String> = []
            for person in [TestCaller.owner, .kids] {
                let client = try await catalog.client(person)
                for _ in 0..<12 {
                    var request = Self.request(using: &generator)
                    request.facets = SearchFacet.all
                    let found = try await client.send(request)
                    for kind in [ContentKind.movie, .series, .channel] {
                        var alone = request
                        (alone.kinds, alone.facets) = ([kind], nil)
                        let count = found.kinds.first { $0.kind == kind }?.count ?? 0
                        #expect(
                            try await client.send(alone).total == count, "seed \(seed): \(kind) of \(request)")
                    }
                    let facets = try #require(found.facets)
                    #expect(facets.map(\.facet) == SearchFacet.all, "seed \(seed)")
                    for facet in facets {
                        for value in facet.values {
                            values.insert(value.value)
                            let alone = try await client.send(Self.request(request, facet.facet, value.value))
                            #expect(alone.total == value.count, "seed \(seed): \(facet.facet) \(value) of \(request)")
                        }
                    }
                }
            }
            // That the comparison was made of something.
            #expect(values.isSuperset(of: ["Action", "en", "4K", "1990-1999", "-1989", "PG-13"]), "\(values)")
        }
    }

    @Test
    func `a facet whose titles are all hidden has no value, and one that was not requested does not come`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            var request = Catalog.Search(text: "")
            #expect(try await catalog.client().send(request).facets == nil)
            request.facets = [.rating, .genre]
            let all = try await catalog.client().send(request)
            #expect(all.facets?.first?.values.map(\.value) == ["G", "R", "Unrated"])
            #expect(all.facets?.last?.values.contains { $0.value == "Horror" } == true)
            let kids = try await catalog.client(.kids).send(request)
            #expect(kids.facets?.first?.values.contains { $0.value == "R" } == false)
            #expect(kids.facets?.last?.values.contains { $0.value == "Horror" } == false)
        }
    }

    @Test
    func `what is counted stays right when titles come, change and go`() async throws {
        try await CatalogFixture.with { catalog in
            func qualities() async throws -> [FacetValue]? {
                var request = Catalog.Search(text: "lantern")
                request.facets = [.quality]
                return try await catalog.client().send(request).facets?.first?.values
            }
            func film(_ quality: String) -> String {
                "#EXTINF:6000 type=\"movie\",Lantern (1999) \(quality)\nhttp://a.example/movie/u/p/\(quality).mkv\n"
            }
            try await catalog.playlist(catalog.file("a.m3u", film("720p")))
            #expect(try await qualities() == [FacetValue(value: "HD", count: 1)])
            try await catalog.playlist(catalog.file("b.m3u", film("720p") + film("4K")))
            #expect(
                try await qualities() == [FacetValue(value: "HD", count: 1), FacetValue(value: "4K", count: 1)])
            try await catalog.playlist(catalog.file("c.m3u", film("4K")), allowsShrinking: true)
            #expect(try await qualities() == [FacetValue(value: "4K", count: 1)])
        }
    }
}
