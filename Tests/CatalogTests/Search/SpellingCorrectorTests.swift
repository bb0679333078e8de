import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A text that finds little is completed by what was probably meant, behind what it finds itself.
struct SpellingCorrectorTests {
    private static func film(_ name: String, rating: String = "G", group: String = "Drama") -> String {
        "#EXTINF:6000 type=\"movie\" rating=\"\(rating)\" group-title=\"\(group)\",\(name)\n"
            + "http://a.example/movie/u/p/\(name.filter(\.isLetter))\(name.filter(\.isNumber)).mkv\n"
    }

    private static func films(_ names: [String]) -> String { names.map { film($0) }.joined() }

    private static let aliens = films(["Alein Nights (2004)", "Alien (1979)", "Aliens (1986)", "Resident Alien (2021)"])

    @Test
    func `few hits come first, in every order, and what was meant behind them`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.aliens))
            for sort in [nil] + SearchSort.allCases.map(Optional.some) {
                let found = try await catalog.client().send(Catalog.Search(text: "alein", sort: sort))
                #expect(found.correctedText == "alien")
                #expect(found.exactTotal == 1)
                #expect(found.total == 4)
                #expect(found.hits.first?.title == "Alein Nights", "\(String(describing: sort))")
            }
            let found = try await catalog.client().send(Catalog.Search(text: "alein"))
            #expect(found.hits.map(\.title) == ["Alein Nights", "Alien", "Aliens", "Resident Alien"])
            let nothing = try await catalog.client().send(Catalog.Search(text: "aliem"))
            #expect(nothing.correctedText == "alien")
            #expect(nothing.exactTotal == 0)
            #expect(nothing.total == 3)
        }
    }

    @Test
    func `who finds what is called so, is still typing, or finds enough is not offered anything else`() async throws {
        let names = [
            "Shrek", "Shriek", "Green Lantern", "Lance One", "Lance Two", "Cars Two", "Cards", "Alein One", "Alein Two",
            "Alein Three", "Alien",
        ]
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.films(names)))
            let client = try await catalog.client()
            for (text, total) in [("shrek", 1), ("lante", 1), ("green lanter", 1), ("cars", 1), ("alein", 3)] {
                let found = try await client.send(Catalog.Search(text: text))
                #expect(found.correctedText == nil, "\(text)")
                #expect(found.exactTotal == nil, "\(text)")
                #expect(Int(found.total) == total, "\(text)")
            }
            // With the last word typed to its end and wrong, it is another matter.
            #expect(try await client.send(Catalog.Search(text: "lamce")).correctedText == "lance")
        }
    }

    @Test
    func `of several words as near, the one is taken that leads to more`() async throws {
        let names = ["Strom", "Story One", "Story Two", "Stray"]
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.films(names)))
            #expect(try await catalog.client().send(Catalog.Search(text: "stroy")).correctedText == "story")
            #expect(try await catalog.client().send(Catalog.Search(text: "stoay")).correctedText == "story")
        }
    }

    @Test
    func `what is hidden neither counts as found nor is what is offered`() async throws {
        let text =
            Self.film("Alein Kids", rating: "G") + Self.film("Alien", rating: "R")
            + ["One", "Two", "Three"].map { Self.film("Elefant \($0)", rating: "R") }.joined()
            + Self.film("Elefant Baby", rating: "G") + Self.film("Elevant Park", rating: "G")
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", text))
            let (owner, kids) = (try await catalog.client(), try await catalog.client(.kids))
            #expect(try await owner.send(Catalog.Search(text: "alein")).correctedText == "alien")
            let alein = try await kids.send(Catalog.Search(text: "alein"))
            #expect(alein.correctedText == nil && alein.exactTotal == nil && alein.total == 1)
            // Enough for one who sees all of it, little for one who sees one.
            #expect(try await owner.send(Catalog.Search(text: "elefant")).correctedText == nil)
            let elefant = try await kids.send(Catalog.Search(text: "elefant"))
            #expect(elefant.correctedText == "elevant" && elefant.exactTotal == 1 && elefant.total == 2)
        }
    }

    @Test
    func `totals, facets, kinds and pages are those of both texts together, under any filter`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        func one<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value? {
            values.randomElement(using: &generator)
        }
        var corrected = 0
        for _ in 0..<6 {
            let list = (0..<14).map { number in
                let name = one(["Alein", "Alien", "Aliens", "Elephant", "Elehpant"], &generator) ?? ""
                let group = one(["Drama", "Comedy", "Horror"], &generator) ?? ""
                let film = Self.film(
                    "\(name) \(number)", rating: one(["G", "PG", "R"], &generator) ?? "", group: group)
                return number % 4 == 0
                    ? "#EXTINF:-1 group-title=\"\(group)\",\(name) TV \(number)\nhttp://a.example/\(number)\n" : film
            }
            try await CatalogFixture.with { catalog in
                try await catalog.playlist(catalog.file("a.m3u", list.joined()))
                for text in ["alein", "aleins", "elehpant", "elephnt", "alien"] {
                    for person in [TestCaller.owner, .kids] {
                        var request = Catalog.Search(text: text)
                        request.genres = one([nil, nil, ["Drama"], ["Comedy", "Horror"]], &generator) ?? nil
                        request.kinds = one([nil, nil, [.movie], [.channel]], &generator) ?? nil
                        request.sort = one([nil] + SearchSort.allCases, &generator) ?? nil
                        let note = Comment("seed \(seed): \(text) \(request)")
                        corrected += try await check(request, catalog, person, note) ? 1 : 0
                    }
                }
            }
        }
        #expect(corrected > 0, "seed \(seed)")
    }

    /// Holds one search against its pages, and against the searches for each of its values.
    ///
    /// - Returns: whether few titles were completed.
    private func check(
        _ requested: Catalog.Search, _ catalog: CatalogFixture, _ person: TestCaller, _ note: Comment
    ) async throws -> Bool {
        let client = try await catalog.client(person)
        var request = requested
        request.facets = [.genre, .rating]
        let found = try await client.send(request)
        #expect(found.hits.count == Int(found.total), note)
        #expect(Set(found.hits.map(\.id)).count == found.hits.count, note)
        #expect((found.correctedText == nil) == (found.exactTotal == nil), note)
        for size in [1, 3] as [Int32] {
            #expect(try await catalog.all(request, pageSize: size, as: person) == found.hits, note)
        }
        for facet in found.facets ?? [] {
            for value in facet.values {
                var alone = requested
                if facet.facet == .genre { alone.genres = [value.value] }
                if facet.facet == .rating { alone.ratings = [ContentRating(rawValue: value.value)] }
                #expect(try await client.send(alone).total == value.count, note)
            }
        }
        for kind in found.kinds {
            var alone = requested
            alone.kinds = [kind.kind]
            #expect(try await client.send(alone).total == kind.count, note)
        }
        return (found.exactTotal ?? 0) > 0
    }
}
