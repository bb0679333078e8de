import Foundation
import GRDB
import RPC
import Testing

@testable import ServiceKit

/// Reads: who may, in which order, and how they end early.
@Suite struct ShardReadTests {
    /// Joins a table with itself until it is interrupted.
    private static let endless = """
        WITH RECURSIVE n (x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 5000)
        SELECT count(*) FROM n a, n b, n c WHERE a.x + b.x + c.x = -1
        """

    /// Reads that end only when they are cancelled, one for each connection; returns when all of them run.
    private func occupy(_ shard: Shard, readers: Int) async -> [Task<RPCError?, Never>] {
        let (running, runs) = AsyncStream.makeStream(of: Void.self)
        let tasks = (0..<readers).map { _ in
            Task {
                await rpcError {
                    try await shard.read { db in
                        runs.yield()
                        return try Int.fetchOne(db, sql: Self.endless)
                    }
                }
            }
        }
        var seen = running.makeAsyncIterator()
        for _ in 0..<readers { await seen.next() }
        return tasks
    }

    @Test(arguments: [ShardOptions.ExecutionMode.queued, .inline])
    func `a call is charged for its time in the database`(
        _ face: ShardOptions.ExecutionMode
    ) async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open(face: face)
            let call = ServerCall.forTests()
            try await ServerCall.$current.withValue(call) { _ = try await shard.ids() }
            let reading = call.databaseTime
            #expect(reading > .zero)
            try await ServerCall.$current.withValue(call) {
                try await shard.write { _ = try $0.execute(sql: "SELECT 1") }
            }
            #expect(call.databaseTime > reading)
        }
    }

    @Test func `reads that wait and reads that run end when cancelled`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.readers = 2 }
            let busy = await occupy(shard, readers: 2)
            let waiting = (0..<3).map { _ in Task { await rpcError { try await shard.ids() } } }
            while shard.stats.waitingReads < 3 { await Task.yield() }
            // No other read has ended, so only the gate can have let it go.
            waiting[1].cancel()
            let left = await waiting[1].value
            #expect(left?.code == .cancelled)
            #expect(left?.executed == .no)
            #expect(shard.stats.waitingReads == 2)
            // A running one is interrupted; its place goes to the next, and no other read notices.
            busy[0].cancel()
            #expect(await busy[0].value?.code == .cancelled)
            #expect(await waiting[0].value == nil)
            #expect(await waiting[2].value == nil)
            busy[1].cancel()
            #expect(await busy[1].value?.code == .cancelled)
            await shard.close()
        }
    }

    @Test func `too many waiting reads are refused`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open {
                $0.readers = 1
                $0.waitingReads = 1
            }
            let busy = await occupy(shard, readers: 1)
            let waiting = Task { await rpcError { try await shard.ids() } }
            while shard.stats.waitingReads < 1 { await Task.yield() }
            let refused = await rpcError { try await shard.ids() }
            #expect(refused?.code == .resourceExhausted)
            busy[0].cancel()
            #expect(await waiting.value == nil)
            _ = await busy[0].value
            await shard.close()
        }
    }

    @Test func `permits survive a storm of cancellations`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.readers = 2 }
            try await shard.insert(1)
            let done = await withTaskGroup { group in
                for number in 0..<1_000 {
                    group.addTask {
                        let read = Task { try await shard.ids() }
                        if number % 3 == 0 { read.cancel() }
                        return (try? await read.value) == [1] ? 1 : 0
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(done >= 666)
            #expect(shard.stats.waitingReads == 0)
            // Both permits are there: two at a time can still be inside.
            for task in await occupy(shard, readers: 2) {
                task.cancel()
                #expect(await task.value?.code == .cancelled)
            }
            await shard.close()
        }
    }

    /// A reader keeps its view while others write, and the log does not start over under it.
    @Test func `a read is an unchanging view`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.checkpointBytes = 20_000 }
            try await shard.insert(0)
            let (started, starts) = AsyncStream.makeStream(of: Void.self)
            let goOn = DispatchSemaphore(value: 0)
            let read = Task {
                try await shard.read { db in
                    let before = try Int.fetchAll(db, sql: "SELECT id FROM row")
                    starts.yield()
                    goOn.wait()
                    return try (before, Int.fetchAll(db, sql: "SELECT id FROM row"))
                }
            }
            for await _ in started { break }
            for id in 1..<50 { try await shard.insert(id, padding: 1_000) }
            goOn.signal()
            let (before, after) = try await read.value
            #expect(before == [0])
            #expect(after == [0])
            #expect(try await shard.ids().count == 50)
            await shard.close()
        }
    }

    @Test func `closing waits for running reads and refuses waiting ones`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.readers = 1 }
            let busy = await occupy(shard, readers: 1)
            let waiting = Task { await rpcError { try await shard.ids() } }
            while shard.stats.waitingReads < 1 { await Task.yield() }
            let closing = Task { await shard.close() }
            #expect(await waiting.value?.code == .unavailable)
            busy[0].cancel()
            #expect(await busy[0].value?.code == .cancelled)
            await closing.value
            #expect(fixture.files == ["test.sqlite", "test.sqlite.lock", "test.sqlite.opening"])
        }
    }

    @Test func `what the body throws is told only when it is meant for callers`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let meant = await rpcError { try await shard.read { _ in throw RPCError(.notFound, "no such row") } }
            #expect(meant?.message == "no such row")
            let failure = await rpcError {
                try await shard.read { try Row.fetchAll($0, sql: "SELECT secret FROM nowhere").count }
            }
            #expect(failure?.code == .internal)
            #expect(failure?.message.contains("nowhere") == false)
            let writes = await rpcError { try await shard.read { try $0.execute(sql: "DELETE FROM row") } }
            #expect(writes != nil)
            await shard.close()
        }
    }
}
