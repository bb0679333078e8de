import CatalogAPI
import Foundation
import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

/// Rules about a programme's category: what they block is in no guide, and its channel has no stream while it runs.
struct ProgrammeRuleTests {
    private static let list = """
        #EXTM3U
        #EXTINF:-1 tvg-id="a.tv" group-title="Kids",Alpha
        http://a.example/alpha.m3u8
        #EXTINF:-1 tvg-id="b.tv" group-title="Kids",Beta
        http://b.example/beta.m3u8
        #EXTINF:-1 tvg-id="c.tv" group-title="News",Gamma
        http://c.example/gamma.m3u8

        """

    private static let channels = [
        (id: "a.tv", name: "Alpha"), (id: "b.tv", name: "Beta"), (id: "c.tv", name: "Gamma"),
    ]

    private static let shows = [
        SampleGuide.Show(channel: "a.tv", from: -1, to: 1, title: "Scary Castle", rating: "TV-Y", category: "Horror"),
        SampleGuide.Show(channel: "a.tv", from: 1, to: 2, title: "Cartoons", rating: "TV-Y", category: "Kids"),
        SampleGuide.Show(channel: "b.tv", from: -1, to: 1, title: "Owl Club", rating: "TV-Y", category: "Talk show"),
        SampleGuide.Show(channel: "b.tv", from: 1, to: 2, title: "Scary Owls", category: "Horror"),
        SampleGuide.Show(channel: "c.tv", from: -1, to: 1, title: "News", category: "Horror"),
    ]

    private static func rules(_ programmes: ViewingRule...) -> ViewingRules {
        ViewingRules([ViewingRule(.allow, group: "Kids")] + programmes, otherwise: .blockAll)
    }

    private static func with(_ body: (RuleFixture) async throws -> Void) async throws {
        try await RuleFixture.with { fixture in
            let catalog = fixture.catalog
            try await catalog.playlist(catalog.file("a.m3u", list))
            try await catalog.guide(catalog.file("g.xml", SampleGuide.text(channels: channels, shows)))
            try await body(fixture)
        }
    }

    /// All that the guide tells a caller, by the methods that tell of programmes.
    private static func programmes(_ fixture: RuleFixture, _ person: TestCaller) async throws -> [String: Set<String>] {
        let client = try await fixture.catalog.client(person)
        let page = try await client.send(Catalog.NowNext())
        let ids = page.channels.map(\.channel.id)
        var found: [String: Set<String>] = [:]
        found["now and next"] = Set(page.channels.flatMap { [$0.now?.title, $0.next?.title].compactMap(\.self) })
        let grid = Catalog.GuideGrid(channels: ids, from: SampleGuide.date(-2), until: SampleGuide.date(3))
        found["grid"] = Set(try await client.send(grid).rows.flatMap { $0.programmes.map(\.title) })
        var onAir: Set<String> = []
        for hours in [0.0, 1.5] {
            for try await batch in try await client.stream(Catalog.ListOnAir(at: SampleGuide.date(hours))) {
                for entry in batch.channels { onAir.formUnion([entry.title, entry.nextTitle].compactMap(\.self)) }
            }
        }
        found["on air"] = onAir
        var searched: Set<String> = []
        for text in ["scary", "owl", "cartoons", "news", "horror"] {
            searched.formUnion(try await client.send(Catalog.SearchGuide(text: text)).hits.map(\.programme.title))
        }
        found["search"] = searched
        var single: Set<String> = []
        for id in ids {
            for hours in [0.0, 1.5] {
                let hit = try? await client.send(Catalog.GetProgramme(channel: id, at: SampleGuide.date(hours)))
                if let hit { single.insert(hit.programme.title) }
            }
        }
        found["one"] = single
        return found
    }

    private static func expect(_ titles: Set<String>, _ fixture: RuleFixture, _ person: TestCaller) async throws {
        for (method, found) in try await programmes(fixture, person) { #expect(found == titles, "\(method)") }
    }

    @Test func `what a category's rule blocks is in no guide, and its channel has no stream while it runs`()
        async throws
    {
        try await Self.with { fixture in
            try await fixture.tell(Self.rules(), 0, version: 1)
            let all: Set = ["Scary Castle", "Cartoons", "Owl Club", "Scary Owls"]
            try await Self.expect(all, fixture, RuleFixture.kids(0))
            try await fixture.tell(Self.rules(ViewingRule(.block, category: "horror")), 1, version: 2)
            try await Self.expect(["Cartoons", "Owl Club"], fixture, RuleFixture.kids(1))
            let kim = try await fixture.catalog.client(RuleFixture.kids(1))
            let (alpha, beta) = (
                try await fixture.catalog.title("Alpha", kinds: [.channel]).card.id,
                try await fixture.catalog.title("Beta", kinds: [.channel]).card.id
            )
            let error = await #expect(throws: RPCError.self) {
                _ = try await kim.send(Catalog.ResolveStream(id: alpha))
            }
            #expect(error?.code == .notFound)
            _ = try await kim.send(Catalog.ResolveStream(id: beta))
            // A category that is no genre, as the guide names it.
            try await fixture.tell(Self.rules(ViewingRule(.block, category: "talk SHOW")), 2, version: 3)
            try await Self.expect(["Scary Castle", "Cartoons", "Scary Owls"], fixture, RuleFixture.kids(2))
            // Other callers see what they saw.
            let adult = try await Self.programmes(fixture, .adult)
            #expect(adult["grid"] == all.union(["News"]))
        }
    }

    @Test func `the first rule that fits decides, and words of the title are a condition`() async throws {
        try await Self.with { fixture in
            var castle = ViewingRule(.allow, category: "Horror")
            castle.words = "castle"
            try await fixture.tell(Self.rules(castle, ViewingRule(.block, category: "Horror")), 0, version: 1)
            try await Self.expect(["Scary Castle", "Cartoons", "Owl Club"], fixture, RuleFixture.kids(0))
            try await fixture.tell(Self.rules(ViewingRule(.block, category: "Horror"), castle), 1, version: 2)
            try await Self.expect(["Cartoons", "Owl Club"], fixture, RuleFixture.kids(1))
        }
    }

    @Test func `programmes of a later guide, and those of an undone import, are judged by the rules that hold then`()
        async throws
    {
        try await Self.with { fixture in
            try await fixture.tell(Self.rules(ViewingRule(.block, category: "Horror")), 0, version: 1)
            var shows = Self.shows
            shows[1].category = "Horror"
            let catalog = fixture.catalog
            let job = try await catalog.guide(catalog.file("h.xml", SampleGuide.text(channels: Self.channels, shows)))
            try await Self.expect(["Owl Club"], fixture, RuleFixture.kids(0))
            // Rules that change after it judge what an undo brings back.
            try await fixture.tell(Self.rules(ViewingRule(.block, category: "Kids")), 1, version: 2)
            let client = try await catalog.client()
            _ = try await catalog.end(
                of: try await client.send(Catalog.UndoImport(source: "guide", job: job.id)), client)
            try await Self.expect(["Scary Castle", "Owl Club", "Scary Owls"], fixture, RuleFixture.kids(1))
            // Without rules about programmes no bit is left.
            try await fixture.tell([], ended: ["kid"], version: 3)
            let shard = try await catalog.service.shards?.shard(for: "home")
            let left = try await shard?.read { db in
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM programme WHERE audience & ? <> 0", arguments: [RuleSetBits.mask])
            }
            #expect(left == 0)
        }
    }

    @Test func `no rule shows a programme rated for adults`() async throws {
        try await RuleFixture.with { fixture in
            let catalog = fixture.catalog
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let show = SampleGuide.Show(
                channel: "a.tv", from: -1, to: 1, title: "Slasher", rating: "TV-MA", category: "Kids")
            try await catalog.guide(catalog.file("g.xml", SampleGuide.text(channels: Self.channels, [show])))
            try await fixture.tell(Self.rules(ViewingRule(.allow, category: "Kids")), 0, version: 1)
            try await Self.expect([], fixture, RuleFixture.kids(0))
        }
    }

    @Test func `a preview counts programmes, and an explanation names the rule about the one that is on`() async throws
    {
        try await Self.with { fixture in
            let owner = try await fixture.catalog.client()
            let rules = Self.rules(ViewingRule(.block, category: "Horror"))
            let preview = try await owner.send(Catalog.PreviewViewingRules(rules: rules))
            #expect(preview.shown.programmes == 2 && preview.hidden.programmes == 3)
            let part = try #require(preview.parts.first { $0.rule == 2 })
            #expect(part.hidden.programmes == 3 && part.shown.programmes == 0 && part.hidden.channels == 0)
            #expect(Set(part.programmes ?? []) == ["Scary Castle", "Scary Owls", "News"])
            #expect(part.text.contains("category \"Horror\""))
            let without = try await owner.send(Catalog.PreviewViewingRules(rules: Self.rules()))
            #expect(without.shown.programmes == nil)
            try await fixture.tell(rules, 0, version: 1)
            let alpha = try await fixture.catalog.title("Alpha", kinds: [.channel]).card.id
            let beta = try await fixture.catalog.title("Beta", kinds: [.channel]).card.id
            let hidden = try await owner.send(Catalog.ExplainPolicy(profile: "kid", title: alpha))
            #expect(hidden.isAllowed && hidden.programme?.isAllowed == false && hidden.programme?.rule == 2)
            #expect(hidden.programme?.title == "Scary Castle")
            let shown = try await owner.send(Catalog.ExplainPolicy(profile: "kid", title: beta))
            #expect(shown.programme?.isAllowed == true && shown.programme?.rule == nil)
        }
    }
}
