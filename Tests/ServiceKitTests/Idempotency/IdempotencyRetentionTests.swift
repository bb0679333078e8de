import Foundation
import GRDB
import RPC
import Testing

@testable import ServiceKit

/// How many answers to keyed calls are kept, and for how long.
@Suite struct IdempotencyRetentionTests {
    private static let most = 20
    private static let mostBytes = 2_000
    private static let longestResponse = 300
    private static let window = Duration.seconds(60)

    private func open(_ fixture: ShardFixture, _ runtime: ManualClockRuntime) throws -> Shard {
        try fixture.open(runtime: runtime) { limits in
            (limits.storedResponses, limits.storedResponsesBytes) = (Self.most, Self.mostBytes)
            (limits.retryWindow, limits.keyLifetime) = (Self.window, .seconds(600))
        }
    }

    /// One call that was answered.
    private struct StoredCall {
        let call: KeyedCall
        let response: String
        let at: MonotonicInstant
    }

    private func add(_ call: KeyedCall, bytes: Int, _ shard: Shard) async throws -> String {
        try await shard.write(once: call) { db in
            try db.execute(sql: "INSERT INTO row DEFAULT VALUES")
            return "\(db.lastInsertedRowID) \(String(repeating: "a", count: bytes))"
        }
    }

    private func call(subject: String, from random: inout SplitMix64) throws -> KeyedCall {
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return KeyedCall(
            subject: subject, method: "test/Add", key: try #require(IdempotencyKey(bytes: bytes)), bodyHash: 1)
    }

    private func amount(_ subject: String, _ shard: Shard) async throws -> IdempotencyTable.Amount {
        try await shard.read { try IdempotencyTable.amount(of: subject, $0) }
    }

    /// Runs random calls of one subject and repeats of them, and says what was wrong first; nil when nothing was.
    private func trouble(seed: UInt64, restarts: Bool) async throws -> String? {
        try await ShardFixture.with { fixture in
            var random = SplitMix64(seed: seed)
            let runtime = ManualClockRuntime()
            var shard = try open(fixture, runtime)
            var (stored, opened) = ([StoredCall](), runtime.now)
            var trouble: String?
            for step in 0..<300 where trouble == nil {
                switch Int.random(in: 0..<12, using: &random) {
                case 0: runtime.pass(.seconds(Int.random(in: 1...40, using: &random)))
                case 1 where restarts && Bool.random(using: &random):
                    await shard.close()
                    shard = try open(fixture, runtime)
                    opened = runtime.now
                case 1: runtime.jumpWallClock(by: .seconds(Int.random(in: -200_000...200_000, using: &random)))
                case 2...5:
                    guard let known = stored.randomElement(using: &random) else { continue }
                    let isYoung = known.at.duration(to: runtime.now) < Self.window - .seconds(5)
                    guard isYoung else { continue }
                    let again = try await add(known.call, bytes: 0, shard)
                    if again != known.response { trouble = "step \(step): a call that was repeated was done again" }
                default:
                    let call = try call(subject: "ada", from: &random)
                    let bytes = Int.random(in: 0...Self.longestResponse, using: &random)
                    do {
                        let response = try await add(call, bytes: bytes, shard)
                        stored.append(StoredCall(call: call, response: response, at: runtime.now))
                    } catch let error as RPCError where error.code == .resourceExhausted {
                        trouble = try await refused(error, &stored, opened, shard, runtime).map {
                            "step \(step): \($0)"
                        }
                    }
                }
                let amount = try await amount("ada", shard)
                if amount.count > Self.most || amount.bytes > Self.mostBytes + Self.longestResponse + 30 {
                    trouble = trouble ?? "step \(step): \(amount) are kept"
                }
            }
            await shard.close()
            return trouble
        }
    }

    /// What is wrong with a refusal.
    private func refused(
        _ error: RPCError, _ stored: inout [StoredCall], _ opened: MonotonicInstant, _ shard: Shard,
        _ runtime: ManualClockRuntime
    ) async throws -> String? {
        func isYoung(_ since: MonotonicInstant) -> Bool {
            since.duration(to: runtime.now) <= Self.window + .seconds(5)
        }
        guard error.executed == .no, let pause = error.retryAfter, pause <= Self.window + .seconds(2) else {
            return "\(error)"
        }
        // How old they were when the shard was opened only the wall clock says.
        let young = stored.filter { isYoung(max($0.at, opened)) }
        let bytes = young.reduce(0) { $0 + $1.response.utf8.count + 10 }
        guard young.count >= Self.most || bytes >= Self.mostBytes else {
            return "refused with \(young.count) young answers of \(bytes) bytes"
        }
        var source = SplitMix64(seed: UInt64(stored.count))
        // Nothing is kept of what was refused, and others are not refused.
        _ = try await add(try call(subject: "bob \(stored.count)", from: &source), bytes: 10, shard)
        runtime.pass(pause)
        do {
            let call = try call(subject: "ada", from: &source)
            let response = try await add(call, bytes: 10, shard)
            stored.append(StoredCall(call: call, response: response, at: runtime.now))
            return nil
        } catch {
            return "refused after its own pause: \(error)"
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>, [false, true])
    func `a subject has a budget and no call happens twice`(seed: UInt64, restarts: Bool) async throws {
        let trouble = try await trouble(seed: seed, restarts: restarts)
        #expect(trouble == nil, "seed \(seed): \(trouble ?? "")")
    }

    @Test func `answers of before count and old ones make room`() async throws {
        try await ShardFixture.with { fixture in
            let runtime = ManualClockRuntime()
            var shard = try open(fixture, runtime)
            var random = SplitMix64(seed: 7)
            for _ in 0..<Self.most { _ = try await add(try call(subject: "ada", from: &random), bytes: 1, shard) }
            let next = try call(subject: "ada", from: &random)
            let before = try await shard.ids().count
            for _ in 0..<3 {
                let error = await rpcError { try await add(next, bytes: 1, shard) }
                #expect(error?.code == .resourceExhausted)
                #expect(error?.executed == .no)
            }
            await shard.close()
            shard = try open(fixture, runtime)
            #expect(await rpcError { try await add(next, bytes: 1, shard) }?.code == .resourceExhausted)
            #expect(try await shard.ids().count == before)
            runtime.pass(Self.window + .seconds(2))
            _ = try await add(next, bytes: 1, shard)
            #expect(try await amount("ada", shard).count <= Self.most * 9 / 10)
            await shard.close()
        }
    }

    @Test func `what was removed for a call that fails comes back and is counted`() async throws {
        try await ShardFixture.with { fixture in
            let runtime = ManualClockRuntime()
            let shard = try open(fixture, runtime)
            var random = SplitMix64(seed: 8)
            for _ in 0..<Self.most { _ = try await add(try call(subject: "ada", from: &random), bytes: 1, shard) }
            runtime.pass(Self.window + .seconds(2))
            let failing = try call(subject: "ada", from: &random)
            for _ in 0..<3 {
                let error = await rpcError {
                    try await shard.write(once: failing) { _ -> Int in throw RPCError(.unavailable, "not now") }
                }
                #expect(error?.code == .unavailable)
                #expect(try await amount("ada", shard).count == Self.most)
            }
            for _ in 0..<Self.most { _ = try await add(try call(subject: "ada", from: &random), bytes: 1, shard) }
            #expect(try await amount("ada", shard).count <= Self.most)
            await shard.close()
        }
    }

    /// Twenty thousand small answers or some hundreds of long ones; and as long as any call may be repeated.
    @Test func `the limits of services`() {
        let limits = ShardLimits()
        #expect(limits.retryWindow > RPCLimits().timeout)
        #expect(limits.keyLifetime > limits.retryWindow)
        #expect(limits.storedResponsesBytes >= 32 * limits.storedResponseBytes)
        #expect(limits.storedResponses == 20_000)
    }
}
