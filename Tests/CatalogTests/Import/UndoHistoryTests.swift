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

/// Several imports that are taken back, one after the other.
struct UndoHistoryTests {
    private static func list(_ generator: inout SeededGenerator) -> String {
        let entries = (0..<30).filter { _ in Int.random(in: 0..<3, using: &generator) > 0 }.map { number in
            // Numbers stay where names change, so that titles are renamed; some names are those of others.
            let name = "Station \(Int.random(in: 0..<5, using: &generator) == 0 ? number / 2 : number)"
            let size = ["", " HD", " FHD"].randomElement(using: &generator) ?? ""
            let id = Int.random(in: 0..<4, using: &generator) == 0 ? "station\(number).uk" : ""
            return SampleEntry.channel(
                name + size, "\(number)/\(Int.random(in: 0..<2, using: &generator))",
                extra: #"tvg-id="\#(id)" group-title="\#(["News", "Sport"].randomElement(using: &generator) ?? "")""#)
        }
        return "#EXTM3U\n" + entries.joined()
    }

    private static func guide(_ generator: inout SeededGenerator) -> String {
        let programmes = (0..<20).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }.map { hour in
            Guide.programme(hour, "Show \(Int.random(in: 0..<40, using: &generator))")
        }
        return Guide.text(programmes)
    }

    private enum Guide {
        /// A programme of an hour on one of two channels, on the day after.
        static func programme(_ hour: Int, _ title: String) -> String {
            let begin = "20260823\(hour < 10 ? "0" : "")\(hour)"
            return """
                <programme start="\(begin)0000 +0000" stop="\(begin)5900 +0000" channel="station\(hour % 2).uk">\
                <title>\(title)</title></programme>
                """
        }

        static func text(_ programmes: [String]) -> String { "<tv>\(programmes.joined())</tv>" }
    }

    /// Everything that a viewer can see of the household's titles and of its guide.
    private static func seen(_ catalog: CatalogFixture) async throws -> [String: String] {
        let client = try await catalog.client()
        var found: [String: String] = [:]
        for id in try await catalog.ids() {
            let title = try await client.send(Catalog.GetTitle(id: id))
            var text = "\(title.card) \(title.isStale) \(title.groups)"
            for variant in title.variants {
                text += " \(variant) \(try await client.send(Catalog.ResolveStream(id: id, variant: variant.id)).url)"
            }
            found[id.rawValue] = text
        }
        let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
        found["guide"] = try await shard.read { db in
            let sql = """
                SELECT group_concat(text, char(10)) FROM (SELECT c.name || p.start || ' ' || p.stop || t.title AS text
                FROM programme p JOIN guideChannel c ON c.id = p.channel JOIN guideTitle t ON t.id = p.titleID
                WHERE p.died = \(Generation.never) ORDER BY text)
                """
            return try String.fetchOne(db, sql: sql) ?? ""
        }
        // When each came in.
        let dates = try await shard.read { db in
            try Row.fetchAll(db, sql: "SELECT id, added FROM item WHERE died = \(Generation.never)").map {
                (id: $0[0] as String, added: $0[1] as Int64)
            }
        }
        for date in dates { found[date.id, default: ""] += " \(date.added)" }
        return found
    }

    private static func check(_ catalog: CatalogFixture, is state: [String: String], _ note: Comment) async throws {
        let now = try await seen(catalog)
        let others = Set(now.keys).union(state.keys).filter { now[$0] != state[$0] }.sorted()
        #expect(others.map { [$0, now[$0], state[$0]] } == [], note)
    }

    /// The import of a source that is next to be undone.
    private static func undoable(_ source: String, _ catalog: CatalogFixture) async throws -> String? {
        try await catalog.client().send(Catalog.ListSources()).sources.first { $0.name == source }?.undoable
    }

    private static func undo(_ source: String, _ catalog: CatalogFixture, _ note: Comment) async throws {
        let client = try await catalog.client()
        let job = try #require(try await undoable(source, catalog), note)
        let ended = try await catalog.end(of: client.send(Catalog.UndoImport(source: source, job: job)), client)
        #expect(ended.state == .done, "\(note): \(ended.problem ?? "")")
        if source != "guide" { ended.report?.checkSums() }
    }

    @Test(arguments: [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max), 1, 2])
    func `imports at random, and then so many undone, are the state before these`(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with { catalog in
            var states: [[String: String]] = []
            func bring(_ source: String, _ number: Int) async throws {
                let isGuide = source == "guide"
                let text = isGuide ? Self.guide(&generator) : Self.list(&generator)
                let path = try catalog.file("\(source)-\(number)", text)
                for _ in 0...Int.random(in: 0...1, using: &generator) {
                    // The same once more is no import that can be undone.
                    let job =
                        isGuide
                        ? try await catalog.guide(path, allowsShrinking: true)
                        : try await catalog.playlist(path, source: source, allowsShrinking: true)
                    #expect(job.state == .done, "seed \(seed): \(job.problem ?? "")")
                }
            }
            try await bring("guide", 0)
            try await bring("list", 0)
            var order: [String] = []
            for number in 1...8 {
                let note: Comment = "seed \(seed), number \(number)"
                if Int.random(in: 0..<3, using: &generator) == 0, !order.isEmpty {
                    for _ in 0..<Int.random(in: 1...order.count, using: &generator) {
                        try await Self.undo(order.removeLast(), catalog, note)
                        try await Self.check(catalog, is: states.removeLast(), note)
                        await catalog.upkeep()
                        #expect(try await catalog.leftovers() == 0, note)
                        if Int.random(in: 0..<3, using: &generator) == 0 { try await catalog.service.restart() }
                    }
                }
                states.append(try await Self.seen(catalog))
                order.append(["list", "list", "guide"].randomElement(using: &generator) ?? "")
                catalog.clock.advance(days: 0.1)
                let before = try await Self.undoable(order.last ?? "", catalog)
                try await bring(try #require(order.last), number)
                if try await Self.undoable(order.last ?? "", catalog) == before {
                    order.removeLast()
                    states.removeLast()
                }
            }
            while let source = order.popLast() {
                try await Self.undo(source, catalog, "seed \(seed), in the end")
                try await Self.check(catalog, is: states.removeLast(), "seed \(seed), in the end")
            }
        }
    }

    private static func stations(_ names: [Int], token: Int = 0) -> String {
        "#EXTM3U\n" + names.map { SampleEntry.channel("Station \($0)", "\($0)?token=\(token)") }.joined()
    }

    @Test
    func `what was undone comes back by itself neither at once nor later, and what is left is told`() async throws {
        try await FeedHarness.with { harness, client in
            for number in 1...4 {
                harness.server.serve("/list.m3u", .init(Self.stations([1, 2, 3, 4] + [number * 10])))
                _ = number == 1 ? try await harness.add("web", "/list.m3u") : try await harness.refresh("web")
            }
            let history = try #require(try await harness.source("web").undoHistory)
            #expect(history.count == 4 && history.map(\.at) == history.map(\.at).sorted(by: >))
            // Not before those above it.
            await #expect(throws: RPCError.self) {
                try await client.send(Catalog.UndoImport(source: "web", job: history[1].job))
            }
            for row in history.prefix(2) { #expect(try await harness.undo("web", row.job).state == .done) }
            #expect(try await harness.source("web").undoHistory?.map(\.job) == history.suffix(2).map(\.job))
            for number in [4, 3] {
                harness.server.serve("/list.m3u", .init(Self.stations([1, 2, 3, 4] + [number * 10], token: 7)))
                #expect(try await harness.refresh("web").state == .held)
            }
            harness.server.serve("/list.m3u", .init(Self.stations([1, 2, 3, 4, 50])))
            #expect(try await harness.refresh("web").state == .done)
            harness.server.serve("/list.m3u", .init(Self.stations([1, 2, 3, 4, 40])))
            #expect(try await harness.refresh("web").state == .done)
            #expect(try await harness.source("web").undoHistory?.count == 4)
            harness.catalog.clock.advance(days: 7.1)
            await harness.catalog.upkeep()
            #expect(try await harness.source("web").undoable == nil)
        }
    }

    @Test
    func `of many imports the last ones are kept, and of what these have replaced no more than there may be`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            func rows() async throws -> [Int64] {
                try await shard.read {
                    try Int64.fetchAll($0, sql: "SELECT generation FROM undoable ORDER BY generation")
                }
            }
            for number in 0..<12 {
                try await catalog.playlist(catalog.file("\(number).m3u", Self.stations([1, 2, number + 10])))
            }
            #expect(try await rows().count == 10)
            // As if each of them had replaced three links.
            var limits = ImportLimits()
            limits.undoableRows = 7
            let all = try await rows()
            let ended = try await shard.write { [limits] db in
                try db.execute(sql: "UPDATE undoable SET ended = 3")
                let last = try #require(
                    try Row.fetchOne(db, sql: "SELECT source, generation FROM undoable ORDER BY generation DESC"))
                let row = UndoTable.Row(
                    source: last[0], generation: last[1], job: "again", at: 0, path: "", entries: 3, digest: 0)
                try UndoTable.put(
                    row, maximumImports: limits.undoableImports, maximumRows: limits.undoableRows, db)
                return try Int64.fetchOne(db, sql: "SELECT ended FROM undoable WHERE job = 'again'") ?? 0
            }
            // The link that the last one lost is stale and has not ended; two more are as many as fit.
            #expect(ended <= 1)
            #expect(try await rows() == all.suffix(3))
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0)
        }
    }
}
