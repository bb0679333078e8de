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

/// What a child with rules sees: what its rules admit once they are evaluated, and nothing before that.
struct RuleSetTests {
    private static let children = ViewingRules(
        [ViewingRule(.allow, group: "Kids"), ViewingRule(.allow, group: "Animation")], otherwise: .blockAll)
    private static let animated = ["Kids TV", "Toy Story", "Toy Story 2"]

    @Test func `nothing is seen before the rules are evaluated, and then what they admit`() async throws {
        try await RuleFixture.with { fixture in
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", SampleList.mixed))
            #expect(try await fixture.titles(RuleFixture.kids(3)) == [])
            try await fixture.tell(Self.children, 3, version: 1)
            #expect(try await fixture.titles(RuleFixture.kids(3)) == Self.animated)
            // No other set, and no other profile, changes by that.
            #expect(try await fixture.titles(RuleFixture.kids(4)) == [])
            #expect(try await fixture.titles(.strictKids).contains("Amélie") == false)
            #expect(try await fixture.titles(.kids).contains("Amélie"))
            let kim = try await fixture.catalog.client(RuleFixture.kids(3))
            let page = try await kim.send(Catalog.NowNext())
            #expect(page.channels.map(\.channel.title) == ["Kids TV"] && page.total == 1)
            // A rating filter and its facet count by rating still.
            let rated = try await kim.send(Catalog.Search(text: "", kinds: [.movie], ratings: [.g]))
            #expect(rated.total == 2)
        }
    }

    @Test func `new rules have a new number: the former one has no members any more`() async throws {
        try await RuleFixture.with { fixture in
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", SampleList.mixed))
            try await fixture.tell(Self.children, 0, version: 1)
            // A search caches the titles of this state.
            #expect(try await fixture.titles(RuleFixture.kids(0)) == Self.animated)
            try await fixture.tell(
                ViewingRules([ViewingRule(.allow, group: "News")], otherwise: .blockAll), 1, version: 2)
            #expect(try await fixture.titles(RuleFixture.kids(0)) == [])
            #expect(try await fixture.titles(RuleFixture.kids(1)) == ["News 24"])
            try await fixture.tell([], ended: ["kid"], version: 3)
            #expect(try await fixture.titles(RuleFixture.kids(1)) == [])
            // And a number that is used again begins empty.
            try await fixture.tell(ViewingRules(otherwise: .blockAll), 0, version: 4)
            #expect(try await fixture.titles(RuleFixture.kids(0)) == [])
        }
    }

    @Test func `no rule shows R, NC-17 or what is marked adult`() async throws {
        try await RuleFixture.with { fixture in
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", SampleList.mixed))
            var all = ViewingRules(otherwise: .allowUnrated)
            let ids = try await fixture.catalog.ids()
            for id in ids {
                var rule = ViewingRule(.allow)
                rule.title = id
                all.rules.append(rule)
            }
            try await fixture.tell(all, 47, version: 1)
            let seen = try await fixture.titles(RuleFixture.kids(47))
            #expect(seen == (try await fixture.titles(.kids)))
            #expect(!seen.contains("Alien") && !seen.contains("Hot Nights TV") && !seen.contains("Late Cinema"))
        }
    }

    @Test func `an import judges what it touches, by groups, sources and what went`() async throws {
        try await RuleFixture.with { fixture in
            var ofSource = ViewingRule(.allow)
            ofSource.source = "cartoons"
            let rules = ViewingRules([ViewingRule(.block, group: "Late"), ofSource], otherwise: .blockAll)
            try await fixture.tell(rules, 5, version: 1)
            let list = """
                #EXTM3U
                #EXTINF:-1 tvg-id="a.tv" group-title="Fun",Channel A
                http://a.example/a.m3u8
                #EXTINF:-1 tvg-id="b.tv" group-title="Late",Channel B
                http://a.example/b.m3u8

                """
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", list), source: "first")
            #expect(try await fixture.titles(RuleFixture.kids(5)) == [])
            // Another source has the same titles: nothing else of them changes.
            try await fixture.catalog.playlist(fixture.catalog.file("b.m3u", list), source: "cartoons")
            #expect(try await fixture.titles(RuleFixture.kids(5)) == ["Channel A"])
            let other = list.replacingOccurrences(of: "Late", with: "Early")
            try await fixture.catalog.playlist(fixture.catalog.file("c.m3u", other), source: "cartoons")
            try await fixture.catalog.playlist(fixture.catalog.file("d.m3u", other), source: "first")
            #expect(try await fixture.titles(RuleFixture.kids(5)) == ["Channel A", "Channel B"])
        }
    }

    @Test func `rules that a stopped service was told are evaluated when it is back`() async throws {
        try await RuleFixture.with { fixture in
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", SampleList.mixed))
            let shard = try #require(try await fixture.catalog.service.shards?.shard(for: "home"))
            // Told, and killed before the evaluation.
            let told = ProfileRules(profile: "kid", set: RuleFixture.set(Self.children, 9, version: 7))
            try await shard.write { try RuleSetTable.apply([told], isWhole: false, version: 7, $0) }
            #expect(try await fixture.titles(RuleFixture.kids(9)) == [])
            await fixture.catalog.service.kill()
            try await fixture.catalog.service.start()
            #expect(try await fixture.isEvaluated(7))
            #expect(try await fixture.titles(RuleFixture.kids(9)) == Self.animated)
        }
    }

    @Test func `rules that change while the catalog is stopped show nothing until it is back`() async throws {
        try await RuleFixture.with { fixture in
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", SampleList.mixed))
            try await fixture.tell(Self.children, 10, version: 1)
            await fixture.catalog.service.stop()
            let news = RuleFixture.set(
                ViewingRules([ViewingRule(.allow, group: "News")], otherwise: .blockAll), 11, version: 2)
            fixture.log.tell(
                ProfilesEvent(viewingRulesChanged: ViewingRulesChanged(sets: [news], version: 2)))
            try await fixture.catalog.service.start()
            #expect(try await fixture.isEvaluated(2))
            #expect(try await fixture.titles(RuleFixture.kids(11)) == ["News 24"])
            #expect(try await fixture.titles(RuleFixture.kids(10)) == [])
            // A snapshot without the profile's rules ends them as well.
            let settings = HouseholdSettings(
                name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true)
            var snapshot = ProfilesSnapshot(profiles: ["kid"], settings: settings)
            snapshot.ruleVersion = 3
            fixture.log.tell(ProfilesEvent(snapshot: snapshot))
            #expect(try await fixture.isEvaluated(3))
            #expect(try await fixture.titles(RuleFixture.kids(11)) == [])
        }
    }

    @Test func `an adult is told what rules would do, and what decides about a title`() async throws {
        try await RuleFixture.with { fixture in
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", SampleList.mixed))
            let adult = try await fixture.catalog.client(.hidingAdult)
            let preview = try await adult.send(Catalog.PreviewViewingRules(rules: Self.children))
            #expect(preview.parts.map(\.reason) == [.rule, .rule, .otherwise, .rating, .adultMark])
            #expect(preview.parts[0].shown == TitleCounts(channels: 1) && preview.parts[1].shown.movies == 2)
            #expect(preview.parts[1].examples.map(\.title) == ["Toy Story", "Toy Story 2"])
            #expect(preview.parts[3].hidden == TitleCounts(movies: 1, series: 1, channels: 1))
            // What the caller may not see is in no count.
            #expect(preview.parts[4].hidden == TitleCounts())
            #expect(preview.shown == TitleCounts(movies: 2, channels: 1))
            try await fixture.tell(Self.children, 1, version: 1)
            func explain(_ title: String) async throws -> PolicyExplanation {
                let kinds: [ContentKind] = [.movie, .series, .channel]
                let found = try await adult.send(Catalog.Search(text: title, kinds: kinds)).hits
                let id = try #require(found.first).id
                return try await adult.send(Catalog.ExplainPolicy(profile: "kid", title: id))
            }
            let toys = try await explain("toy story")
            #expect(toys.isAllowed && toys.rule == 2 && toys.text.contains("Animation") && toys.isApplied)
            #expect(try await explain("alien").reason == .rating)
            #expect(try await explain("amelie").reason == .otherwise)
            let hot = await #expect(throws: RPCError.self) {
                let all = try await fixture.catalog.all(Catalog.Search(text: "hot nights", kinds: [.channel]))
                let id = try #require(all.first).id
                _ = try await adult.send(Catalog.ExplainPolicy(profile: "kid", title: id))
            }
            #expect(hot?.code == .notFound)
        }
    }

    @Test func `a blocked channel stays blocked under another id`() async throws {
        try await RuleFixture.with { fixture in
            let list = """
                #EXTM3U
                #EXTINF:-1 group-title="Kids",Loud Channel
                http://a.example/loud.m3u8
                #EXTINF:-1 group-title="Kids",Calm Channel
                http://a.example/calm.m3u8

                """
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", list))
            let loud = try #require(
                try await fixture.catalog.all(Catalog.Search(text: "loud", kinds: [.channel])).first)
            var block = ViewingRule(.block)
            block.title = loud.id
            try await fixture.tell(
                ViewingRules([block, ViewingRule(.allow, group: "Kids")], otherwise: .blockAll), 2, version: 1)
            #expect(try await fixture.titles(RuleFixture.kids(2)) == ["Calm Channel"])
            // A guide id gives the channel another id.
            let named = list.replacingOccurrences(of: "#EXTINF:-1 group", with: "#EXTINF:-1 tvg-id=\"x.tv\" group")
                .replacingOccurrences(
                    of: "tvg-id=\"x.tv\" group-title=\"Kids\",Calm", with: "group-title=\"Kids\",Calm")
            try await fixture.catalog.playlist(fixture.catalog.file("b.m3u", named))
            let now = try #require(
                try await fixture.catalog.all(Catalog.Search(text: "loud", kinds: [.channel])).first)
            #expect(now.id != loud.id)
            #expect(try await fixture.titles(RuleFixture.kids(2)) == ["Calm Channel"])
        }
    }

    @Test func `programmes follow their channel's rules and their own rating`() async throws {
        try await RuleFixture.with { fixture in
            try await fixture.catalog.playlist(fixture.catalog.file("a.m3u", SampleList.mixed))
            try await fixture.catalog.guide(fixture.catalog.file("g.xml", SampleGuide.standard))
            try await fixture.tell(Self.children, 3, version: 1)
            let kim = try await fixture.catalog.client(RuleFixture.kids(3))
            let ids = try await fixture.catalog.ids().sorted { $0.rawValue < $1.rawValue }
            let grid = try await kim.send(
                Catalog.GuideGrid(channels: ids, from: SampleGuide.date(-2), until: SampleGuide.date(4)))
            #expect(grid.rows.map(\.channel.title) == ["Kids TV"])
            #expect(grid.rows.flatMap(\.programmes).map(\.title) == ["Cartoons", "Bedtime"])
            var onAir: [ChannelOnAir] = []
            for try await batch in try await kim.stream(Catalog.ListOnAir(at: SampleGuide.date(0))) {
                onAir += batch.channels
            }
            #expect(onAir.map(\.title) == ["Cartoons"] && onAir.map(\.nextTitle) == ["Bedtime"])
        }
    }
}
