import RPC
import Synchronization
import Testing

/// Fan-outs in virtual time, against a model that looks at all that will happen at once.
@Suite struct FanOutTests {
    private struct Target {
        var name: String
        /// When it would end, in milliseconds.
        var end: Int64
        var succeeds: Bool
        /// Whether it ends when it is cancelled.
        var minds: Bool
    }

    private enum Expected: Equatable { case success, failure(RPCCode), notNeeded }

    /// What must come of targets, and when.
    private static func expected(
        _ targets: [Target], _ mode: RPCFanOut.Mode, within time: Int64
    ) -> (statuses: [Expected], isMet: Bool, end: Int64) {
        let needed: Int? =
            switch mode {
            case .all: targets.count
            case .first: 1
            case .quorum(let number): number
            case .byDeadline: nil
            }
        var statuses = [Expected](repeating: .notNeeded, count: targets.count)
        var (successes, failures, now) = (0, 0, Int64(0))
        func isDecided() -> Bool {
            guard let needed else { return successes + failures == targets.count }
            return successes >= needed || targets.count - failures < needed
        }
        for (index, target) in targets.enumerated().sorted(by: { $0.element.end < $1.element.end }) {
            guard !isDecided() else { break }
            guard target.end < time else {
                statuses[index] = .failure(.deadlineExceeded)
                now = time
                continue
            }
            now = target.end
            statuses[index] = target.succeeds ? .success : .failure(.notFound)
            if target.succeeds { successes += 1 } else { failures += 1 }
        }
        return (statuses, successes >= needed ?? 0, now)
    }

    @Test(arguments: Seeds.some(300)) func `agrees with the model, to the millisecond`(seed: UInt64) async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: seed)
            var random = SplitMix64(seed: seed)
            let count = Int.random(in: 0...6, using: &random)
            // No two at the same time, and none at the deadline: which of them is first would be anybody's guess.
            let ends = Array((Int64(1)...40).filter { $0 != 20 }.shuffled(using: &random).prefix(count))
            let targets = ends.enumerated().map { index, end in
                Target(
                    name: "\(index)", end: end, succeeds: Int.random(in: 0..<3, using: &random) > 0,
                    minds: Bool.random(using: &random))
            }
            let modes: [RPCFanOut.Mode] = [.all, .first, .byDeadline, .quorum(Int.random(in: 0...7, using: &random))]
            let mode = modes[Int.random(in: 0..<4, using: &random)]
            let expected = Self.expected(targets, mode, within: 20)
            let cancelled = Mutex<Set<String>>([])
            let ended = simulation.run {
                let begin = simulation.now
                let requested = targets.map { target in
                    RPCTarget(target.name, safety: .readOnly) { _ throws(RPCError) in
                        try await Self.play(target, on: simulation) { name in
                            _ = cancelled.withLock { $0.insert(name) }
                        }
                    }
                }
                let fanOut = RPCFanOut(mode, within: .milliseconds(20), on: simulation)
                guard let response = try? await fanOut.send(requested) else { return }
                #expect(begin.duration(to: simulation.now) == .milliseconds(expected.end), "seed \(seed)")
                #expect(response.targets.map { Self.read($0.status) } == expected.statuses, "seed \(seed)")
                #expect(response.isMet == expected.isMet, "seed \(seed)")
                #expect(
                    response.values
                        == response.targets.compactMap { if case .success(let v) = $0.status { v } else { nil } })
                try? await simulation.sleep(for: .milliseconds(100))
                // Targets that were still at it were told to stop; where all is decided beforehand no target is called.
                let left = zip(targets, expected.statuses).filter {
                    expected.end > 0 && $0.minds && $0.end > expected.end && $1 != .success
                }
                #expect(cancelled.withLock { $0 } == Set(left.map(\.0.name)), "seed \(seed)")
            }
            #expect(ended, "seed \(seed)")
        }
    }

    private static func play(
        _ target: Target, on runtime: any Runtime, cancelled: (String) -> Void
    ) async throws(RPCError) -> String {
        if target.minds {
            do { try await runtime.sleep(for: .milliseconds(target.end)) } catch {
                cancelled(target.name)
                throw RPCError(.cancelled, "Cancelled.", executed: .no)
            }
        } else {
            await runtime.spawn { try? await runtime.sleep(for: .milliseconds(target.end)) }.value
        }
        guard target.succeeds else { throw RPCError(.notFound, "Not here.", executed: .no) }
        return target.name
    }

    private static func read(_ status: RPCFanOutResult<String>.Status) -> Expected {
        switch status {
        case .success: .success
        case .failure(let error): .failure(error.code)
        case .notNeeded: .notNeeded
        }
    }

    /// How a target fares that may have an effect.
    enum Fate: Sendable, CaseIterable {
        case succeeds, refuses, fails, isUnknown, isLeft

        /// What it does to the whole: it is final, or unknown.
        var effect: Executed {
            switch self {
            case .refuses: .no
            case .succeeds, .fails: .yes
            case .isUnknown, .isLeft: .maybe
            }
        }

        func play(on runtime: any Runtime) async throws(RPCError) -> Int {
            switch self {
            case .succeeds: return 1
            case .refuses: throw RPCError(.unavailable, "Full.", executed: .no, retryAfter: .milliseconds(7))
            case .fails: throw RPCError(.notFound, "Not here.", executed: .yes, retryAfter: .milliseconds(7))
            case .isUnknown: throw RPCError(.unavailable, "Lost.", executed: .maybe)
            case .isLeft:
                try? await runtime.sleep(for: .seconds(500))
                throw RPCError(.cancelled, "Cancelled.", executed: .no)
            }
        }
    }

    /// One error stands for all, and must not deny what another target may have done.
    @Test(arguments: [Fate.refuses, .fails], Fate.allCases)
    func `an error says of all targets whether there was an effect`(
        first: Fate, other: Fate
    ) async throws {
        for safety in CallSafety.allCases {
            try await Simulation.runOnDedicatedThread {
                let simulation = Simulation(seed: 1)
                let ended = simulation.run {
                    // The first fails last, so that all but the one that is left have ended by then.
                    let targets = [
                        RPCTarget("first", safety: .unsafe) { _ throws(RPCError) in
                            try? await simulation.sleep(for: .seconds(1))
                            return try await first.play(on: simulation)
                        },
                        RPCTarget("other", safety: safety) { _ throws(RPCError) in
                            try await other.play(on: simulation)
                        },
                        RPCTarget("third", safety: .readOnly) { _ throws(RPCError) in 3 },
                    ]
                    let mode: RPCFanOut.Mode = other == .isLeft || other == .succeeds ? .all : .quorum(2)
                    let response = try? await RPCFanOut(mode, within: .seconds(60), on: simulation).send(targets)
                    let error = #expect(throws: RPCError.self) { try response?.get() }
                    #expect(error?.origin == "first")
                    let effect = safety == .readOnly ? .no : other.effect
                    let isRaised = effect == .maybe || first == .refuses && effect == .yes
                    #expect(error?.executed == (isRaised ? .maybe : first.effect), "\(safety)")
                    #expect(error?.retryAfter == (isRaised ? nil : .milliseconds(7)), "\(safety)")
                }
                #expect(ended)
            }
        }
    }

    /// What a handler left to itself may still have an effect, whatever the handler then says.
    @Test(arguments: TestRuntime.allCases)
    func `a caller inherits its call's time, and is not told that nothing happened`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let note = Mutex<Executed?>(nil)
            let runtime = fixture.runtime
            let call = ServerCall(
                method: .of(Echo.Hold.self), deadline: runtime.now.advanced(by: .milliseconds(50)),
                received: runtime.now, trace: .root(runtime: runtime))
            await ServerCall.$current.withValue(call) {
                let held = [RPCTarget("held", Echo.Hold(name: "a"), to: fixture.echo)]
                let response = try? await RPCFanOut(.all, within: .seconds(60), on: runtime).send(held)
                #expect(response?.isMet == false)
                #expect(throws: RPCError.self) { try response?.get() }
                note.withLock { $0 = call.effects.executed }
            }
            #expect(note.withLock { $0 } == .maybe)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a caller that gives up is not kept, and everybody is cancelled`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let caller = fixture.runtime.spawn {
                let held = ["a", "b"].map { RPCTarget($0, Echo.Hold(name: $0), to: fixture.echo) }
                let error = await #expect(throws: RPCError.self) {
                    try await RPCFanOut(.byDeadline, within: .seconds(60), on: fixture.runtime).send(held)
                }
                #expect(error?.code == .cancelled)
                #expect(error?.executed == .maybe)
            }
            await fixture.log.waitUntilBegun("a")
            await fixture.log.waitUntilBegun("b")
            caller.cancel()
            await caller.value
            await fixture.log.waitUntilCancelled("a")
            await fixture.log.waitUntilCancelled("b")
        }
    }
}
