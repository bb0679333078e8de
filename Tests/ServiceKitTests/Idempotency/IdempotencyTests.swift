import Foundation
import GRDB
import HearthModel
import RPC
import Testing

@testable import ServiceKit

/// Keyed changes happen once, however often their calls arrive.
@Suite struct IdempotencyTests {
    private struct Response: Codable, Sendable, Equatable {
        var id: Int
        var note: String?
    }
    private struct Full: RPCErrorConvertible {
        var rpcError: RPCError {
            RPCError(
                .failedPrecondition, "the list is full",
                details: [RPCErrorDetail(InvalidField(field: "list", problem: "full"))],
                origin: "hearth.test")
        }
    }

    private func call(
        _ number: UInt8, subject: String = "ada", method: String = "test/Add", body: UInt64 = 1
    ) throws
        -> KeyedCall
    {
        let key = try #require(IdempotencyKey(bytes: [UInt8](repeating: number, count: 16)))
        return KeyedCall(subject: subject, method: method, key: key, bodyHash: body)
    }

    private func add(_ shard: Shard, _ call: KeyedCall, _ id: Int? = nil) async throws -> Response {
        try await shard.write(once: call) { db in
            try db.execute(sql: "INSERT INTO row (id) VALUES (?)", arguments: [id])
            return Response(id: Int(db.lastInsertedRowID), note: "made")
        }
    }

    @Test func `a call of an earlier release is written as it comes`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let key = try #require(IdempotencyKey(bytes: [UInt8](repeating: 7, count: 16)))
            let viewer = Viewer(household: "home", subject: "ada", profile: nil, role: .owner, policy: .everything)
            for (call, count) in [(ServerCall.forTests(), 2), (.forTests(key: key, identity: viewer), 1)] {
                let before = try await shard.ids().count
                for _ in 0..<2 {
                    _ = try await shard.write(onceIfKeyed: call) { db in
                        try db.execute(sql: "INSERT INTO row DEFAULT VALUES")
                        return Response(id: Int(db.lastInsertedRowID))
                    }
                }
                #expect(try await shard.ids().count - before == count)
            }
        }
    }

    @Test func `a repeated call gets the first answer`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let first = try await add(shard, call(1))
            #expect(try await add(shard, call(1)) == first)
            #expect(try await shard.ids() == [first.id])
            await shard.close()
            // Also after a restart.
            let again = try fixture.open()
            #expect(try await add(again, call(1)) == first)
            #expect(try await again.ids() == [first.id])
            await again.close()
        }
    }

    @Test func `keys belong to subject and method`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let calls = try [
                call(1), call(1, subject: "bob"), call(1, method: "test/Other"), call(2),
            ]
            for call in calls + calls { _ = try await add(shard, call) }
            #expect(try await shard.ids() == [1, 2, 3, 4])
            await shard.close()
        }
    }

    @Test func `another request under the same key is refused`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            _ = try await add(shard, call(1, body: 1))
            let error = await rpcError { try await add(shard, call(1, body: 2)) }
            #expect(error?.code == .failedPrecondition)
            #expect(error?.executed == .no)
            #expect(error?.message.contains("another request") == true)
            #expect(try await shard.ids() == [1])
            await shard.close()
        }
    }

    @Test func `definite errors are answers too`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            await #expect(throws: Full.self) {
                try await shard.write(once: call(1)) { db -> Response in
                    try db.execute(sql: "INSERT INTO row (id) VALUES (99)")
                    throw Full()
                }
            }
            // Thrown again although the change would succeed now, with all that was in it.
            let again = await rpcError { try await add(shard, call(1)) }
            #expect(again?.code == .failedPrecondition)
            #expect(again?.message == "the list is full")
            #expect(again?.executed == .yes)
            #expect(again?.origin == "hearth.test")
            #expect(again?.detail(InvalidField.self)?.field == "list")
            #expect(try await shard.ids() == [], "what it did before it threw is undone")
            await shard.close()
        }
    }

    @Test(arguments: [RPCCode.unavailable, .resourceExhausted, .aborted, .internal, .cancelled, .deadlineExceeded])
    func `other errors may be tried again`(code: RPCCode) async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let error = await rpcError {
                try await shard.write(once: call(1)) { _ -> Response in throw RPCError(code, "not now") }
            }
            #expect(error?.code == code)
            let refused = await rpcError {
                try await shard.write(once: call(1)) { _ -> Response in throw RPCError(.notFound, "gone", executed: .no)
                }
            }
            #expect(refused?.code == .notFound)
            #expect(try await add(shard, call(1)).id == 1)
            await shard.close()
        }
    }

    @Test func `the call in hand names itself`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let key = IdempotencyKey(runtime: SystemRuntime.shared)
            let viewer = Viewer(household: "home", subject: "ada", profile: "ada", role: .adult, policy: .everything)
            let call = ServerCall.forTests(key: key, identity: viewer, bodyHash: 7)
            for _ in 0..<2 {
                _ = try await shard.write(once: call) {
                    try $0.execute(sql: "INSERT INTO row (id) VALUES (1)")
                    return 1
                }
            }
            let kept = try KeyedCall(call)
            #expect(kept == KeyedCall(subject: "ada", method: "hearth.test.v1.Test/Change", key: key, bodyHash: 7))
            let keyless = await rpcError { try await shard.write(once: .forTests(identity: viewer)) { _ in 1 } }
            #expect(keyless?.code == .invalidArgument)
            let nameless = await rpcError { try await shard.write(once: .forTests(key: key)) { _ in 1 } }
            #expect(nameless?.code == .unauthenticated)
            await shard.close()
        }
    }

    @Test func `keys are forgotten after a day and swept in small writes`() async throws {
        try await ShardFixture.with { fixture in
            let runtime = ManualClockRuntime()
            let shard = try fixture.open(runtime: runtime) { $0.sweptKeys = 10 }
            for number in UInt8(0)..<35 { _ = try await add(shard, call(number)) }
            runtime.pass(.seconds(24 * 3_600 - 60))
            _ = try await add(shard, call(100))
            #expect(try await add(shard, call(0)).id == 1, "still known")
            #expect(try await shard.sweepKeys() == 0)
            runtime.pass(.seconds(120))
            #expect(try await add(shard, call(0)).id == 37, "forgotten, so done again")
            let writes = shard.stats.writes
            #expect(try await shard.sweepKeys() == 34)
            #expect(shard.stats.writes - writes == 4)
            #expect(try await add(shard, call(100)).id == 36, "not swept")
            await shard.close()
        }
    }

    @Test func `an answer that is too long to keep undoes the change`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.storedResponseBytes = 100 }
            let error = await rpcError {
                try await shard.write(once: call(1)) { db in
                    try db.execute(sql: "INSERT INTO row (id) VALUES (1)")
                    return String(repeating: "long", count: 50)
                }
            }
            #expect(error?.code == .internal)
            #expect(error?.executed == .no)
            #expect(try await shard.ids() == [])
            await shard.close()
        }
    }
}
