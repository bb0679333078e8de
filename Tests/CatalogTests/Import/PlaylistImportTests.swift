import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

struct PlaylistImportTests {
    @Test
    func `a first import: every entry is counted once, links of one title are grouped`() async throws {
        try await CatalogFixture.with { catalog in
            let job = try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let report = try #require(job.report)
            report.checkSums()
            #expect(job.state == .done)
            #expect(report.read == 12)
            #expect(report.added == 11)
            #expect(report.grouped == 1)
            #expect(report.adultFound == 1)
            #expect(report.adultSamples.map(\.title) == ["Hot Nights TV"])
            let cards = try await catalog.all(Catalog.Search(text: ""))
            #expect(
                cards.map(\.title) == [
                    "Alien", "Amélie", "Hot Nights TV", "Kids TV", "Late Cinema", "News 24", "The Office", "Toy Story",
                    "Toy Story 2",
                ])
        }
    }

    @Test
    func `the same file again, and shuffled: nothing changes, and every id is the same`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let ids = try await catalog.ids()
            for seed in 0..<5 as Range<UInt64> {
                let text = seed == 0 ? SampleList.mixed : SampleList.shuffled(SampleList.mixed, seed: seed)
                let report = try #require(try await catalog.playlist(catalog.file("b.m3u", text)).report)
                report.checkSums()
                #expect(report.unchanged == 11, "seed \(seed)")
                #expect(report.grouped == 1)
                #expect([report.added, report.updated, report.removed] == [0, 0, 0], "seed \(seed)")
                #expect(try await catalog.ids() == ids)
            }
        }
    }

    @Test(arguments: [
        (["Um Amor de Verao", "UM AMOR DE VERAO"], ["Um Amor de Verao"]),
        (["UM AMOR DE VERAO", "Um Amor de Verao"], ["Um Amor de Verao"]),
        (["DIE FRÜHE ZEIT", "Die frühe Zeit", "die frühe zeit"], ["Die frühe Zeit"]),
        (["MASH", "Mash"], ["MASH"]), (["ONLY SO"], ["ONLY SO"]), (["ОДИН ДОМА", "Один дома"], ["Один дома"]),
        (["BLUE HARBOUR S01E01", "Blue Harbour S01E02"], ["Blue Harbour"]),
    ])
    func `a title of several spellings is shown in the one that is not in capitals`(
        _ titles: [String], _ shown: [String]
    ) async throws {
        let entries = titles.enumerated().map { "#EXTINF:-1,\($1)\nhttp://m.example/movie/u/p/\($0).mp4\n" }.joined()
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", "#EXTM3U\n" + entries))
            let cards = try await catalog.all(Catalog.Search(text: "", kinds: [.movie, .series]))
            #expect(cards.map(\.title) == shown)
        }
    }

    @Test
    func `a length that the list gives is the title's; streams have none`() async throws {
        func list(_ seconds: Int) -> String {
            """
            #EXTM3U
            #EXTINF:\(seconds) type="movie",The Harbour (1999)
            http://a.example/movie/1.mkv
            #EXTINF:2470.5 type="series",Lighthouse Keepers S01E01
            http://a.example/series/1.mkv
            #EXTINF:-1 type="movie",Fog (1980)
            http://a.example/movie/2.mkv
            #EXTINF:3600 type="live",Beacon News
            http://a.example/live/1.m3u8

            """
        }
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", list(5_380)))
            func minutes() async throws -> [String: Int32?] {
                let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
                let cards = try await catalog.all(Catalog.Search(text: "", kinds: kinds))
                return Dictionary(uniqueKeysWithValues: cards.map { ($0.title, $0.runtimeMinutes) })
            }
            #expect(
                try await minutes() == [
                    "The Harbour": 90, "Lighthouse Keepers": nil, "Lighthouse Keepers S01E01": 41, "Fog": nil,
                    "Beacon News": nil,
                ])
            let report = try await catalog.playlist(catalog.file("b.m3u", list(6_000))).report
            #expect(report?.updated == 1 && report?.unchanged == 3)
            #expect(try await minutes()["The Harbour"] == 100)
        }
    }

    @Test
    func `what changed is updated, what came is added, what went is stale for seven days and then gone`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let text =
                SampleList.mixed
                .replacingOccurrences(of: "http://a.example/kids.m3u8", with: "http://c.example/kids.m3u8")
                .replacingOccurrences(of: SampleList.entry("Alien (1979)"), with: "")
                + "#EXTINF:-1,Brand New TV\nhttp://a.example/new.m3u8\n"
            let report = try #require(try await catalog.playlist(catalog.file("b.m3u", text)).report)
            report.checkSums()
            #expect([report.added, report.updated, report.removed, report.stale] == [1, 1, 1, 1])
            let client = try await catalog.client()
            let alien = try #require(try await client.send(Catalog.Search(text: "alien")).hits.first)
            #expect(try await client.send(Catalog.GetTitle(id: alien.id)).isStale)
            let kids = try #require(try await client.send(Catalog.Search(text: "kids tv")).hits.first)
            #expect(try await client.send(Catalog.ResolveStream(id: kids.id)).url == "http://c.example/kids.m3u8")

            catalog.clock.advance(days: 6.9)
            await catalog.upkeep()
            #expect(try await catalog.ids().contains(alien.id))
            catalog.clock.advance(days: 0.2)
            await catalog.upkeep()
            #expect(try await catalog.ids().contains(alien.id) == false)
            let failure = await #expect(throws: RPCError.self) {
                _ = try await catalog.client().send(Catalog.GetTitle(id: alien.id))
            }
            #expect(failure?.code == .notFound)
        }
    }

    @Test
    func `what comes back within seven days has its id and is not stale any more`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let ids = try await catalog.ids()
            let less = SampleList.mixed.replacingOccurrences(of: SampleList.entry("Alien (1979)"), with: "")
            try await catalog.playlist(catalog.file("b.m3u", less))
            let report = try #require(try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed)).report)
            report.checkSums()
            #expect([report.added, report.removed] == [1, 0])
            #expect(try await catalog.ids() == ids)
            let client = try await catalog.client()
            let alien = try #require(try await client.send(Catalog.Search(text: "alien")).hits.first)
            let title = try await client.send(Catalog.GetTitle(id: alien.id))
            #expect(!title.isStale)
            #expect(title.variants.map(\.isStale) == [false])
            catalog.clock.advance(days: 8)
            await catalog.upkeep()
            #expect(try await catalog.ids() == ids)
        }
    }

    @Test
    func `an empty, broken or much shorter file never empties the catalog`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let ids = try await catalog.ids()
            let broken = [
                "", "#EXTM3U\n", "<html><body>Blocked</body></html>", "{\"user_info\":{\"auth\":0}}",
                "#EXTM3U\n#EXTINF:-1,Cut off",
                "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.0,\nseg1.ts\n",
            ]
            for text in broken {
                let job = try await catalog.playlist(catalog.file("b.m3u", text))
                #expect(job.state == .failed, "\(text)")
                #expect(job.problem?.isEmpty == false)
                #expect(job.canRetry == false, "the same file comes again: \(text)")
                #expect(try await catalog.ids() == ids)
            }
            let short = String(SampleList.mixed.split(separator: "\n").prefix(5).joined(separator: "\n"))
            let job = try await catalog.playlist(catalog.file("b.m3u", short))
            #expect(job.state == .held)
            #expect(try await catalog.ids() == ids)
            let confirmed = try await catalog.playlist(catalog.file("b.m3u", short), allowsShrinking: true)
            #expect(confirmed.state == .done)
            #expect(confirmed.report?.removed == 9)
        }
    }

    @Test
    func `two sources may have the same title; it goes when the last one is removed`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed), source: "one")
            let more = "#EXTM3U\n#EXTINF:6000 type=\"movie\",Alien (1979) 4K\nhttp://z.example/movie/u/p/9.mkv\n"
            let report = try #require(try await catalog.playlist(catalog.file("b.m3u", more), source: "two").report)
            #expect(report.added == 1)
            let client = try await catalog.client()
            let alien = try #require(try await client.send(Catalog.Search(text: "alien")).hits.first)
            let variants = try await client.send(Catalog.GetTitle(id: alien.id)).variants
            #expect(Set(variants.map(\.source)) == ["one", "two"])
            #expect(variants.first?.name == "4K")
            let sources = try await client.send(Catalog.ListSources()).sources
            #expect(sources.map(\.name) == ["one", "two"])
            #expect(sources.map(\.movies) == [4, 1])

            let removal = try await client.send(Catalog.RemoveSource(source: "one"))
            #expect(try await catalog.end(of: removal, client).state == .done)
            #expect(try await catalog.ids() == [alien.id])
            #expect(try await client.send(Catalog.GetTitle(id: alien.id)).variants.map(\.source) == ["two"])
            // Asked for again, the same job is the answer.
            #expect(try await client.send(Catalog.RemoveSource(source: "one")) == removal)
            let last = try await client.send(Catalog.RemoveSource(source: "two"))
            #expect(try await catalog.end(of: last, client).state == .done)
            #expect(try await catalog.ids().isEmpty)
            #expect(try await client.send(Catalog.ListSources()).sources.isEmpty)
        }
    }

    @Test
    func `a title that was only renamed keeps its old id as another way to it`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let client = try await catalog.client()
            let before = try #require(try await client.send(Catalog.Search(text: "amelie")).hits.first)
            let text = SampleList.mixed.replacingOccurrences(
                of: "Amélie (2001)", with: "The Fabulous World of Amélie (2001)")
            let report = try #require(try await catalog.playlist(catalog.file("b.m3u", text)).report)
            report.checkSums()
            #expect([report.added, report.updated, report.removed, report.stale] == [0, 1, 0, 0])
            let after = try #require(try await client.send(Catalog.Search(text: "amelie")).hits.first)
            #expect(after.id != before.id)
            #expect(try await client.send(Catalog.Search(text: "amelie")).total == 1)
            #expect(try await client.send(Catalog.GetTitle(id: before.id)).card == after)
            #expect(try await client.send(Catalog.GetCards(ids: [before.id])).cards == [after])
        }
    }

    @Test
    func `lines that are left out are told by number and reason`() async throws {
        try await CatalogFixture.with { catalog in
            let text = """
                #EXTM3U
                #EXTINF:-1,Good
                http://a.example/1
                #EXTINF:-1,##### UK #####
                http://a.example/2
                #EXTINF:-1,Evil
                javascript:alert(1)
                #EXTINF:-1,Beside the list
                video/film.mp4
                #EXTINF:-1,Nothing follows
                """
            let report = try #require(try await catalog.playlist(catalog.file("a.m3u", text)).report)
            report.checkSums()
            #expect(report.read == 1)
            #expect(report.refused == 4)
            #expect(report.refusedLines.map(\.line) == [4, 7, 8, 10])
            #expect(report.refusedLines.allSatisfy { !$0.reason.isEmpty })
        }
    }

    @Test
    func `households are apart`() async throws {
        try await CatalogFixture.with(households: ["home", "other"]) { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            #expect(try await catalog.ids(as: .owner.of("other")).isEmpty)
            let path = try catalog.file("b.m3u", "#EXTINF:-1,Elsewhere\nhttp://a.example/1\n")
            let job = try await catalog.playlist(path, as: .owner.of("other"))
            #expect(try await catalog.ids(as: .owner.of("other")).count == 1)
            #expect(try await catalog.ids().count == 12)
            // A job's id means nothing in another household.
            let failure = await #expect(throws: RPCError.self) {
                _ = try await catalog.client().send(Catalog.GetImport(job: job.id))
            }
            #expect(failure?.code == .notFound)
        }
    }
}

extension SampleList {
    /// The two lines of an entry with this title.
    static func entry(_ title: String) -> String {
        let lines = mixed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let index = lines.firstIndex { $0.hasSuffix(",\(title)") } ?? 0
        return lines[index] + "\n" + lines[index + 1] + "\n"
    }

    /// The entries in another order; each keeps its address.
    static func shuffled(_ text: String, seed: UInt64) -> String {
        var generator = SeededGenerator(seed: seed)
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        let starts = lines.indices.filter { lines[$0].hasPrefix("#EXTINF") }
        let entries = starts.enumerated().map { index, start in
            lines[start..<(index + 1 < starts.count ? starts[index + 1] : lines.count)].joined(separator: "\n")
        }
        return "#EXTM3U\n" + entries.shuffled(using: &generator).joined(separator: "\n") + "\n"
    }
}

extension CatalogFixture {
    /// Does now what the service does from time to time, and waits for it.
    func upkeep() async {
        for household in service.shards?.households() ?? [] {
            guard let shards = service.shards else { return }
            let queue = ImportQueue(
                shards: shards, runtime: clock, logger: service.logs.logger, limits: ImportLimits())
            queue.enqueueMaintenance(household: household)
            await queue.idle()
        }
    }
}
