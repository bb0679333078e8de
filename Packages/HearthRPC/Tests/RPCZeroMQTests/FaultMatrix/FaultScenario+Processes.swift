import RPC
import Testing

@testable import FaultMatrixPeer

/// What happens in a case, step by step. Each ends with all faults healed.
enum FaultScenario {
    /// Ends as kill -9 does, with calls in every phase; for a while no server is there; then comes a successor.
    static func kill(_ fixture: MatrixFixture) async throws {
        let crowd = try await fixture.crowd(expected: [.maybe]) { $1.waitForReady = false }
        var racing: [MatrixCall] = []
        for number in 1...2 { racing.append(try await fixture.begin("racing \(number)") { $1.waitForReady = false }) }
        await fixture.kill()
        for call in crowd + racing { _ = await call.ended() }
        let dead = try await fixture.begin("dead", expected: [.no]) { _, terms in
            (terms.waitForReady, terms.mustNotRun) = (false, true)
        }
        let waiting = try await fixture.begin("waiting", expected: [.succeeded])
        _ = await dead.ended()
        try await fixture.start()
        await fixture.openGate()
        _ = await waiting.ended()
    }

    /// Stops twice, with calls in every phase: until the time is over of those that were made meanwhile, which then find it
    /// over when they are read; and for so long that the connection is given up.
    static func stop(_ fixture: MatrixFixture) async throws {
        let crowd = try await fixture.crowd(expected: [.succeeded, .maybe])
        let long =
            Int64(fixture.runtime.random() % UInt64(fixture.tempo.stop.upperBound)) + fixture.tempo.stop.lowerBound
        for (round, milliseconds) in [(1, 0), (2, long)] {
            await fixture.endpoint.stop()
            var late: [MatrixCall] = []
            for number in 1...2 {
                late.append(
                    try await fixture.begin("late \(round).\(number)", expected: [.maybe]) { _, terms in
                        (terms.timeout, terms.mustNotRun) = (fixture.tempo.short, true)
                    })
            }
            let patient = try await fixture.begin("patient \(round)", expected: [.succeeded, .maybe])
            for call in late { _ = await call.ended() }
            try await fixture.runtime.sleep(for: .milliseconds(milliseconds))
            fixture.endpoint.goOn()
            _ = await patient.ended()
        }
        await fixture.openGate()
        for call in crowd { _ = await call.ended() }
    }

    /// One start after another, with calls on their way all the time.
    static func restartStorm(_ fixture: MatrixFixture) async throws {
        for round in 1...4 {
            let held = try await fixture.begin(
                "held \(round)", .held, expected: fixture.kind.isRepeatable ? [] : [.maybe])
            await fixture.ledger.arrivals.reaches("held \(round)")
            for number in 1...2 { try await fixture.begin("quick \(round).\(number)") }
            await fixture.kill()
            await fixture.openGate()
            try await fixture.start()
            for number in 3...4 { try await fixture.begin("quick \(round).\(number)") }
            _ = await held.ended()
            await fixture.shutGate()
        }
        await fixture.openGate()
    }

    /// Strangers take all descriptors that the server's process has left: over ipc that is a kill whose moment others
    /// choose, over tcp it is nothing to those who are connected.
    static func descriptors(_ fixture: MatrixFixture) async throws {
        let processes = try #require(fixture.processes)
        let crowd = try await fixture.crowd(expected: processes.isTCP ? [.succeeded] : [.maybe]) {
            $1.waitForReady = false
        }
        try await processes.exhaustDescriptors()
        await fixture.openGate()
        for call in crowd { _ = await call.ended() }
        if !processes.isTCP { try await fixture.start() }
    }

    /// A second server wants the same path: it is refused, and no caller notices.
    static func secondInstance(_ fixture: MatrixFixture) async throws {
        try await fixture.crowd(expected: [.succeeded])
        let second = try MatrixServer(runtime: fixture.runtime, record: fixture.ledger, life: ServerInstance())
            .make(fixture.kind.safety, limits: fixture.limits)
        await #expect(throws: (any Error).self) { try await fixture.endpoint.start(second) }
        try await fixture.begin("after", expected: [.succeeded])
        await fixture.openGate()
    }

    /// Another server gets what was meant for the first, over the same connection, as libzmq lets it happen in silence.
    static func takeover(_ fixture: MatrixFixture) async throws {
        let crowd = try await fixture.crowd(expected: [.maybe]) { $1.timeout = fixture.tempo.short * 4 }
        try await fixture.endpoint.takeOver(by: fixture.server())
        var stray: [MatrixCall] = []
        for number in 1...3 {
            stray.append(
                try await fixture.begin("stray \(number)", expected: [.no]) { _, terms in
                    (terms.waitForReady, terms.mustNotRun) = (false, true)
                })
        }
        for call in stray + crowd { _ = await call.ended() }
        await fixture.openGate()
        await fixture.kill()
        try await fixture.start()
    }

    /// Drains in the middle of calls: those that run end as usual, no others are begun.
    static func goaway(_ fixture: MatrixFixture) async throws {
        // Who only follows something is sent to the successor at once.
        let isFollower = fixture.kind.shape == .serverStream && fixture.kind.safety == .readOnly
        let crowd = try await fixture.crowd(expected: isFollower ? [.no] : [.succeeded])
        let drained = fixture.runtime.spawn { await fixture.endpoint.drain(within: .seconds(60)) }
        for number in 1...3 {
            try await fixture.begin("late \(number)", expected: [.no, .succeeded]) { $1.waitForReady = false }
        }
        if isFollower { for call in crowd { _ = await call.ended() } }
        await fixture.openGate()
        for call in crowd { _ = await call.ended() }
        await drained.value
        try await fixture.start()
    }
}
