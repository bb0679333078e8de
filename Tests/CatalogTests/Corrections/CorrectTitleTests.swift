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

/// What people say of a title counts, now and after every refresh, until they take it back.
struct CorrectTitleTests {
    @Test(arguments: TestTransport.allCases)
    func `title, year, rating and adult mark outlive refreshes, and are taken back`(
        _ transport: TestTransport
    ) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let list =
                SampleEntry.film("Dune (1985)", 1, extra: "group-title=\"XXX Sci-Fi\"")
                + SampleEntry.film("Heat (1995)", 2)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let dune = try await catalog.title("Dune")
            #expect(dune.card.isAdult && dune.card.year == 1985)
            let said = catalog.changes {
                ($0.title, $0.year) = ("Dune: Der Wüstenplanet", 1984)
                ($0.rating, $0.isAdult) = (.pg13, false)
            }
            let made = try await catalog.correct(Catalog.CorrectTitle(id: dune.card.id, changes: said))
            #expect(made.title == dune.card.id)
            func check(_ note: Comment) async throws {
                let card = try await catalog.title("Dune: Der Wüstenplanet").card
                #expect(card.id == dune.card.id && card.year == 1984, note)
                #expect(card.rating == .pg13 && !card.isAdult, note)
                // It is found by what it is called, and by what the list calls it.
                for text in ["wustenplanet", "dune"] {
                    let kid = try await catalog.client(.kids).send(Catalog.Search(text: text))
                    #expect(kid.hits.map(\.id) == [dune.card.id], note)
                }
            }
            try await check("at once")
            let again = try #require(try await catalog.playlist(catalog.file("b.m3u", list)).report)
            #expect([again.added, again.updated, again.removed] == [0, 0, 0])
            #expect(again.adultFound == 0)
            try await check("the same list")
            let moved =
                SampleEntry.film("Heat (1995)", 2, token: "u")
                + SampleEntry.film("DUNE (1985) 4K", 7, token: "u", extra: "group-title=\"Other\"")
            try await catalog.playlist(catalog.file("c.m3u", moved))
            try await check("other order, links, group and tags")
            try await catalog.playlist(catalog.file("d.m3u", SampleEntry.film("Heat (1995)", 2)), allowsShrinking: true)
            try await catalog.playlist(catalog.file("e.m3u", list))
            try await check("gone and back")
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            let back = try await catalog.title("Dune").card
            #expect(back == dune.card)
            #expect(try await catalog.client().send(Catalog.ListCorrections()).corrections.isEmpty)
        }
    }

    @Test
    func `episodes tell what their series is called now`() async throws {
        try await CatalogFixture.with { catalog in
            let list = SampleEntry.episode("Low Tied S01E01 Driftwood", 1) + SampleEntry.film("Heat", 2)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let series = try await catalog.title("Low Tied", kinds: [.series])
            #expect(series.card.seriesTitle == nil)
            #expect(try await catalog.title("Driftwood").card.longTitle == "Low Tied: Driftwood (S1 E1)")
            let said = catalog.changes { $0.title = "Low Tide" }
            let made = try await catalog.correct(Catalog.CorrectTitle(id: series.card.id, changes: said))
            #expect(try await catalog.title("Driftwood").card.seriesTitle == "Low Tide")
            try await catalog.playlist(catalog.file("b.m3u", list + SampleEntry.film("Alien", 3)))
            #expect(try await catalog.title("Driftwood").card.seriesTitle == "Low Tide")
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            #expect(try await catalog.title("Driftwood").card.seriesTitle == "Low Tied")
        }
    }

    @Test
    func `a shard that was kept before has the names of its episodes' series`() throws {
        let queue = try DatabaseQueue()
        let titles = try queue.write { db in
            for migration in CatalogMigrations.all where migration.version < 23 { try migration.apply(db) }
            // The second of the series is what the first was called before.
            for (row, id, series, born, died, title) in [
                (1, "sr_1", nil, 1, 2, "Low Tied"), (2, "sr_1", nil, 2, Generation.never, "Low Tide"),
                (3, "ep_1", "sr_1", 1, Generation.never, "Driftwood"), (4, "mv_1", nil, 1, Generation.never, "Heat"),
            ] as [(Int64, String, String?, Int64, Int64, String)] {
                try db.execute(
                    sql: """
                        INSERT INTO item (row, id, series, born, died, audience, kind, genres, year, added, number, lost,
                            sortTitle, fingerprint) VALUES (?, ?, ?, ?, ?, 1, 1, 0, 0, 0, 0, 0, '', 0)
                        """, arguments: [row, id, series, born, died])
                try db.execute(
                    sql: "INSERT INTO itemText (row, title, keywords, overview) VALUES (?, ?, '', '')",
                    arguments: [row, title])
            }
            for migration in CatalogMigrations.all where migration.version == 23 { try migration.apply(db) }
            return try String?.fetchAll(db, sql: "SELECT seriesTitle FROM itemText ORDER BY row")
        }
        #expect(titles == [nil, nil, "Low Tide", nil])
    }

    @Test
    func `what is said of a title holds when its list renames it`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(
                catalog.file("a.m3u", SampleEntry.film("Alian (1979)", 1) + SampleEntry.film("Heat", 2)))
            let alien = try await catalog.title("Alian")
            let said = catalog.changes { $0.rating = .r }
            try await catalog.correct(Catalog.CorrectTitle(id: alien.card.id, changes: said))
            let list = SampleEntry.film("Alien (1979)", 1) + SampleEntry.film("Heat", 2)
            let job = try await catalog.playlist(catalog.file("b.m3u", list))
            let report = try #require(job.report, "\(catalog.service.logs.text)")
            report.checkSums()
            #expect([report.added, report.updated, report.removed] == [0, 1, 0])
            let card = try await catalog.title("Alien").card
            #expect(card.rating == .r && card.id != alien.card.id)
            #expect(try await catalog.client().send(Catalog.GetTitle(id: alien.card.id)).card == card)
        }
    }

    @Test
    func `what is said of a series' audience is said of its episodes, but for those of which something is said`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.episode("Show S01E01", 1, extra: "rating=\"TV-MA\"") + SampleEntry.episode("Show S01E02", 2)
                + SampleEntry.episode("Show S01E03", 3)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let show = try await catalog.title("Show", kinds: [.series])
            let second = try await catalog.title("Show S01E02")
            try await catalog.correct(
                Catalog.CorrectTitle(id: second.card.id, changes: catalog.changes { $0.rating = .nc17 }))
            try await catalog.correct(
                Catalog.CorrectTitle(id: show.card.id, changes: catalog.changes { $0.rating = .g }))
            let kid = try await catalog.client(.kids)
            let seen = try await kid.send(Catalog.ListEpisodes(series: show.card.id)).episodes
            #expect(seen.map(\.episode) == [1, 3])
            #expect(seen.allSatisfy { $0.rating == .g })
        }
    }

    @Test
    func `another kind is another id, to which the old one leads; taken back it leads back`() async throws {
        try await CatalogFixture.with { catalog in
            let list = SampleEntry.channel("Metropolis", "live/x.m3u8") + SampleEntry.channel("News", "live/n.m3u8")
            try await catalog.playlist(catalog.file("a.m3u", list))
            let channel = try await catalog.title("Metropolis")
            #expect(channel.card.kind == .channel)
            let made = try await catalog.correct(
                Catalog.CorrectTitle(
                    id: channel.card.id, changes: catalog.changes { ($0.kind, $0.year) = (.movie, 1927) }))
            func film() async throws -> Card { try await catalog.title("Metropolis").card }
            #expect(try await film().kind == .movie)
            #expect(try await film().year == 1927)
            #expect(try await film().id == made.title)
            #expect(
                made.title == ContentID(rawValue: ContentIdentity.movie(title: "Metropolis", year: 1927).description))
            let client = try await catalog.client()
            #expect(try await client.send(Catalog.GetTitle(id: channel.card.id)).card == film())
            let again = try #require(try await catalog.playlist(catalog.file("b.m3u", list)).report)
            #expect([again.added, again.updated, again.removed] == [0, 0, 0])
            #expect(again.unchanged == 2)
            // Another link of it is one of the film's.
            let more = list + SampleEntry.channel("Metropolis", "live/y.m3u8")
            try await catalog.playlist(catalog.file("c.m3u", more))
            #expect(try await catalog.title("Metropolis").variants.count == 2)
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            let back = try await catalog.title("Metropolis")
            #expect(back.card.id == channel.card.id && back.variants.count == 2)
            #expect(try await client.send(Catalog.GetTitle(id: made.title)).card.id == channel.card.id)
        }
    }

    @Test
    func `a link that is an episode becomes one of a series`() async throws {
        try await CatalogFixture.with { catalog in
            let list = SampleEntry.film("Fargo - Der Rabbi", 1) + SampleEntry.episode("Fargo S04E01", 2)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let film = try await catalog.title("Fargo - Der Rabbi")
            let said = catalog.changes {
                ($0.kind, $0.seriesTitle, $0.season, $0.episode, $0.title) = (.episode, "Fargo", 4, 9, "Der Rabbi")
            }
            try await catalog.correct(Catalog.CorrectTitle(id: film.card.id, changes: said))
            let series = try await catalog.title("Fargo", kinds: [.series]).card
            let episodes = try await catalog.client().send(Catalog.ListEpisodes(series: series.id)).episodes
            #expect(episodes.map(\.title) == ["Fargo S04E01", "Der Rabbi"])
            #expect(episodes.map(\.episode) == [1, 9])
        }
    }

    private static func said(_ field: String, _ fill: (inout TitleChanges) -> Void) -> (String, TitleChanges) {
        var changes = TitleChanges()
        fill(&changes)
        return (field, changes)
    }

    @Test(arguments: [
        said("changes") { _ in }, said("changes.title") { $0.title = " \n " },
        said("changes.year") { $0.year = 1500 },
        said("changes.rating") { $0.rating = ContentRating(rawValue: "XL") },
        said("changes.kind") { $0.kind = .series }, said("changes.tmdbID") { $0.tmdbID = -1 },
        said("changes.seriesTitle") { $0.kind = .episode }, said("changes.introEnd") { $0.introStart = 5 },
        said("changes.introEnd") { ($0.introStart, $0.introEnd) = (9, 5) },
        said("changes.introEnd") { $0.introEnd = .nan }, said("changes.creditStart") { $0.creditStart = -1 },
        said("changes.isRecap") { $0.isRecap = true },
    ])
    func `what cannot be right is refused by name`(_ field: String, _ changes: TitleChanges) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleEntry.film("Heat (1995)", 1)))
            let heat = try await catalog.title("Heat")
            let request = Catalog.CorrectTitle(id: heat.card.id, changes: changes)
            let error = await #expect(throws: RPCError.self) { try await catalog.client().send(request) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains(field) == true, "\(error.debugDescription)")
            #expect(try await catalog.client().send(Catalog.ListCorrections()).corrections.isEmpty)
        }
    }

    @Test
    func `who may not see a title cannot put it right, nor read what was said of it`() async throws {
        try await CatalogFixture.with { catalog in
            let list = SampleEntry.film("Hidden", 1, extra: "group-title=\"XXX\"") + SampleEntry.film("Heat", 2)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let (hidden, heat) = (try await catalog.title("Hidden"), try await catalog.title("Heat"))
            var parent = TestCaller(member: "m9", role: .adult, policy: .hidingAdult)
            parent.profile = "p9"
            let client = try await catalog.client(parent)
            for request in [
                Catalog.JoinTitles(id: hidden.card.id, into: heat.card.id),
                Catalog.JoinTitles(id: heat.card.id, into: hidden.card.id),
            ] {
                let error = await #expect(throws: RPCError.self) { try await client.send(request) }
                #expect(error?.code == .notFound)
            }
            let made = try await catalog.correct(
                Catalog.CorrectTitle(id: hidden.card.id, changes: catalog.changes { $0.year = 2001 }))
            #expect(try await client.send(Catalog.ListCorrections()).corrections.isEmpty)
            let error = await #expect(throws: RPCError.self) {
                try await client.send(Catalog.TakeBackCorrection(correction: made.correction))
            }
            #expect(error?.code == .notFound)
            #expect(
                try await catalog.client().send(Catalog.ListCorrections()).corrections.map(\.id) == [made.correction])
        }
    }
}
