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

/// Imports that are stopped, killed or fail, and readers meanwhile: they see the old catalog or the new one.
struct InterruptionTests {
    private static func list(_ count: Int, from first: Int = 0) -> String {
        (first..<(first + count)).map { number in
            "#EXTINF:-1 group-title=\"Group \(number % 7)\",Station \(number)\nhttp://a.example/\(number)"
        }.joined(separator: "\n")
    }

    @Test
    func `readers see the old catalog or the new one, never half`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(500)))
            let client = try await catalog.client()
            // The next list drops a hundred, changes nothing in two hundred, and brings three thousand.
            let path = try catalog.file("b.m3u", Self.list(3_200, from: 300))
            let started = try await client.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path)
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

    @Test
    func
        `killed at any moment: the old catalog is there until the import, which goes on by itself, has come to its end`()
        async throws
    {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with(faults: true) { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(300)))
            let before = try await catalog.ids()
            let path = try catalog.file("b.m3u", Self.list(2_000, from: 150))
            let client = try await catalog.client()
            let started = try await client.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path)
            for round in 0..<ImportLimits().resumptions {
                let client = try await catalog.client()
                for _ in 0..<Int.random(in: 0...120, using: &generator) {
                    if try await client.send(Catalog.GetImport(job: started.job)).state.isEnd { break }
                }
                await catalog.service.kill()
                try await catalog.service.start()
                let ids = try await catalog.ids()
                #expect(ids == before || ids.count == 2_150, "seed \(seed), round \(round)")
            }
            let job = try await catalog.end(of: started, catalog.client())
            #expect(job.state == .done, "seed \(seed): \(job.problem ?? "")")
            job.report?.checkSums()
            #expect(try await catalog.ids().count == 2_150, "seed \(seed)")
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0)
            let again = try #require(try await catalog.playlist(path).report)
            #expect([again.added, again.updated, again.removed] == [0, 0, 0])
        }
    }

    @Test
    func `an import in whose middle the service ends again and again is given up, and goes first until then`()
        async throws
    {
        try await CatalogFixture.with(faults: true) { catalog in
            let path = try catalog.file("a.m3u", Self.list(20_000))
            let first = try await catalog.client().upload(
                Catalog.ImportPlaylist(source: "list", file: path), from: path)
            for _ in 0...ImportLimits().resumptions {
                await catalog.service.kill()
                try await catalog.service.start()
                // Has it resumed, should it not have been yet.
                _ = try? await catalog.client().send(Catalog.CancelImport(job: "job-of-nothing"))
            }
            let job = try await catalog.end(of: first, catalog.client())
            #expect(job.state == .failed && job.canRetry == false)
            #expect(job.problem?.contains("several times") == true)
            #expect(try await catalog.ids().isEmpty)
            // Of two imports of one source the later one counts, also when both are resumed.
            let newer = try catalog.file("b.m3u", Self.list(10, from: 30_000))
            let client = try await catalog.client()
            _ = try await client.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path)
            await catalog.service.kill()
            try await catalog.service.start()
            let request = Catalog.ImportPlaylist(source: "list", file: newer, allowsShrinking: true)
            let last = try await catalog.client().upload(request, from: newer)
            #expect(try await catalog.end(of: last, catalog.client()).state == .done)
            let found = try await catalog.client().send(
                Catalog.Search(text: "station 30009", page: PageRequest(size: 1)))
            #expect(found.hits.first?.title == "Station 30009")
            #expect(try await catalog.client().send(Catalog.ListSources()).sources.map(\.channels) == [10])
        }
    }

    @Test
    func `stopped: the catalog is as it was, and nothing staged is left`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(300)))
            let before = try await catalog.ids()
            let client = try await catalog.client()
            let path = try catalog.file("b.m3u", Self.list(20_000, from: 150))
            let started = try await client.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path)
            while try await client.send(Catalog.GetImport(job: started.job)).done == 0 {}
            let next = try await client.upload(Catalog.ImportPlaylist(source: "other", file: path), from: path)
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

    @Test(arguments: [TestTransport.inProcess, .ipc])
    func `followed to its end, over a restart, its states only grow`(_ transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let client = try await catalog.client()
            let path = try catalog.file("a.m3u", Self.list(6_000))
            for restarts in [true, false] {
                let started = try await client.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path)
                var states: [ImportJob] = []
                var positions: [StreamPosition] = []
                for try await state in client.follow(Catalog.FollowImport(job: started.job)) {
                    states.append(state.item)
                    if let position = state.position { positions.append(position) }
                    if restarts, states.count == 1 { try await catalog.service.restart() }
                }
                #expect(positions.count == states.count)
                #expect(positions.map(\.sequence) == Set(positions.map(\.sequence)).sorted())
                #expect(states.dropLast().allSatisfy { !$0.state.isEnd })
                let end = try #require(states.last)
                // Its file is here, so the service goes on with it.
                #expect(end.state == .done)
                #expect(try await catalog.ids().count == 6_000)
            }
            let unknown = try await client.stream(Catalog.FollowImport(job: "job-0"))
            let error = await #expect(throws: RPCError.self) { for try await _ in unknown {} }
            #expect(error?.code == .notFound)
        }
    }

    @Test
    func `the same request while its job waits or runs is the same job`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            let first = try catalog.file("a.m3u", Self.list(3_000))
            let second = try catalog.file("b.m3u", Self.list(10))
            let jobs = try await [
                client.upload(Catalog.ImportPlaylist(source: "one", file: first), from: first),
                client.upload(Catalog.ImportPlaylist(source: "two", file: second), from: second),
                client.upload(Catalog.ImportPlaylist(source: "two", file: second), from: second),
                client.upload(Catalog.ImportPlaylist(source: "one", file: first), from: first),
            ]
            #expect(jobs[0] == jobs[3])
            #expect(jobs[1] == jobs[2])
            #expect(jobs[0] != jobs[1])
            for job in jobs { #expect(try await catalog.end(of: job, client).state == .done) }
            #expect(try await catalog.ids().count == 3_000)
        }
    }

    @Test
    func `stopping the service stops its imports in good time`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(300)))
            let before = try await catalog.ids()
            let path = try catalog.file("b.m3u", Self.list(20_000))
            let started = try await catalog.client().upload(
                Catalog.ImportPlaylist(source: "list", file: path), from: path)
            await catalog.service.stop()
            try await catalog.service.start()
            #expect(try await catalog.ids() == before)
            // It goes on, unless a person stops it.
            _ = try await catalog.client().send(Catalog.CancelImport(job: started.job))
            let job = try await catalog.end(of: started, catalog.client())
            #expect(job.state == .cancelled || job.state == .done)
            if job.state == .cancelled { #expect(try await catalog.ids() == before) }
        }
    }
}

extension CatalogFixture {
    /// Rows in the shard that no reader sees.
    func leftovers() async throws -> Int {
        let shard = try #require(try await service.shards?.shard(for: "home"))
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
