import RPCInProcess
import Synchronization
import Testing

@testable import RPC

/// Retries do not multiply an overload: beyond a reserve they are a share of the calls, whatever the calls ask for, over
/// all clients of a channel.
@Suite struct RetryBudgetTests {
    private typealias Budget = RetryBudget

    @Test(arguments: Seeds.some(20)) func `in an outage that lasts, only the budget's share is sent again`(
        seed: UInt64
    ) async throws {
        try await RetryScenario.run(seed: seed) { scenario in
            var source = SplitMix64(seed: seed)
            scenario.service.fails { _ in .no }
            // Three attempts and more ask for twice what there is: the budget is always used up in the end.
            for _ in 0..<Int.random(in: 6...15, using: &source) {
                let together = Int.random(in: 1...20, using: &source)
                let errors = await scenario.call(together, attempts: Int.random(in: 3...6, using: &source))
                #expect(errors.count == together)
                #expect(errors.allSatisfy { $0.code == .unavailable && $0.executed == .no }, "seed \(seed)")
                #expect(scenario.retries <= Budget.reserve + scenario.offered / Budget.callsPerRetry, "seed \(seed)")
            }
            #expect(scenario.retries == Budget.reserve + scenario.offered / Budget.callsPerRetry, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.some(20)) func `calls that succeed fill it up again`(seed: UInt64) async throws {
        try await RetryScenario.run(seed: seed) { scenario in
            var source = SplitMix64(seed: seed)
            try await scenario.exhaust()
            let spent = scenario.retries
            scenario.service.fails { _ in nil }
            let successes = Int.random(in: 0...300, using: &source)
            #expect(await scenario.call(successes).isEmpty)
            #expect(scenario.retries == spent, "a call that succeeds is not made again, seed \(seed)")
            scenario.service.fails { _ in .no }
            let failing = Int.random(in: 20...60, using: &source)
            _ = await scenario.call(failing, attempts: 9)
            #expect(
                scenario.retries - spent == (successes + failing) / Budget.callsPerRetry,
                "\(successes) succeeded and \(failing) failed, seed \(seed)")
        }
    }

    @Test func `however long all went well, no more than its most is kept`() async throws {
        try await RetryScenario.run(seed: 1) { scenario in
            #expect(await scenario.call(2 * Budget.most * Budget.callsPerRetry).isEmpty)
            scenario.service.fails { _ in .no }
            _ = await scenario.call(100, attempts: 9)
            // The deposits of those that were made while it was full are lost.
            #expect(Budget.most...(Budget.most + 100 / Budget.callsPerRetry) ~= scenario.retries)
        }
    }

    /// How the attempts of a call end whose second one takes the last retry, and what the caller is told.
    @Test(arguments: [
        (attempts: [Executed.no, .no], reported: Executed.no), ([.maybe, .maybe], .maybe), ([.no, .maybe], .maybe),
        ([.maybe, .no], .maybe),
    ])
    func `who is refused a retry is told what is known of the attempts that were made`(
        attempts: [Executed], reported: Executed
    ) async throws {
        try await RetryScenario.run(seed: 1) { scenario in
            try await scenario.exhaust()
            scenario.service.fails { _ in nil }
            #expect(await scenario.call(Budget.callsPerRetry - 1).isEmpty)
            let before = scenario.service.requested
            scenario.service.fails { attempt in attempts[attempt - 1] }
            let last = await scenario.call(1, attempts: 9)
            #expect(scenario.service.requested - before == 2, "its own deposit makes one retry whole")
            #expect(last.map(\.executed) == [reported])
            // None is left for the next.
            let next = await scenario.call(1, attempts: 9)
            #expect(scenario.service.requested - before == 3)
            #expect(next.map(\.executed) == [attempts[0]])
            #expect((last + next).allSatisfy { $0.code == .unavailable && $0.message == "Too much to do." })
        }
    }
}

/// A service that fails as it is told to, and the callers of it: in virtual time, over the engines of both sides.
private struct RetryScenario: Sendable {
    let service = FlakyService()
    private let runtime: any Runtime
    private let channel: any RPCChannel
    private let made = LockedBox(0)

    static func run(seed: UInt64, _ body: @escaping @Sendable (RetryScenario) async throws -> Void) async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: seed)
            let host = InProcessHost(name: "weak", runtime: simulation)
            let client = InProcessClient(host)
            let scenario = RetryScenario(runtime: simulation, channel: client.channel)
            host.start(try scenario.service.server(simulation))
            let ended = simulation.run {
                do { try await body(scenario) } catch { Issue.record(error) }
                client.close()
            }
            #expect(ended, "tasks wait for something that never comes, seed \(seed)")
        }
    }

    private init(runtime: any Runtime, channel: any RPCChannel) { (self.runtime, self.channel) = (runtime, channel) }

    /// How many calls were made by callers.
    var offered: Int { made.value }
    /// How many attempts were sent beside.
    var retries: Int { service.requested - offered }

    /// Makes calls at the same time, each by a client of its own, and returns the errors of those that failed.
    func call(_ count: Int, attempts: Int = 3) async -> [RPCError] {
        made.change { $0 += count }
        let errors = LockedBox<[RPCError]>([])
        let options = CallOptions(timeout: .seconds(60), attempts: attempts)
        let calls = (0..<count).map { _ in
            runtime.spawn {
                do throws(RPCError) {
                    _ = try await RPCClient<Flaky>(channel).send(Flaky.Ask(), options: options)
                } catch {
                    errors.change { $0.append(error) }
                }
            }
        }
        for call in calls { await call.value }
        return errors.value
    }

    /// Leaves nothing in the budget, not even a part of a retry.
    func exhaust() async throws {
        service.fails { _ in .no }
        let calls = 4 * RetryBudget.callsPerRetry
        _ = await call(calls, attempts: 9)
        try #require(retries == RetryBudget.reserve + calls / RetryBudget.callsPerRetry)
    }
}

private enum Flaky: RPCService {
    static let name = "test.v1.Weak"
    static let requests: [any RPCMethod.Type] = [Ask.self]

    struct Ask: RPCRequest {
        typealias Service = Flaky
        typealias Response = Empty
        static let method = "Ask"
        static let safety = CallSafety.idempotent
        static let access = CallAccess.anyone
    }
}

/// Counts what it is asked, which is what was sent.
private final class FlakyService: Sendable {
    /// What an attempt of this number is told of its execution; nil when it succeeds.
    typealias Behaviour = @Sendable (_ attempt: Int) -> Executed?

    private let mood = LockedBox<Behaviour>({ _ in nil })
    private let count = LockedBox(0)

    /// How many attempts came.
    var requested: Int { count.value }

    func fails(_ next: @escaping Behaviour) { mood.change { $0 = next } }

    func server(_ runtime: any Runtime) throws -> RPCServer {
        var handlers = RPCHandlers<Flaky>()
        handlers.on(Flaky.Ask.self) { [self] _, call in
            count.change { $0 += 1 }
            guard let executed = mood.value(call.attempt) else { return Empty() }
            throw RPCError(.unavailable, "Too much to do.", executed: executed)
        }
        var server = RPCServer(name: "weak", version: "1", runtime: runtime)
        try server.add(handlers)
        return server
    }
}

/// A value that several tasks change.
final class LockedBox<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value { content.withLock { $0 } }

    func change(_ body: (inout Value) -> Void) { content.withLock { body(&$0) } }
}
