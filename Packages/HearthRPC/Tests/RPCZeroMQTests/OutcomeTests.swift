import RPC
import RPCZeroMQ
import Synchronization
import Testing
import ZeroMQ

/// What callers are told about effects, while servers are killed and drained at random moments.
@Suite(.timeLimit(.minutes(10)))
struct OutcomeTests {
    private struct Outcome: Sendable {
        let name: String
        let executed: Executed
        let hasResponse: Bool
    }

    @Test(arguments: [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)])
    func `no caller is told wrong things about effects`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        try await ZeroMQFixture.with { fixture in
            let outcomes = try await OutcomeTests.run(fixture, rounds: 30, random: &random) { server, random in
                if Bool.random(using: &random) {
                    await server.kill()
                } else {
                    await server.transport.drain(within: .seconds(10))
                    await server.node.shutDown()
                }
            }
            OutcomeTests.check(outcomes, fixture.handlerLog)
        }
    }

    /// Callers of a server that stops in an orderly way know how every call ended.
    @Test(arguments: [UInt64.random(in: .min ... .max)])
    func `drained servers leave nothing unknown`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        try await ZeroMQFixture.with { fixture in
            let outcomes = try await OutcomeTests.run(fixture, rounds: 30, random: &random) { server, _ in
                await server.transport.drain(within: .seconds(10))
                await server.node.shutDown()
            }
            OutcomeTests.check(outcomes, fixture.handlerLog)
            let unknown = outcomes.filter { !$0.hasResponse && $0.executed != .no }
            #expect(unknown.isEmpty)
        }
    }

    /// Sixteen callers on two channels call without end, while one server after another starts and is stopped.
    private static func run(
        _ fixture: ZeroMQFixture, rounds: Int, random: inout SplitMix64,
        stop: (RunningServer, inout SplitMix64) async -> Void
    ) async throws -> [Outcome] {
        try await fixture.serveOnce()
        let channels = [try await fixture.channel(), try await fixture.channel()]
        let (ended, isOver) = (Log<Outcome>(), Flag())
        let callers = (0..<16).map { caller in
            let channel = channels[caller % channels.count]
            return SystemRuntime.shared.spawn {
                var number = 0
                while !isOver.isSet {
                    number += 1
                    ended.append(await call("\(caller)/\(number)", on: channel))
                    // Without this the callers of a dead server would only count how fast they can be refused.
                    await Task.yield()
                }
            }
        }
        for _ in 0..<rounds {
            let server = try await fixture.serve()
            let before = ended.count
            let count = Int.random(in: 1...200, using: &random)
            while ended.count < before + count { await Task.yield() }
            await stop(server, &random)
        }
        isOver.set()
        for caller in callers { await caller.value }
        return ended.elements
    }

    private static func check(_ outcomes: [Outcome], _ handlerLog: HandlerLog) {
        #expect(outcomes.contains { $0.hasResponse })
        for outcome in outcomes {
            let count = handlerLog.count("lookup \(outcome.name)")
            switch (outcome.hasResponse, outcome.executed) {
            case (true, _): #expect(count == 1, "answered: \(outcome.name)")
            case (false, .no): #expect(count == 0, "not executed: \(outcome.name)")
            default: #expect(count <= 1, "unknown: \(outcome.name)")
            }
        }
    }

    private static func call(_ name: String, on channel: ZeroMQChannel) async -> Outcome {
        do throws(RPCError) {
            let response = try await channel.lookup(name)
            return Outcome(name: name, executed: .yes, hasResponse: response == name)
        } catch {
            return Outcome(name: name, executed: error.executed, hasResponse: false)
        }
    }
}

/// A list that several tasks write to.
/// What many tasks write down.
final class Log<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    func append(_ element: Element) { state.withLock { $0.append(element) } }
    var count: Int { state.withLock { $0.count } }
    var elements: [Element] { state.withLock { $0 } }
}

private final class Flag: Sendable {
    private let state = Atomic<Bool>(false)

    func set() { state.store(true, ordering: .relaxed) }
    var isSet: Bool { state.load(ordering: .relaxed) }
}
