import CatalogAPI
import Foundation
import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a guide says of its programmes is told, searched, kept once, and forgotten with the last of them.
struct ProgrammeDetailsTests {
    private static let list = """
        #EXTINF:-1 tvg-id="news.tv" tvg-chno="2",News 24
        http://a.example/news.m3u8
        #EXTINF:-1 tvg-id="late.tv" tvg-chno="4",Late Cinema
        http://a.example/late.m3u8

        """

    private static let match = """
        <category>Fußball</category><category>Sport</category><category>News</category><live/>
        <credits><commentator>Béla Réthy</commentator><presenter>Jochen Breyer</presenter></credits>
        """
    private static let film = """
        <credits><actor role="Ripley">Sigourney Weaver</actor><actor>John Hurt</actor><actor>John Hurt</actor>
        <director>Ridley Scott</director></credits><category>Horror</category><previously-shown/>
        <rating system="MPAA"><value>R</value></rating>
        """

    private static let shows: [SampleGuide.Show] = [
        .init(channel: "news.tv", from: -1, to: 1, title: "The Match", more: match),
        .init(channel: "news.tv", from: 1, to: 2, title: "The Match"),
        .init(channel: "news.tv", from: 2, to: 3, title: "Weather", more: "<premiere/>"),
        .init(channel: "late.tv", from: -1, to: 1, title: "Alien", more: film),
        .init(channel: "late.tv", from: 3, to: 5, title: "Alien", more: film),
    ]

    private static func guide(_ shows: [SampleGuide.Show]) -> String {
        SampleGuide.text(channels: [("news.tv", "News 24"), ("late.tv", "Late Cinema")], shows)
    }

    private func with(_ body: (CatalogFixture, RPCClient<Catalog>, [ContentID]) async throws -> Void) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            try await catalog.guide(catalog.file("a.xml", Self.guide(Self.shows)))
            let client = try await catalog.client()
            let channels = try await client.send(Catalog.NowNext()).channels.map(\.channel.id)
            try await body(catalog, client, channels)
        }
    }

    @Test
    func `categories that are no genre, marks, ratings as given and names are told`() async throws {
        try await with { _, client, channels in
            let match = try await client.send(Catalog.GetProgramme(channel: channels[0])).programme
            #expect(match.title == "The Match")
            #expect(match.genres == ["News"])
            #expect(match.categories == ["Fußball", "Sport"])
            #expect([match.isLive, match.isRepeat, match.isPremiere] == [true, nil, nil])
            #expect(
                match.credits == [
                    ProgrammeCredit(role: .presenter, name: "Jochen Breyer"),
                    ProgrammeCredit(role: .commentator, name: "Béla Réthy"),
                ])
            let film = try await client.send(Catalog.GetProgramme(channel: channels[1], at: SampleGuide.date(4)))
            #expect(film.channel.number == "4")
            #expect(!film.hasCatchup)
            #expect(film.programme.genres == ["Horror"])
            #expect(film.programme.categories == nil)
            #expect(film.programme.certification == "R")
            #expect(film.programme.isRepeat == true)
            #expect(
                film.programme.credits == [
                    ProgrammeCredit(role: .director, name: "Ridley Scott"),
                    ProgrammeCredit(role: .actor, name: "Sigourney Weaver", character: "Ripley"),
                    ProgrammeCredit(role: .actor, name: "John Hurt"),
                ])
            let failure = await #expect(throws: RPCError.self) {
                _ = try await client.send(Catalog.GetProgramme(channel: channels[1], at: SampleGuide.date(2)))
            }
            #expect(failure?.code == .notFound)
            // Where there are many programmes all is told but who takes part.
            let row = try #require(try await client.send(Catalog.NowNext()).channels.first)
            #expect(row.now?.categories == ["Fußball", "Sport"])
            #expect(row.now?.credits == nil)
            #expect(row.next?.categories == nil)
            let grid = Catalog.GuideGrid(
                channels: channels, from: SampleGuide.date(1.5), until: SampleGuide.date(2.5))
            let weather = try #require(try await client.send(grid).rows.first?.programmes.last)
            #expect([weather.isPremiere, weather.isNew] == [true, true])
        }
    }

    @Test
    func `a search finds programmes by names and by categories that are no genre, together with titles`() async throws {
        try await with { _, client, _ in
            func found(_ text: String) async throws -> [String] {
                let hits = try await client.send(Catalog.SearchGuide(text: text)).hits
                return hits.map { "\($0.programme.title) \(Int($0.programme.start.timeIntervalSince1970))" }
            }
            func at(_ title: String, _ hours: Double) -> String {
                "\(title) \(Int(SampleGuide.date(hours).timeIntervalSince1970))"
            }
            #expect(try await found("fußball") == [at("The Match", -1)])
            #expect(try await found("sport match") == [at("The Match", -1)])
            #expect(try await found("rethy") == [at("The Match", -1)])
            #expect(try await found("match") == [at("The Match", -1), at("The Match", 1)])
            #expect(try await found("weaver") == [at("Alien", -1), at("Alien", 3)])
            #expect(try await found("Ripley") == [])
            let hit = try #require(try await client.send(Catalog.SearchGuide(text: "scott")).hits.first)
            #expect(hit.programme.credits?.first?.name == "Ridley Scott")
        }
    }

    @Test
    func `what is said is kept once, is known again, and goes with the last programme that has it`() async throws {
        try await with { catalog, client, _ in
            let again = try #require(
                try await catalog.guide(catalog.file("b.xml", Self.guide(Self.shows))).report)
            #expect([again.added, again.removed, again.unchanged] == [0, 0, 5])
            var other = Self.shows
            other[0].more = Self.match.replacingOccurrences(of: "Jochen Breyer", with: "Katrin Müller")
            let changed = try #require(try await catalog.guide(catalog.file("c.xml", Self.guide(other))).report)
            #expect([changed.added, changed.removed, changed.unchanged] == [1, 1, 4])
            #expect(try await client.send(Catalog.SearchGuide(text: "breyer")).hits.isEmpty)
            #expect(try await client.send(Catalog.SearchGuide(text: "müller")).hits.count == 1)
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            let (titles, indexed) = try await shard.write { db in
                // What is kept so that the import can be undone goes after a week.
                try db.execute(sql: "DELETE FROM programme WHERE died < ?", arguments: [Generation.never])
                var last: Int64? = 0
                while let after = last { last = try GuideTitles.forget(after: after, db) }
                try db.execute(sql: "INSERT INTO guideSearch (guideSearch) VALUES ('integrity-check')")
                let breyer = try Int.fetchAll(db, sql: "SELECT rowid FROM guideSearch WHERE guideSearch MATCH 'breyer'")
                return (try String.fetchAll(db, sql: "SELECT title FROM guideTitle ORDER BY id"), breyer)
            }
            #expect(titles.map { $0.prefix { $0 != "\u{1F}" } } == ["The Match", "Weather", "Alien", "The Match"])
            #expect(indexed.isEmpty)
        }
    }

    @Test
    func `more names and categories than are kept are left out and counted`() async throws {
        try await with { catalog, client, channels in
            let limits = ImportLimits()
            let names = (0..<limits.programmeCredits + 3).map { "<actor>Actor \($0)</actor>" }.joined()
            let categories = (0..<limits.programmeCategories + 2).map { "<category>Sort \($0)</category>" }.joined()
            let more = "<credits>\(names)<director>Last One</director></credits>\(categories)"
            let show = SampleGuide.Show(channel: "news.tv", from: -1, to: 1, title: "Crowd", more: more)
            let path = try catalog.file("b.xml", Self.guide([show]))
            let report = try #require(try await catalog.guide(path, allowsShrinking: true).report)
            #expect(report.cut == 6)
            let crowd = try await client.send(Catalog.GetProgramme(channel: channels[0])).programme
            #expect(crowd.credits?.count == limits.programmeCredits)
            #expect(crowd.credits?.first?.name == "Last One")
            #expect(crowd.categories?.count == limits.programmeCategories)
        }
    }

    @Test
    func `what is stored is what was said, whatever it is`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let words = ["Ann", "Bo\u{301}", "d'Arc", "c", "李", "\u{1F}x", "a\tb", "two\nlines", "🎬 \"Q\""]
        let roles = ["actor", "director", "presenter", "guest", "writer", "gaffer"]
        for _ in 0..<300 {
            func word() -> String { words.randomElement(using: &generator) ?? "" }
            let credits = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                XMLTVCredit(
                    role: roles.randomElement(using: &generator) ?? "", name: word(),
                    character: Bool.random(using: &generator) ? word() : "")
            }
            let categories = (0..<Int.random(in: 0...4, using: &generator)).map { _ in word() }
            let limits = ImportLimits()
            var cut: Int64 = 0
            let details = ProgrammeDetails(
                categories: categories, maximumCategories: limits.programmeCategories, credits: credits,
                maximumCredits: limits.programmeCredits, cut: &cut)
            let read = ProgrammeDetails(text: details.text ?? "")
            func clean(_ text: String) -> String {
                String(text.map { ["\t", "\n", "\u{1F}"].contains($0) ? " " : $0 })
            }
            #expect(read.categories == details.categories.map(clean), "seed \(seed)")
            #expect(read.credits.map(\.name) == details.credits.map { clean($0.name) }, "seed \(seed)")
            #expect(read.credits.map(\.role) == details.credits.map(\.role), "seed \(seed)")
            #expect(
                read.credits.map(\.character) == details.credits.map { $0.character.map(clean) }, "seed \(seed)")
        }
    }
}
