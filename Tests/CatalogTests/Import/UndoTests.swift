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

/// Imports that are taken back.
struct UndoTests {
    private static func list(_ entries: [(name: String, address: String)]) -> String {
        "#EXTM3U\n" + entries.map { "#EXTINF:-1,\($0.name)\nhttp://a.example/\($0.address)\n" }.joined()
    }

    /// Everything that a viewer can see of the household's titles.
    private static func seen(_ catalog: CatalogFixture) async throws -> [String: String] {
        let client = try await catalog.client()
        var found: [String: String] = [:]
        for id in try await catalog.ids() {
            let title = try await client.send(Catalog.GetTitle(id: id))
            let link = try? await client.send(Catalog.ResolveStream(id: id))
            found[id.rawValue] = "\(title.card) \(title.isStale) \(title.variants) \(title.groups) \(link?.url ?? "")"
        }
        return found
    }

    @Test
    func `what people have put right since holds for what goes and for what comes back`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            func variants(_ name: String) async throws -> Int? {
                guard let hit = try await client.send(Catalog.Search(text: name)).hits.first else { return nil }
                return try await client.send(Catalog.GetTitle(id: hit.id)).variants.filter { !$0.isStale }.count
            }
            func id(_ name: String) async throws -> ContentID {
                try #require(try await client.send(Catalog.Search(text: name)).hits.first).id
            }
            let (one, two, three) = (("First TV", "1"), ("Second TV", "2"), ("Third TV", "3"))
            try await catalog.playlist(catalog.file("a.m3u", Self.list([one, two])), source: "list")
            let second = try await catalog.playlist(catalog.file("b.m3u", Self.list([one, three])), source: "list")
            _ = try await catalog.correct(Catalog.JoinTitles(id: id("third"), into: id("first")))
            _ = try await catalog.correct(Catalog.JoinTitles(id: id("second"), into: id("first")))
            #expect(try await variants("first") == 2)
            let undo = try await client.send(Catalog.UndoImport(source: "list", job: second.id))
            let undone = try await catalog.end(of: undo, client)
            #expect(undone.state == .done, "\(undone)")
            // The first one's own link and the second one's, which is there again; the third one's has gone.
            #expect(try await variants("first") == 2)
            #expect(try await variants("second") == nil)
            #expect(try await variants("third") == nil)
            let first = try await client.send(Catalog.GetTitle(id: id("first")))
            var addresses: Set<String> = []
            for variant in first.variants {
                addresses.insert(
                    try await client.send(Catalog.ResolveStream(id: first.card.id, variant: variant.id)).url)
            }
            #expect(addresses == ["http://a.example/1", "http://a.example/2"])
        }
    }

    @Test
    func
        `what an import brought goes, what it took away or replaced is as it was, and a refresh does not bring it back`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            let catalog = harness.catalog
            harness.server.serve("/list.m3u", .init(SampleList.mixed))
            let first = try await harness.add("web", "/list.m3u")
            #expect(try await harness.source("web").undoable == first.id)
            let before = try await Self.seen(catalog)
            let alien = try #require(try await client.send(Catalog.Search(text: "alien")).hits.first)
            let changed =
                SampleList.mixed.replacingOccurrences(of: SampleList.entry("Alien (1979)"), with: "")
                .replacingOccurrences(of: "http://a.example/kids.m3u8", with: "http://c.example/kids.m3u8")
                .replacingOccurrences(of: "Toy Story 2", with: "Toy Story Two")
                + "#EXTINF:-1,Brand New TV\nhttp://a.example/new.m3u8\n"
            harness.server.serve("/list.m3u", .init(changed))
            let second = try await harness.refresh("web")
            #expect(second.report?.added == 1)
            let after = try await Self.seen(catalog)
            #expect(after != before)
            // Nothing that comes in between gets in the way: the same once more, another source, upkeep.
            try await harness.refresh("web")
            try await catalog.playlist(catalog.file("o.m3u", Self.list([("Other", "other")])), source: "other")
            catalog.clock.advance(days: 6.9)
            await catalog.upkeep()
            let undone = try await harness.undo("web", second.id)
            #expect(undone.state == .done, "\(undone)")
            undone.report?.checkSums()
            let later = try await catalog.client()
            _ = try await catalog.end(of: later.send(Catalog.RemoveSource(source: "other")), later)
            #expect(try await Self.seen(catalog) == before)
            #expect(try await later.send(Catalog.GetTitle(id: alien.id)).isStale == false)
            // Asked for again, the answer is the same job.
            #expect(try await harness.undo("web", second.id).id == undone.id)
            #expect(try await harness.source("web").undoable == first.id)

            let held = try await harness.refresh("web")
            #expect(held.state == .held)
            #expect(try await Self.seen(catalog) == before)
            #expect(try await harness.feed("web").isHeld == true)
            #expect(try await harness.refresh("web", allowsShrinking: true).state == .done)
            #expect(try await harness.feed("web").isHeld == nil)
            #expect(try await Self.seen(catalog).keys == after.keys)
        }
    }

    @Test
    func `random lists, one after the other: undoing the last is the state before it, for every title and link`()
        async throws
    {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            func list() -> String {
                Self.list(
                    (0..<60).filter { _ in Bool.random(using: &generator) || Bool.random(using: &generator) }.map {
                        number in
                        (
                            "Station \(number)\(["", " HD", " FHD"].randomElement(using: &generator) ?? "")",
                            "\(number)/\(Int.random(in: 0..<2, using: &generator))"
                        )
                    })
            }
            try await catalog.playlist(catalog.file("0.m3u", list()), allowsShrinking: true)
            for round in 1...6 {
                let before = try await Self.seen(catalog)
                let path = try catalog.file("\(round).m3u", list())
                let job = try await catalog.playlist(path, allowsShrinking: true)
                #expect(job.state == .done, "seed \(seed)")
                guard round % 2 == 0 else { continue }
                let started = try await client.send(Catalog.UndoImport(source: "list", job: job.id))
                let undone = try await catalog.end(of: started, client)
                #expect(undone.state == .done, "seed \(seed), round \(round): \(undone.problem ?? "")")
                undone.report?.checkSums()
                #expect(try await Self.seen(catalog) == before, "seed \(seed), round \(round)")
                await catalog.upkeep()
                #expect(try await catalog.leftovers() == 0, "seed \(seed), round \(round)")
            }
        }
    }

    @Test
    func `a guide, too: its programmes are those of before`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let channel = try #require(
                try await client.send(Catalog.Search(text: "news", kinds: [.channel])).hits.first)
            func titles() async throws -> [String] {
                let request = Catalog.GuideGrid(
                    channels: [channel.id], from: SampleGuide.date(-4), until: SampleGuide.date(4))
                return try await client.send(request).rows.flatMap(\.programmes).map(\.title)
            }
            func text(_ names: [String]) -> String {
                SampleGuide.text(
                    channels: [("news.tv", "News 24")],
                    names.enumerated().map { number, name in
                        .init(channel: "news.tv", from: Double(number), to: Double(number) + 1, title: name)
                    })
            }
            try await catalog.guide(catalog.file("a.xml", text(["One", "Two", "Three"])))
            let before = try await titles()
            #expect(before == ["One", "Two", "Three"])
            let job = try await catalog.guide(catalog.file("b.xml", text(["One", "Deux", "Trois"])))
            #expect(try await titles() == ["One", "Deux", "Trois"])
            let started = try await client.send(Catalog.UndoImport(source: "guide", job: job.id))
            #expect(try await catalog.end(of: started, client).state == .done)
            #expect(try await titles() == before)
            let again = try await catalog.guide(catalog.file("b.xml", text(["One", "Deux", "Trois"])))
            #expect(again.state == .held)
        }
    }

    @Test
    func `only the last import, and only for a week; then what was kept for it goes`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            let first = try await catalog.playlist(catalog.file("a.m3u", Self.list([("One", "1"), ("Two", "2")])))
            let second = try await catalog.playlist(catalog.file("b.m3u", Self.list([("One", "1b"), ("Two", "2")])))
            for job in [first.id, "job-none"] {
                let failure = await #expect(throws: RPCError.self) {
                    _ = try await client.send(Catalog.UndoImport(source: "list", job: job))
                }
                #expect(failure?.code == .failedPrecondition)
            }
            #expect(try await catalog.keptRows() > 0)
            catalog.clock.advance(days: 7.1)
            #expect(try await catalog.client().send(Catalog.ListSources()).sources.first?.undoable == nil)
            let late = try await catalog.client()
            let failure = await #expect(throws: RPCError.self) {
                _ = try await late.send(Catalog.UndoImport(source: "list", job: second.id))
            }
            #expect(failure?.code == .failedPrecondition)
            await catalog.upkeep()
            #expect(try await catalog.keptRows() == 0)
        }
    }

    @Test
    func `killed while it undoes: the published state is there, and it can be asked for again`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        func stations(_ range: Range<Int>, _ suffix: String) -> String {
            Self.list(range.map { ("Station \($0)", "\($0)\(suffix)") })
        }
        try await CatalogFixture.with(faults: true) { catalog in
            try await catalog.playlist(catalog.file("a.m3u", stations(0..<400, "")))
            let before = try await catalog.ids()
            let job = try await catalog.playlist(catalog.file("b.m3u", stations(200..<700, "b")))
            let after = try await catalog.ids()
            for round in 0..<5 {
                let client = try await catalog.client()
                let started = try await client.send(Catalog.UndoImport(source: "list", job: job.id))
                for _ in 0..<Int.random(in: 0...60, using: &generator) {
                    if try await client.send(Catalog.GetImport(job: started.job)).state.isEnd { break }
                }
                await catalog.service.kill()
                try await catalog.service.start()
                if try await catalog.client().send(Catalog.GetImport(job: started.job)).state == .done { break }
                #expect(try await catalog.ids() == after, "seed \(seed), round \(round)")
            }
            let client = try await catalog.client()
            let undone = try await catalog.end(
                of: client.send(Catalog.UndoImport(source: "list", job: job.id)), client)
            #expect(undone.state == .done, "seed \(seed)")
            #expect(try await catalog.ids() == before, "seed \(seed)")
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0)
        }
    }
}

extension CatalogFixture {
    /// How many links are kept only so that an import can be undone.
    fileprivate func keptRows() async throws -> Int {
        let shard = try #require(try await service.shards?.shard(for: "home"))
        return try await shard.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM entry WHERE died < \(Generation.never)") ?? 0
        }
    }
}
