import CatalogAPI
import Foundation
import GRDB
import Household
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

/// Imports that are stopped, killed or fail, and readers meanwhile: they see the old catalog or the new one.
struct InterruptionTests {
    private static func list(_ count: Int, from first: Int = 0) -> String {
        (first..<(first + count)).map { number in
            "#EXTINF:-1 group-title=\"Group \(number % 7)\",Station \(number)\nhttp://a.example/\(number)"
        }.joined(separator: "\n")
    }

    @Test("readers see the old catalog or the new one, never half")
    func atomic() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(500)))
            let client = try await catalog.client()
            // The next list drops a hundred, changes nothing in two hundred, and brings three thousand.
            let path = try catalog.file("b.m3u", Self.list(3_200, from: 300))
            let started = try await client.send(Catalog.ImportPlaylist(path: path, source: "list"))
            var seen: [Int64] = []
            var isDone = false
            repeat {
                isDone = try await client.send(Catalog.GetImport(job: started.job)).state.isEnd
                let found = try await client.send(Catalog.Search(text: "station", page: PageRequest(size: 1)))
                let listed = try await client.send(Catalog.NowNext(page: PageRequest(size: 1)))
                seen.append(found.total)
                // Stale titles are still there, so the new catalog has all of both.
                #expect([500, 3_500].contains(found.total))
                #expect([500, 3_500].contains(listed.total))
            } while !isDone
            #expect(seen.first == 500)
            #expect(seen.last == 3_500)
            #expect(seen == seen.sorted())
        }
    }

    @Test(
        "killed at any moment: the old catalog is there, what was staged is cleared away, and the import can be repeated"
    )
    func killed() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with(faults: true) { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(300)))
            let before = try await catalog.ids()
            let path = try catalog.file("b.m3u", Self.list(2_000, from: 150))
            for round in 0..<8 {
                let client = try await catalog.client()
                let started = try await client.send(Catalog.ImportPlaylist(path: path, source: "list"))
                for _ in 0..<Int.random(in: 0...120, using: &generator) {
                    if try await client.send(Catalog.GetImport(job: started.job)).state.isEnd { break }
                }
                await catalog.harness.kill()
                try await catalog.harness.start()
                let job = try await catalog.client().send(Catalog.GetImport(job: started.job))
                #expect(job.state.isEnd, "seed \(seed)")
                if job.state == .done { break }
                #expect(job.state == .failed)
                #expect(try await catalog.ids() == before, "seed \(seed), round \(round)")
            }
            let done = try #require(try await catalog.playlist(path).report)
            done.checkSums()
            #expect(try await catalog.ids().count == 2_150, "seed \(seed)")
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0)
            let again = try #require(try await catalog.playlist(path).report)
            #expect([again.added, again.updated, again.removed] == [0, 0, 0])
        }
    }

    @Test("stopped: the catalog is as it was, and nothing staged is left")
    func cancelled() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(300)))
            let before = try await catalog.ids()
            let client = try await catalog.client()
            let path = try catalog.file("b.m3u", Self.list(20_000, from: 150))
            let started = try await client.send(Catalog.ImportPlaylist(path: path, source: "list"))
            while try await client.send(Catalog.GetImport(job: started.job)).done == 0 {}
            let next = try await client.send(Catalog.ImportPlaylist(path: path, source: "other"))
            let open = try #require(try await client.send(Catalog.ListSources()).jobs)
            #expect(open.map(\.id) == [started.job, next.job] && open.map(\.source) == ["list", "other"])
            #expect(open.map(\.state) == [.running, .waiting] && open[0].done > 0)
            _ = try await client.send(Catalog.CancelImport(job: next.job))
            _ = try await client.send(Catalog.CancelImport(job: started.job))
            let job = try await catalog.end(of: started, client)
            #expect(job.state == .cancelled)
            #expect(try await catalog.ids() == before)
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0)
            #expect(try await client.send(Catalog.ListSources()).jobs == nil)
            // One that has ended stays as it is.
            #expect(try await client.send(Catalog.CancelImport(job: started.job)).state == .cancelled)
        }
    }

    @Test("followed to its end, over a restart, its states only grow", arguments: [TestTransport.inProcess, .ipc])
    func followed(_ transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let client = try await catalog.client()
            let path = try catalog.file("a.m3u", Self.list(6_000))
            for restarts in [true, false] {
                let started = try await client.send(Catalog.ImportPlaylist(path: path, source: "list"))
                var states: [ImportJob] = []
                var positions: [StreamPosition] = []
                for try await state in client.follow(Catalog.FollowImport(job: started.job)) {
                    states.append(state.item)
                    if let position = state.position { positions.append(position) }
                    if restarts, states.count == 1 { try await catalog.harness.restart() }
                }
                #expect(positions.count == states.count)
                #expect(positions.map(\.sequence) == Set(positions.map(\.sequence)).sorted())
                #expect(states.dropLast().allSatisfy { !$0.state.isEnd })
                let end = try #require(states.last)
                // The service ended the job with itself: nothing of it is there, and the follower is told so.
                #expect(restarts ? [.failed, .cancelled].contains(end.state) : end.state == .done)
                #expect(restarts == (end.problem?.contains("Nothing was changed") == true))
                #expect(try await catalog.ids().count == (restarts ? 0 : 6_000))
            }
            let unknown = try await client.stream(Catalog.FollowImport(job: "job-0"))
            let error = await #expect(throws: RPCError.self) { for try await _ in unknown {} }
            #expect(error?.code == .notFound)
        }
    }

    @Test("the same request while its job waits or runs is the same job")
    func sameJob() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            let first = try catalog.file("a.m3u", Self.list(3_000))
            let second = try catalog.file("b.m3u", Self.list(10))
            let jobs = try await [
                client.send(Catalog.ImportPlaylist(path: first, source: "one")),
                client.send(Catalog.ImportPlaylist(path: second, source: "two")),
                client.send(Catalog.ImportPlaylist(path: second, source: "two")),
                client.send(Catalog.ImportPlaylist(path: first, source: "one")),
            ]
            #expect(jobs[0] == jobs[3])
            #expect(jobs[1] == jobs[2])
            #expect(jobs[0] != jobs[1])
            for job in jobs { #expect(try await catalog.end(of: job, client).state == .done) }
            #expect(try await catalog.ids().count == 3_000)
        }
    }

    @Test("stopping the service stops its imports in good time")
    func stopping() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(300)))
            let before = try await catalog.ids()
            let path = try catalog.file("b.m3u", Self.list(20_000))
            let started = try await catalog.client().send(Catalog.ImportPlaylist(path: path, source: "list"))
            try await catalog.harness.restart()
            let job = try await catalog.client().send(Catalog.GetImport(job: started.job))
            #expect(job.state == .cancelled || job.state == .failed)
            #expect(try await catalog.ids() == before)
        }
    }
}

extension CatalogFixture {
    /// Rows in the shard that no reader sees.
    func leftovers() async throws -> Int {
        let shard = try #require(try await harness.shards?.shard(for: "home"))
        return try await shard.read { db in
            let generation = try StagingStore.published(db)
            // What an import has ended stays as long as it can be undone.
            let kept = try UndoTable.generations(db).map(String.init).joined(separator: ",")
            return try ["entry", "item", "programme", "guideMatch"].reduce(0) { sum, table in
                let sql = """
                    SELECT count(*) FROM \(table)
                    WHERE born > ? OR died < \(Generation.never) AND died NOT IN (\(kept))
                    """
                return sum + (try Int.fetchOne(db, sql: sql, arguments: [generation]) ?? 0)
            }
                + (try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM staging)")
                    ?? 0)
        }
    }
}
