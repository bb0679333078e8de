import RPC
import Testing

@testable import HTTPFetch
@testable import MetadataGatewayService

/// What callers see of a host that is slow, refuses or fails, in virtual time.
struct UpstreamSimulationTests {
    /// A host of a simulation, which answers each question as it is told to, and notes when it was asked.
    // Unchecked: touched by the simulation's thread alone.
    private final class Host: @unchecked Sendable {
        let simulation: Simulation
        /// What becomes of a question, by how many there were before it.
        let behavior: (Int) -> Behavior
        var requested: [MonotonicInstant] = []
        var outcomes: [String: Int] = [:]
        /// The longest that anybody has waited.
        var longest = Duration.zero
        private lazy var upstream = Upstream(runtime: simulation) { try await self.send($0) }

        enum Behavior {
            case comes(after: Duration)
            case fails(FetchError.Kind, after: Duration)
        }

        init(_ simulation: Simulation, _ behavior: @escaping (Int) -> Behavior) {
            (self.simulation, self.behavior) = (simulation, behavior)
        }

        func send(_ request: FetchRequest) async throws -> FetchResponse {
            requested.append(simulation.now)
            switch behavior(requested.count - 1) {
            case .comes(let time) where time <= request.limits.time:
                try await simulation.sleep(for: time)
                return FetchResponse(
                    head: FetchHead(status: 200, fields: []), url: request.url, body: [], now: simulation.wallTime)
            case .comes:
                try await simulation.sleep(for: request.limits.time)
                throw FetchError(.timedOut, at: "")
            case .fails(let kind, let time):
                try await simulation.sleep(for: time)
                throw FetchError(kind, at: "")
            }
        }

        /// Asks so many questions, a pause apart, and waits for what becomes of them.
        func fetch(_ count: Int, apart pause: Duration = .zero) async throws {
            let upstream = upstream
            var request = FetchRequest(try FetchURL("https://api.example/3/movie/1"))
            request.limits.time = MetadataGatewayLimits.attemptTime
            let question = request
            var tasks: [Task<Void, Never>] = []
            for _ in 0..<count {
                tasks.append(simulation.spawn { await self.note { try await upstream.fetch(question) { _ in } } })
                if pause > .zero { try await simulation.sleep(for: pause) }
            }
            for task in tasks { await task.value }
        }

        private func note(_ work: () async throws -> Void) async {
            let begun = simulation.now
            var outcome = "answered"
            do { try await work() } catch let error as MetadataGatewayError {
                outcome = "\(error.rpcError.code)"
            } catch { outcome = "\(error)" }
            outcomes[outcome, default: 0] += 1
            longest = max(longest, begun.duration(to: simulation.now))
        }
    }

    private func run(
        _ seed: UInt64, fetching count: Int, apart pause: Duration = .zero,
        _ behavior: @escaping (Simulation, Int) -> Host.Behavior
    ) -> Host {
        let simulation = Simulation(seed: seed)
        let host = Host(simulation) { behavior(simulation, $0) }
        let isDone = simulation.run { try? await host.fetch(count, apart: pause) }
        #expect(isDone && simulation.foreignJobs == 0, "seed \(seed)")
        return host
    }

    @Test func `every caller waiting for a slow host gets its response`() {
        let host = run(1, fetching: 100) { _, _ in .comes(after: .seconds(7)) }
        #expect(host.outcomes == ["answered": 100] && host.requested.count == 100)
        #expect(host.longest <= .seconds(10), "two seconds for a turn, seven for the answer")
    }

    /// No caller waits longer than the methods' twenty seconds, and the host is left alone soon.
    @Test func `a host that never answers is given up`() {
        let host = run(2, fetching: 30) { _, _ in .comes(after: .seconds(3_600)) }
        #expect(host.outcomes == ["UNAVAILABLE": 30])
        #expect(host.longest < .seconds(20))
        #expect(host.requested.count < 60, "each would have been tried four times")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `one failure in five is not seen`(_ seed: UInt64) {
        let host = run(seed, fetching: 1_000, apart: .milliseconds(50)) { simulation, _ in
            var generator = simulation.generator
            let kinds: [FetchError.Kind] = [.status(503, retryAfter: nil), .unreachable, .incomplete, .timedOut]
            guard Int.random(in: 0..<5, using: &generator) == 0 else { return .comes(after: .milliseconds(80)) }
            return .fails(kinds[Int.random(in: 0..<kinds.count, using: &generator)], after: .milliseconds(30))
        }
        #expect(host.outcomes["answered", default: 0] >= 990, "seed \(seed): \(host.outcomes)")
        #expect(host.requested.count > 1_100)
    }

    /// A host that asks for a pause gets it from everybody, also from those whose turn was given out already.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a pause that is asked for is kept`(_ seed: UInt64) {
        let host = run(seed, fetching: 60) { _, number in
            number == 4
                ? .fails(.status(429, retryAfter: .seconds(3)), after: .milliseconds(10))
                : .comes(after: .milliseconds(10))
        }
        let refused = host.requested[4].advanced(by: .milliseconds(10))
        let during = host.requested.filter { $0 > refused && $0 < refused.advanced(by: .seconds(3)) }
        #expect(during == [], "seed \(seed)")
        #expect(host.outcomes == ["answered": 60] && host.requested.count == 61, "seed \(seed)")
    }

    /// After its rest the host is tried by who gets a turn: who is told that it wants a pause has not tried it.
    @Test func `who gets no turn does not try a host that rests`() {
        let simulation = Simulation(seed: 5)
        let host = Host(simulation) { number in
            switch number {
            case 0: .fails(.status(429, retryAfter: .seconds(40)), after: .milliseconds(10))
            case 1...MetadataGatewayLimits.failureThreshold: .fails(.unreachable, after: .milliseconds(20))
            default: .comes(after: .milliseconds(10))
            }
        }
        // Late enough for all of them to have a turn at once.
        let begun = simulation.now.advanced(by: .seconds(5))
        let isDone = simulation.run {
            try? await simulation.sleep(until: begun)
            // All at once: the pause counts for who asks after it, and the others fail until the host rests.
            try? await host.fetch(1 + MetadataGatewayLimits.failureThreshold)
            try? await simulation.sleep(until: begun.advanced(by: .seconds(16)))
            try? await host.fetch(40, apart: .seconds(1))
        }
        #expect(isDone)
        let first = host.requested.first { $0 > begun.advanced(by: .seconds(1)) }
        #expect(
            first == begun.advanced(by: .milliseconds(40_010)), "\(String(describing: first)): right after the pause")
        #expect(host.outcomes["answered", default: 0] >= 15, "\(host.outcomes)")
    }

    @Test func `a pause that is too long is passed on`() {
        let host = run(3, fetching: 5) { _, _ in .fails(.status(429, retryAfter: .seconds(600)), after: .zero) }
        #expect(host.outcomes == ["RESOURCE_EXHAUSTED": 5])
        #expect(host.requested.count == 5, "no caller asks again before the pause is over")
    }

    @Test func `what another time would not mend is tried once`() {
        let host = run(4, fetching: 5) { _, _ in .fails(.insecure, after: .zero) }
        #expect(host.requested.count == 5 && host.outcomes.keys.allSatisfy { $0.contains("no safe connection") })
    }
}
