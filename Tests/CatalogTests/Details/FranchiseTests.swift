import CatalogAPI
import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Films that are parts of one.
struct FranchiseTests {
    @Test(
        arguments: [
            ("Rocky", "Rocky", nil), ("Rocky II", "Rocky", 2), ("Rocky 2", "Rocky", 2),
            ("The Godfather: Part II", "The Godfather", 2), ("Dune: Part Two", "Dune", 2),
            ("Kill Bill: Vol. 1", "Kill Bill", 1), ("It: Chapter Two", "It", 2),
            ("Police Academy 3: Back in Training", "Police Academy", 3),
            ("Friday the 13th Part 8: Jason Takes Manhattan", "Friday the 13th", 8),
            ("Star Wars: Episode IV - A New Hope", "Star Wars", 4), ("Toy Story 3", "Toy Story", 3),
            ("The Hangover Part Iii", "The Hangover", 3), ("Blade Runner 2049", "Blade Runner 2049", nil),
            ("2012", "2012", nil), ("300", "300", nil), ("Malcolm X", "Malcolm X", nil), ("Part Two", "Part Two", nil),
            ("Three Colours: Blue", "Three Colours: Blue", nil), ("Se7en", "Se7en", nil), ("", "", nil),
            ("Der Pate Teil 2", "Der Pate", 2), ("Ong-Bak 2", "Ong-Bak", 2), ("District 9", "District", 9),
        ] as [(String, String, Int?)])
    func `what a title says of its place`(_ title: String, _ name: String, _ number: Int?) {
        let part = SequelTitle(title)
        #expect(part.name == name && part.number == number, "\(part)")
    }

    private static func run(_ films: [(String, Int?)], of index: Int) -> [String] {
        let all = films.map { FranchiseFinder.Film(id: "\($0.0) \($0.1 ?? 0)", title: $0.0, year: $0.1) }
        return FranchiseFinder.run(of: all[index].id, among: all.reversed()).map(\.id)
    }

    @Test
    func `remakes begin a franchise of their own; a number alone makes no series`() {
        let halloween: [(String, Int?)] = [
            ("Halloween", 1978), ("Halloween II", 1981), ("Halloween III", 1982), ("Halloween", 2007),
            ("Halloween II", 2009), ("Halloween", 2018),
        ]
        #expect(Self.run(halloween, of: 0) == ["Halloween 1978", "Halloween II 1981", "Halloween III 1982"])
        #expect(Self.run(halloween, of: 4) == ["Halloween 2007", "Halloween II 2009"])
        #expect(Self.run(halloween, of: 5) == ["Halloween 2018"])
        let dune: [(String, Int?)] = [("Dune", 1984), ("Dune", 2021), ("Dune: Part Two", 2024)]
        #expect(Self.run(dune, of: 0) == ["Dune 1984"])
        #expect(Self.run(dune, of: 2) == ["Dune 2021", "Dune: Part Two 2024"])
        #expect(Self.run([("Apollo 11", 2019), ("Apollo 13", 1995)], of: 0) == ["Apollo 11 2019"])
        #expect(Self.run([("Taken", nil), ("Taken 2", nil), ("Taken 3", nil)], of: 1).count == 3)
    }

    @Test
    func `films without a year come out in the order of their numbers`() async throws {
        try await CatalogFixture.with { catalog in
            let list = ["Taken 4", "Taken III", "Taken", "Taken 2"].enumerated().map { SampleEntry.film($1, $0) }
                .joined()
            try await catalog.playlist(catalog.file("a.m3u", list))
            let id = try await catalog.title("Taken 2").card.id
            let franchise = try await catalog.client().send(Catalog.GetFranchise(id: id))
            #expect(franchise.releaseOrder.map(\.title) == ["Taken", "Taken 2", "Taken III", "Taken 4"])
        }
    }

    @Test
    func `the order of the story is that of the numbers, where films have them`() async throws {
        try await CatalogFixture.with { catalog in
            let titles = [
                "Star Wars: Episode IV (1977)", "Star Wars: Episode V (1980)", "Star Wars: Episode I (1999)",
                "Stargate (1994)", "Alien (1979)", "Aliens (1986)",
            ]
            let list = titles.enumerated().map { SampleEntry.film($1, $0) }.joined()
            try await catalog.playlist(catalog.file("a.m3u", list))
            let client = try await catalog.client()
            let first = try await catalog.title("Star Wars: Episode IV")
            let franchise = try await client.send(Catalog.GetFranchise(id: first.card.id))
            #expect(franchise.name == "Star Wars" && franchise.source == .title && franchise.isStoryOrderKnown)
            #expect(franchise.releaseOrder.map(\.year) == [1977, 1980, 1999])
            let story = franchise.storyOrder.map { id in franchise.releaseOrder.first { $0.id == id }?.year }
            #expect(story == [1999, 1977, 1980])
            let alien = try await client.send(Catalog.GetFranchise(id: catalog.title("Alien").card.id))
            #expect(alien.source == .alone && alien.releaseOrder.map(\.title) == ["Alien"])
        }
    }

    @Test
    func `what a child may not see is no part of anything for him`() async throws {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.film("Saw (2004)", 1, extra: "rating=\"PG\"")
                + SampleEntry.film("Saw II (2005)", 2, extra: "rating=\"R\"")
            try await catalog.playlist(catalog.file("a.m3u", list))
            let saw = try await catalog.title("Saw").card.id
            #expect(try await catalog.client().send(Catalog.GetFranchise(id: saw)).releaseOrder.count == 2)
            let seen = try await catalog.client(.kids).send(Catalog.GetFranchise(id: saw))
            #expect(seen.source == .alone && seen.storyOrder == [saw])
        }
    }

    @Test
    func `the films of one name are a range of the index on titles`() throws {
        let queue = try DatabaseQueue()
        let plan = try queue.write { db in
            for migration in CatalogMigrations.all { try migration.apply(db) }
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(FranchiseReader.namedSQL)")
            statement.setUncheckedArguments(StatementArguments())
            return try Row.fetchAll(statement).map { $0["detail"] as String }.joined(separator: "\n")
        }
        #expect(plan.contains("item_by_title (sortTitle>? AND sortTitle<?)"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"))
    }
}
