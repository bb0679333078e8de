import Foundation
import GRDB
import RPC
import Synchronization
import Testing

@testable import ServiceKit

/// Group commit: who gets which answer, and what is in the file then.
@Suite struct ShardWriteTests {
    private struct Refused: RPCErrorConvertible, Equatable {
        var id: Int
        var rpcError: RPCError { RPCError(.failedPrecondition, "refused \(id)") }
    }
    private struct Unforeseen: Error {}

    /// Another caller's write, which looks what is there when its turn comes.
    private final class Visitor: Sendable {
        private let shard: Shard
        private let task = Mutex<Task<[Int], any Error>?>(nil)

        init(_ shard: Shard) { self.shard = shard }

        func come() {
            let shard = shard
            let visit = Task { try await shard.write { try Int.fetchAll($0, sql: "SELECT id FROM row ORDER BY id") } }
            task.withLock { $0 = visit }
        }

        func seen() async throws -> [Int]? { try await task.withLock(\.self)?.value }
    }

    @Test func `writes that wait share a commit`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.batchTime = .seconds(60) }
            let held = await BlockedWriter(shard)
            let commits = shard.stats.commits
            try await withThrowingTaskGroup { group in
                for id in 0..<300 { group.addTask { try await shard.insert(id) } }
                await held.waits(for: 300, in: shard)
                try await held.goOn()
                try await group.waitForAll()
            }
            #expect(try await shard.ids() == Array(0..<300))
            // The held one, 256, and the 44 that were left.
            #expect(shard.stats.commits - commits == 3)
            #expect(shard.stats.batchSizes.most == 256)
            await shard.close()
        }
    }

    @Test func `a batch ends when its time is up`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.batchTime = .zero }
            let held = await BlockedWriter(shard)
            try await withThrowingTaskGroup { group in
                for id in 0..<20 { group.addTask { try await shard.insert(id) } }
                await held.waits(for: 20, in: shard)
                try await held.goOn()
                try await group.waitForAll()
            }
            #expect(shard.stats.batchSizes.most == 1)
            #expect(try await shard.ids() == Array(0..<20))
            await shard.close()
        }
    }

    /// A third violate a constraint after a good insert, a fifth throw, some throw an unexpected error, some go away.
    @Test(arguments: [1, 16, 256])
    func `what one does harms no neighbour`(batchWrites: Int) async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.batchWrites = batchWrites }
            let held = await BlockedWriter(shard)
            let good = Collected<Int>()
            let refused = Collected<Int>()
            try await withThrowingTaskGroup { group in
                for id in 0..<210 {
                    group.addTask {
                        do {
                            try await shard.write { db in
                                try db.execute(sql: "INSERT INTO row (id, text) VALUES (?, 'good')", arguments: [id])
                                if id % 3 == 0 {
                                    try db.execute(
                                        sql: "INSERT INTO row (id, text) VALUES (?, 'bad')", arguments: [id + 1_000])
                                }
                                if id % 5 == 0 { throw Refused(id: id) }
                                if id % 7 == 0 { throw Unforeseen() }
                            }
                            good.append(id)
                        } catch let error as Refused {
                            #expect(error == Refused(id: id))
                            refused.append(id)
                        } catch let error as RPCError {
                            #expect(error.executed == .no)
                            #expect(error.code == .internal)
                            #expect(!error.message.contains("row"), "no SQL for callers")
                            refused.append(id)
                        }
                    }
                }
                await held.waits(for: 210, in: shard)
                try await held.goOn()
                try await group.waitForAll()
            }
            #expect(good.values.sorted() == (0..<210).filter { $0 % 3 != 0 && $0 % 5 != 0 && $0 % 7 != 0 })
            #expect(good.count + refused.count == 210)
            #expect(try await shard.ids() == good.values.sorted())
            #expect(fixture.failures.count == 0)
            await shard.close()
        }
    }

    @Test func `a cancelled write that waits is not executed`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let held = await BlockedWriter(shard)
            let kept = Task { try await shard.insert(1) }
            let cancelled = Task { await rpcError { try await shard.insert(2) } }
            let other = Task { try await shard.insert(3) }
            await held.waits(for: 3, in: shard)
            cancelled.cancel()
            try await held.goOn()
            let error = await cancelled.value
            #expect(error?.code == .cancelled)
            #expect(error?.executed == .no)
            try await kept.value
            try await other.value
            #expect(try await shard.ids() == [1, 3])
            await shard.close()
        }
    }

    /// Once its batch has begun a write is never interrupted: it commits, and the answer is the value.
    @Test func `a write that began is not interrupted`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let (begun, begins) = AsyncStream.makeStream(of: Void.self)
            let goOn = DispatchSemaphore(value: 0)
            let write = Task {
                try await shard.write { db in
                    begins.yield()
                    goOn.wait()
                    try db.execute(sql: "INSERT INTO row (id) VALUES (1)")
                }
            }
            for await _ in begun { break }
            write.cancel()
            goOn.signal()
            try await write.value
            #expect(try await shard.ids() == [1])
            await shard.close()
        }
    }

    @Test func `a late write is not begun`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let past = SystemRuntime.shared.now.advanced(by: .milliseconds(-1))
            let byParameter = await rpcError { try await shard.write(deadline: past) { _ in } }
            #expect(byParameter?.code == .deadlineExceeded)
            #expect(byParameter?.executed == .no)
            // The running call's deadline holds where none is given.
            let byCall = await ServerCall.$current.withValue(.forTests(deadline: past)) {
                await rpcError { try await shard.insert(1) }
            }
            #expect(byCall?.code == .deadlineExceeded)
            let read = await ServerCall.$current.withValue(.forTests(deadline: past)) {
                await rpcError { try await shard.ids() }
            }
            #expect(read?.code == .deadlineExceeded)
            #expect(try await shard.ids() == [])
            await shard.close()
        }
    }

    @Test func `too many waiting writes are refused`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.waitingWrites = 2 }
            let held = await BlockedWriter(shard)
            let first = Task { try await shard.insert(1) }
            let second = Task { try await shard.insert(2) }
            await held.waits(for: 2, in: shard)
            let error = await rpcError { try await shard.insert(3) }
            #expect(error?.code == .resourceExhausted)
            #expect(error?.executed == .no)
            #expect(error?.retryAfter != nil)
            try await held.goOn()
            try await first.value
            try await second.value
            await shard.close()
        }
    }

    /// OR ROLLBACK undoes the whole transaction: the other writes run again, alone.
    @Test func `a lost transaction costs only who lost it`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            try await shard.insert(5)
            let held = await BlockedWriter(shard)
            let error = try await withThrowingTaskGroup { group in
                for id in 0..<5 { group.addTask { try await shard.insert(id) } }
                await held.waits(for: 5, in: shard)
                let loser = Task {
                    await rpcError {
                        try await shard.write { try $0.execute(sql: "INSERT OR ROLLBACK INTO row (id) VALUES (5)") }
                    }
                }
                await held.waits(for: 6, in: shard)
                for id in 6..<9 { group.addTask { try await shard.insert(id) } }
                await held.waits(for: 9, in: shard)
                try await held.goOn()
                try await group.waitForAll()
                return await loser.value
            }
            #expect(error?.executed == .no)
            #expect(try await shard.ids() == Array(0..<9))
            await shard.close()
        }
    }

    /// A deferred constraint fails at the commit, which is everybody's.
    @Test func `a commit that one write spoils is repeated without it`() async throws {
        try await ShardFixture.with { fixture in
            let child = ShardMigration(version: 2, name: "create child") { db in
                try db.execute(
                    sql: "CREATE TABLE child (id INTEGER REFERENCES row (id) DEFERRABLE INITIALLY DEFERRED) STRICT")
            }
            let shard = try fixture.open(migrations: [ShardFixture.rows, child])
            let held = await BlockedWriter(shard)
            let good = Task { try await shard.insert(1) }
            let spoiler = Task {
                await rpcError { try await shard.write { try $0.execute(sql: "INSERT INTO child VALUES (77)") } }
            }
            let other = Task { try await shard.insert(2) }
            await held.waits(for: 3, in: shard)
            try await held.goOn()
            try await good.value
            try await other.value
            #expect(await spoiler.value?.executed == .no)
            #expect(try await shard.ids() == [1, 2])
            #expect(fixture.failures.count == 0)
            await shard.close()
        }
    }

    @Test func `long writes without contention share commits`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.chunkSteps = 10 }
            let other = Visitor(shard)
            try await shard.writeChunks(of: Array(0..<40)) { db, id in
                try db.execute(sql: "INSERT INTO row (id) VALUES (?)", arguments: [id])
                guard id == 20 else { return }
                // A write comes: the chunk ends with this step.
                other.come()
                while shard.stats.waitingWrites == 0 { sched_yield() }
            }
            #expect(try await other.seen() == Array(0...20))
            #expect(try await shard.ids() == Array(0..<40))
            // Chunks of ten steps would have been four, beside the other one's.
            #expect(shard.stats.writes < 5)
            await shard.close()
        }
    }

    @Test func `long writes give others their turn`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open(face: .inline) {
                $0.chunkSteps = 100
                $0.chunkTime = .seconds(60)
            }
            try await shard.writeChunks(of: Array(0..<1_050)) { db, id in
                try db.execute(sql: "INSERT INTO row (id) VALUES (?)", arguments: [id])
            }
            #expect(try await shard.ids() == Array(0..<1_050))
            #expect(shard.stats.writes == 11)
            // A failure keeps the chunks before it, and says what it is.
            let error = await rpcError {
                try await shard.writeChunks(from: 0) { db, next in
                    if next == 250 { throw RPCError(.notFound, "nothing there") }
                    try db.execute(sql: "DELETE FROM row WHERE id = ?", arguments: [next])
                    next += 1
                    return true
                }
            }
            #expect(error?.code == .notFound)
            #expect(try await shard.ids() == Array(200..<1_050))
            try await shard.writeChunks(of: [Int]()) { _, _ in Issue.record("nothing to do") }
            await shard.close()
        }
    }

    @Test(arguments: [ShardOptions.ExecutionMode.queued, .inline])
    func `a closed shard refuses as not executed`(face: ShardOptions.ExecutionMode) async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open(face: face)
            try await shard.insert(1)
            await shard.close()
            await shard.close()
            for error in [await rpcError { try await shard.insert(2) }, await rpcError { try await shard.ids() }] {
                #expect(error?.code == .unavailable)
                #expect(error?.executed == .no)
            }
            #expect(fixture.files == ["test.sqlite", "test.sqlite.lock", "test.sqlite.opening"])
        }
    }

    @Test func `closing finishes what waits`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let held = await BlockedWriter(shard)
            let writes = (0..<50).map { id in Task { try await shard.insert(id) } }
            await held.waits(for: 50, in: shard)
            let closing = Task { await shard.close() }
            while shard.isOpen { await Task.yield() }
            try await held.goOn()
            for write in writes { try await write.value }
            await closing.value
            let again = try fixture.open()
            #expect(try await again.ids() == Array(0..<50))
            await again.close()
        }
    }
}

extension ServerCall {
    /// A call with nothing in it but what a test says.
    static func forTests(
        deadline: MonotonicInstant = .distantFuture, key: IdempotencyKey? = nil, identity: (any Sendable)? = nil,
        bodyHash: UInt64 = 0
    ) -> ServerCall {
        ServerCall(
            method: MethodDescriptor.of(TestService.Change.self), deadline: deadline,
            received: MonotonicInstant(nanoseconds: 0), idempotencyKey: key,
            trace: .root(runtime: SystemRuntime.shared), identity: identity, bodyHash: bodyHash)
    }
}

/// A service with one method, for calls in tests.
enum TestService: RPCService {
    static let name = "hearth.test.v1.Test"
    static let requests: [any RPCMethod.Type] = [Change.self]

    struct Change: RPCRequest {
        typealias Service = TestService
        typealias Response = Empty
        static let method = "Change"
        static let safety = CallSafety.idempotentByKey
    }
}
