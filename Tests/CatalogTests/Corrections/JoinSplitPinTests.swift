import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles that are joined, split and pinned stay so whatever the lists do.
struct JoinSplitPinTests {
    private static func list(_ first: String, _ second: String, token: String = "t") -> String {
        SampleEntry.film(first, 1, token: token) + SampleEntry.film(second, 2, token: token)
            + SampleEntry.film("Heat", 3, token: token)
    }

    @Test(arguments: TestTransport.allCases)
    func `joined films are one, whatever the lists call either of them later`(_ transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let list = Self.list("Star Wars (1977)", "Krieg der Sterne (1977)")
            try await catalog.playlist(catalog.file("a.m3u", list))
            let (wars, krieg) = (try await catalog.title("Star Wars"), try await catalog.title("Krieg der Sterne"))
            let before = try await catalog.everything()
            let events = try await catalog.follow()
            _ = try await events.snapshot()
            let made = try await catalog.correct(Catalog.JoinTitles(id: krieg.card.id, into: wars.card.id))
            let publication = try await events.publication()
            #expect(publication.merged == [CardMerged(krieg.card.id, into: wars.card.id, card: wars.card)])
            #expect(publication.gone.isEmpty)
            func check(_ name: String, _ note: Comment) async throws {
                let title = try await catalog.title(name)
                #expect(title.card.id == wars.card.id && title.variants.count == 2, note)
                #expect(try await catalog.ids().count == 2, note)
                let client = try await catalog.client()
                #expect(try await client.send(Catalog.GetTitle(id: krieg.card.id)).card.id == wars.card.id, note)
            }
            try await check("Star Wars", "at once")
            let again = try #require(try await catalog.playlist(catalog.file("b.m3u", list)).report)
            #expect([again.added, again.updated, again.removed, again.grouped] == [0, 0, 0, 1])
            for (index, next) in [
                Self.list("Star Wars (1977)", "Krieg der Sterne (1977) [4K]", token: "u"),
                // The one that went is renamed, then the one that stayed.
                Self.list("Star Wars (1977)", "Krieg der Sterne Teil IV (1977)", token: "u"),
                Self.list("Star Wars (1977)", "Krieg der Sterne Teil IV (1977)", token: "v"),
                Self.list("Star Wars: Episode IV (1977)", "Krieg der Sterne Teil IV (1977)", token: "v"),
            ].enumerated() {
                let report = try #require(try await catalog.playlist(catalog.file("c\(index).m3u", next)).report)
                report.checkSums()
                #expect([report.added, report.removed] == [0, 0], "list \(index)")
                try await check(index == 3 ? "Star Wars: Episode IV" : "Star Wars", "list \(index)")
            }
            try await catalog.playlist(catalog.file("d.m3u", list))
            try await check("Star Wars", "as it was")
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            #expect(try await catalog.everything() == before)
        }
    }

    @Test
    func `joined series have one episode of each number, and go apart again`() async throws {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.episode("The Office S01E01", 1) + SampleEntry.episode("The Office S01E02", 2)
                + SampleEntry.episode("The Office US S01E02", 3) + SampleEntry.episode("The Office US S01E03-E04", 4)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let before = try await catalog.everything()
            let (office, other) = (
                try await catalog.title("The Office", kinds: [.series]),
                try await catalog.title("The Office (US)", kinds: [.series])
            )
            let third = try await catalog.title("The Office (US) S01E03")
            let made = try await catalog.correct(Catalog.JoinTitles(id: other.card.id, into: office.card.id))
            func check(_ note: Comment) async throws {
                let client = try await catalog.client()
                let episodes = try await client.send(Catalog.ListEpisodes(series: other.card.id)).episodes
                #expect(episodes.map(\.episode) == [1, 2, 3], note)
                #expect(episodes.allSatisfy { $0.series == office.card.id }, note)
                let links = try await client.send(Catalog.GetTitle(id: episodes[1].id)).variants
                #expect(links.count == 2, note)
                #expect(try await catalog.ids().count == 4, note)
                #expect(try await client.send(Catalog.GetTitle(id: third.card.id)).card.id == episodes[2].id, note)
            }
            try await check("at once")
            try await catalog.playlist(catalog.file("b.m3u", list))
            try await check("the same list")
            let more = list + SampleEntry.episode("The Office US S01E02", 9, token: "u")
            try await catalog.playlist(catalog.file("c.m3u", more.replacing("/t/", with: "/u/")))
            try await catalog.playlist(catalog.file("d.m3u", list))
            try await check("after others")
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            #expect(try await catalog.everything() == before)
        }
    }

    @Test
    func `links that were taken out stay out, and are known again by their addresses`() async throws {
        try await CatalogFixture.with { catalog in
            func list(_ token: String, _ name: String = "Dune") -> String {
                SampleEntry.film("\(name) HD", 1, token: token) + SampleEntry.film("\(name) 4K", 2, token: token)
                    + SampleEntry.film("Heat", 3, token: token)
            }
            try await catalog.playlist(catalog.file("a.m3u", list("t")))
            let dune = try await catalog.title("Dune")
            let before = try await catalog.everything()
            let client = try await catalog.client()
            let all = Catalog.SplitTitle(id: dune.card.id, variants: dune.variants.map(\.id))
            let refused = await #expect(throws: RPCError.self) { try await client.send(all) }
            #expect(refused?.code == .invalidArgument)
            let variant = try #require(dune.variants.first { $0.quality == "4K" })
            let made = try await catalog.correct(
                Catalog.SplitTitle(id: dune.card.id, variants: [variant.id], title: "Dune", year: 1984))
            func check(_ note: Comment) async throws {
                let old = try await client.send(Catalog.GetTitle(id: dune.card.id))
                #expect(old.variants.map(\.quality) == ["HD"], note)
                let new = try await client.send(Catalog.GetTitle(id: made.title))
                #expect(new.variants.map(\.quality) == ["4K"] && new.card.year == 1984, note)
            }
            try await check("at once")
            let again = try #require(try await catalog.playlist(catalog.file("b.m3u", list("t"))).report)
            #expect([again.added, again.updated, again.removed] == [0, 0, 0])
            try await catalog.playlist(catalog.file("c.m3u", list("u")))
            try await check("other tokens")
            // Another host of the same panel.
            let host = list("u").replacing("a.example", with: "b.example:8080")
            try await catalog.playlist(catalog.file("d.m3u", host))
            try await check("another host")
            try await catalog.playlist(catalog.file("e.m3u", list("t")))
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            #expect(try await catalog.everything() == before)
            #expect(try await client.send(Catalog.GetTitle(id: made.title)).card.id == dune.card.id)
        }
    }

    @Test
    func `links that were taken out can be those of another title, or of a new one without a name`() async throws {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.channel("Sports", "1.m3u8") + SampleEntry.channel("Sports", "2.m3u8")
                + SampleEntry.channel("News", "3.m3u8")
            try await catalog.playlist(catalog.file("a.m3u", list))
            let (sports, news) = (try await catalog.title("Sports"), try await catalog.title("News"))
            let link = try #require(sports.variants.last)
            let into = try await catalog.correct(
                Catalog.SplitTitle(id: sports.card.id, variants: [link.id], into: news.card.id))
            #expect(into.title == news.card.id)
            #expect(try await catalog.title("News").variants.count == 2)
            try await catalog.correct(Catalog.TakeBackCorrection(correction: into.correction))
            let own = try await catalog.correct(Catalog.SplitTitle(id: sports.card.id, variants: [link.id]))
            let cards = try await catalog.all(Catalog.Search(text: "", kinds: [.channel])).filter {
                $0.title == "Sports"
            }
            #expect(Set(cards.map(\.id)) == [sports.card.id, own.title])
        }
    }

    @Test
    func `a pinned title keeps its name and its links, whatever the list calls them`() async throws {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.film("Dune HD (2021)", 1) + SampleEntry.film("Dune 4K (2021)", 2)
                + SampleEntry.film("Heat", 3)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let dune = try await catalog.title("Dune")
            let made = try await catalog.correct(Catalog.PinTitle(id: dune.card.id))
            let next =
                SampleEntry.film("Dune Part One HD (2020)", 1, token: "u") + SampleEntry.film("Dune 4K (2021)", 2)
                + SampleEntry.film("Heat", 3)
            let report = try #require(try await catalog.playlist(catalog.file("b.m3u", next)).report)
            report.checkSums()
            let title = try await catalog.title("Dune")
            #expect(title.card == dune.card && title.variants.count == 2)
            #expect(try await catalog.ids().count == 2)
            let renamed = next.replacing("Dune 4K", with: "Wüstenplanet 4K")
            try await catalog.playlist(catalog.file("c.m3u", renamed))
            #expect(try await catalog.title("Dune").variants.count == 2)
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            #expect(try await catalog.title("Dune Part One").variants.count == 1)
            #expect(try await catalog.title("Wüstenplanet").variants.count == 1)
        }
    }
}
