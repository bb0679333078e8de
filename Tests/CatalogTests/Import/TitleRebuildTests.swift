import CatalogAPI
import Foundation
import GRDB
import HearthModel
import Logging
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What titles are found and sorted by is made again where an older build has made it: in the background, part by part.
struct TitleRebuildTests {
    private static let films = [
        "Spider-Man (2002)", "The Matrix", "Amélie (2001)", "AC/DC Live", "Heat", "L'Avventura",
    ]
    private static let list =
        films.enumerated().map { SampleEntry.film($1, $0) }.joined() + SampleEntry.episode("Catch-22 S01E01", 7)
        + SampleEntry.episode("Catch-22 S01E02", 8) + SampleEntry.channel("A.B.C. News", "live/n.m3u8")

    /// Has a shard be as a build has left it that made other keywords and sort keys.
    private static func age(_ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT row, title, keywords, overview FROM itemText") {
            let (number, title, overview): (Int64, String, String) = (row[0], row[1], row[3])
            try db.execute(
                sql: """
                    INSERT INTO itemSearch (itemSearch, rowid, title, keywords, overview) VALUES ('delete', ?, ?, ?, ?)
                    """, arguments: [number, title, row[2] as String, overview])
            try db.execute(
                sql: "INSERT INTO itemSearch (rowid, title, keywords, overview) VALUES (?, ?, 'older', ?)",
                arguments: [number, title, overview])
            try db.execute(sql: "UPDATE itemText SET keywords = 'older' WHERE row = ?", arguments: [number])
            try db.execute(
                sql: "UPDATE item SET sortTitle = 'older ' || id, fingerprint = 0 WHERE row = ?", arguments: [number])
        }
        try db.execute(sql: "UPDATE catalog SET titleRules = 0")
    }

    private static func rules(_ db: Database) throws -> [Int64] {
        let row = try Row.fetchOne(db, sql: "SELECT titleRules, generation FROM catalog")
        return [row?[0] ?? -1, row?[1] ?? -1]
    }

    @Test
    func `an old household is found by the new rules after a start, and a new start changes nothing`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let before = try await catalog.everything()
            func shard() async throws -> Shard { try #require(try await catalog.service.shards?.shard(for: "home")) }
            func start() async throws -> Int64 {
                try await catalog.service.restart()
                while try await shard().read({ try Self.rules($0) })[0] != TitleRebuild.rules {
                    // However far it is, everything is there once.
                    #expect(try await catalog.ids().count == before.count)
                }
                return try await shard().read { try Self.rules($0) }[1]
            }
            func found(_ text: String) async throws -> [String] {
                try await catalog.all(Catalog.Search(text: text)).map(\.title)
            }
            let first = try await start()
            try await shard().write { try Self.age($0) }
            let second = try await start()
            #expect(second == first + 1)
            #expect(try await found("spiderman") == ["Spider-Man"])
            #expect(try await found("acdc") == ["AC/DC Live"])
            #expect(try await found("catch22") == ["Catch-22"])
            #expect(try await found("older") == [])
            #expect(
                try await catalog.all(Catalog.Search(text: "", kinds: [.movie], sort: .title)).map(\.title) == [
                    "AC/DC Live", "Amélie", "Heat", "L'Avventura", "The Matrix", "Spider-Man",
                ])
            #expect(try await catalog.everything() == before)
            #expect(try await catalog.leftovers() == 0)
            // Other rules that make the same are not published.
            try await shard().write { try $0.execute(sql: "UPDATE catalog SET titleRules = 0") }
            #expect(try await start() == second)
            #expect(try await catalog.leftovers() == 0)
        }
    }

    /// An import queue on a shard that can be killed.
    // Unchecked: touched by the simulation's thread alone.
    private final class RebuildFixture: @unchecked Sendable {
        let simulation: Simulation
        let directory: TemporaryDirectory
        private(set) var queue: ImportQueue

        init(seed: UInt64) throws {
            simulation = Simulation(seed: seed)
            directory = try TemporaryDirectory()
            try directory.directory("data/home")
            queue = try Self.queue(simulation, directory)
        }

        private static func queue(_ simulation: Simulation, _ directory: TemporaryDirectory) throws -> ImportQueue {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            var options = ShardOptions(face: .inline)
            options.limits.ballastBytes = 0
            let shards = try ShardDirectory(
                root: directory.path("data"), service: "catalog", migrations: CatalogMigrations.all, options: options,
                runtime: simulation, logger: logger, onFatal: { _ in })
            var limits = ImportLimits()
            limits.rebuildBatch = 2
            return ImportQueue(shards: shards, runtime: simulation, logger: logger, limits: limits)
        }

        func importList(_ name: String, source: String = "list") async throws -> String {
            let path = try directory.write(TitleRebuildTests.list, to: name)
            return try await queue.enqueue(
                .playlist, source: source, file: path, allowsShrinking: true, household: "home")
        }

        func kill() async throws {
            await queue.shards.close()
            await queue.stop()
            queue = try Self.queue(simulation, directory)
        }

        func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
            try await queue.shards.shard(for: "home").read(body)
        }

        /// The titles as they are found and sorted.
        func texts() async throws -> [String] {
            try await read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT i.id || ' ' || i.sortTitle || ' ' || t.keywords FROM item i JOIN itemText t USING (row)
                        WHERE i.died = \(Generation.never) ORDER BY i.id
                        """)
            }
        }
    }

    private static func run(
        seed: UInt64, _ body: @escaping @Sendable (RebuildFixture) async throws -> Void
    ) throws {
        let fixture = try RebuildFixture(seed: seed)
        // Unchecked: written and read by the simulation's thread alone.
        nonisolated(unsafe) var problem: (any Error)?
        let isDone = fixture.simulation.run {
            do { try await body(fixture) } catch { problem = error }
            await fixture.queue.shards.close()
        }
        if let problem { throw problem }
        #expect(isDone && fixture.simulation.foreignJobs == 0, "seed \(seed)")
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `killed at any moment it goes on, with what is left`(_ seed: UInt64) throws {
        try Self.run(seed: seed) { fixture in
            _ = try await fixture.importList("a.m3u")
            await fixture.queue.idle()
            let before = try await fixture.texts()
            try await fixture.queue.shards.shard(for: "home").write { try Self.age($0) }
            #expect(try await fixture.texts() != before)
            let first = try await fixture.read { try Self.rules($0) }[1]
            var kills = 0
            while try await fixture.read({ try Self.rules($0) })[0] != TitleRebuild.rules {
                fixture.queue.enqueueRebuild(household: "home")
                try await fixture.simulation.sleep(for: .microseconds(Int64(fixture.simulation.random() % 20_000)))
                try await fixture.kill()
                kills += 1
                try #require(kills < 200, "seed \(seed)")
            }
            #expect(try await fixture.texts() == before, "seed \(seed)")
            // Nine titles and a series in pairs: none of them was worked out twice for good.
            #expect(try await fixture.read { try Self.rules($0) }[1] == first + 5, "seed \(seed)")
        }
    }

    @Test
    func `a call made meanwhile waits for a part of it alone`() throws {
        try Self.run(seed: 1) { fixture in
            _ = try await fixture.importList("a.m3u")
            await fixture.queue.idle()
            try await fixture.queue.shards.shard(for: "home").write { try Self.age($0) }
            fixture.queue.enqueueRebuild(household: "home")
            let job = try await fixture.importList("b.m3u", source: "other")
            while try await fixture.queue.job(job, household: "home")?.job.state != .done { await Task.yield() }
            let left = try await fixture.read { db in
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM catalog, item WHERE died = ? AND id > resettledThrough",
                    arguments: [Generation.never])
            }
            #expect(left ?? 0 > 0)
            await fixture.queue.idle()
            #expect(try await fixture.read { try Self.rules($0) }[0] == TitleRebuild.rules)
        }
    }
}
