import RPC
import Testing

@testable import MetadataGatewayService

struct UpstreamTests {
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000_000)

    @Test func `turns come at their rate`() {
        var bucket = TokenBucket(perSecond: 40, atOnce: 20)
        let later = Self.start.advanced(by: .seconds(60))
        let turns = (0..<100).compactMap { _ in bucket.take(at: Self.start, noLaterThan: later) }
        #expect(turns.count == 100)
        #expect(turns.filter { $0 == Self.start }.count == 20)
        #expect(turns.last == Self.start.advanced(by: .milliseconds(2_000)))
        // After a pause there are 20 at once again, and no more.
        let after = Self.start.advanced(by: .seconds(30))
        let more = (0..<30).compactMap { _ in bucket.take(at: after, noLaterThan: later) }
        #expect(more.filter { $0 == after }.count == 20)
    }

    @Test func `no turn is given that is too late`() {
        var bucket = TokenBucket(perSecond: 1, atOnce: 1)
        let limit = Self.start.advanced(by: .seconds(2))
        let turns = (0..<10).compactMap { _ in bucket.take(at: Self.start, noLaterThan: limit) }
        #expect(turns == (0..<3).map { Self.start.advanced(by: .seconds($0)) })
        #expect(bucket.nextPermit(at: Self.start) == Self.start.advanced(by: .seconds(3)))
        bucket.pause(until: Self.start.advanced(by: .seconds(9)))
        #expect(bucket.nextPermit(at: Self.start) == Self.start.advanced(by: .seconds(9)))
    }

    @Test func `who fails too often in a row rests and is tried once`() {
        var breaker = CircuitBreaker(failureThreshold: 3, rest: .seconds(10))
        var now = Self.start
        for _ in 0..<2 { breaker.fail(at: now) }
        breaker.succeed()
        for _ in 0..<2 { breaker.fail(at: now) }
        let isAdmitted = breaker.admits(at: now)
        breaker.fail(at: now)
        let isStillAdmitted = breaker.admits(at: now)
        #expect(isAdmitted && !isStillAdmitted)
        #expect(breaker.remainingCoolDown(at: now) == .seconds(10))
        now = now.advanced(by: .seconds(10))
        let tries = (0..<3).map { _ in breaker.admits(at: now) }
        #expect(tries == [true, false, false], "one question tries it")
        breaker.succeed()
        let isAdmittedAgain = breaker.admits(at: now)
        #expect(isAdmittedAgain && breaker.remainingCoolDown(at: now) == nil)
    }

    /// Of many who want the same at the same time one does the work, and one that leaves takes it from no other.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `same questions are one work`(_ seed: UInt64) {
        let simulation = Simulation(seed: seed)
        let flights = SingleFlight<Int>(runtime: simulation)
        let tally = Tally()
        let isDone = simulation.run {
            let fetch: @Sendable () async -> Void = {
                let value = try? await flights.share("same") {
                    tally.works += 1
                    try await simulation.sleep(for: .seconds(1))
                    return 7
                }
                if value == 7 { tally.values += 1 } else { tally.leavers += 1 }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { await fetch() } }
                let leaver = simulation.spawn { await fetch() }
                try? await simulation.sleep(for: .milliseconds(500))
                leaver.cancel()
            }
        }
        #expect(isDone)
        #expect(tally.works == 1 && tally.values == 20 && tally.leavers == 1, "seed \(seed)")
    }

    /// What a simulation counts.
    // Unchecked: touched by the simulation's thread alone.
    private final class Tally: @unchecked Sendable {
        var (works, values, leavers) = (0, 0, 0)
    }
}
