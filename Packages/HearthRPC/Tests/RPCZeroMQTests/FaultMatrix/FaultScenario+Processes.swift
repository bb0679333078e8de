import RPC
import Testing

@testable import FaultMatrixPeer

/// What happens in a case, step by step. Each ends with a world that is whole again.
enum FaultScenario {
    /// Ends as kill -9 does, with calls in every phase; for a while nobody is there; then comes a successor.
    static func kill(_ stage: MatrixFixture) async throws {
        let crowd = try await stage.crowd(expected: [.maybe]) { $1.waitForReady = false }
        var racing: [MatrixCall] = []
        for number in 1...2 { racing.append(try await stage.begin("racing \(number)") { $1.waitForReady = false }) }
        await stage.kill()
        for call in crowd + racing { _ = await call.ended() }
        let dead = try await stage.begin("nobody", expected: [.no]) { _, terms in
            (terms.waitForReady, terms.mustNotRun) = (false, true)
        }
        let waiting = try await stage.begin("waiting", expected: [.answered])
        _ = await dead.ended()
        try await stage.start()
        await stage.openGate()
        _ = await waiting.ended()
    }

    /// Stops twice, with calls in every phase: until the time is over of those that were made meanwhile, which then find it
    /// over when they are read; and for so long that the connection is given up.
    static func stop(_ stage: MatrixFixture) async throws {
        let crowd = try await stage.crowd(expected: [.answered, .maybe])
        let long = Int64(stage.runtime.random() % UInt64(stage.tempo.stop.upperBound)) + stage.tempo.stop.lowerBound
        for (round, milliseconds) in [(1, 0), (2, long)] {
            await stage.place.stop()
            var late: [MatrixCall] = []
            for number in 1...2 {
                late.append(
                    try await stage.begin("late \(round).\(number)", expected: [.maybe]) { _, terms in
                        (terms.timeout, terms.mustNotRun) = (stage.tempo.short, true)
                    })
            }
            let patient = try await stage.begin("patient \(round)", expected: [.answered, .maybe])
            for call in late { _ = await call.ended() }
            try await stage.runtime.sleep(for: .milliseconds(milliseconds))
            stage.place.goOn()
            _ = await patient.ended()
        }
        await stage.openGate()
        for call in crowd { _ = await call.ended() }
    }

    /// One start after another, with calls on their way all the time.
    static func restartStorm(_ stage: MatrixFixture) async throws {
        for round in 1...4 {
            let held = try await stage.begin("held \(round)", .held, expected: stage.kind.isRepeatable ? [] : [.maybe])
            await stage.ledger.arrivals.reaches("held \(round)")
            for number in 1...2 { try await stage.begin("quick \(round).\(number)") }
            await stage.kill()
            await stage.openGate()
            try await stage.start()
            for number in 3...4 { try await stage.begin("quick \(round).\(number)") }
            _ = await held.ended()
            await stage.shutGate()
        }
        await stage.openGate()
    }

    /// Strangers take all descriptors that the server's process has left: over ipc that is a kill whose moment others
    /// choose, over tcp it is nothing to those who are connected.
    static func descriptors(_ stage: MatrixFixture) async throws {
        let processes = try #require(stage.processes)
        let crowd = try await stage.crowd(expected: processes.isTCP ? [.answered] : [.maybe]) {
            $1.waitForReady = false
        }
        try await processes.exhaustDescriptors()
        await stage.openGate()
        for call in crowd { _ = await call.ended() }
        if !processes.isTCP { try await stage.start() }
    }

    /// A second server wants the same path: it is refused, and nobody notices.
    static func secondInstance(_ stage: MatrixFixture) async throws {
        try await stage.crowd(expected: [.answered])
        let second = try MatrixServer(runtime: stage.runtime, record: stage.ledger, life: ServerInstance())
            .make(stage.kind.safety, limits: stage.limits)
        await #expect(throws: (any Error).self) { try await stage.place.start(second) }
        try await stage.begin("after", expected: [.answered])
        await stage.openGate()
    }

    /// Another server gets what was meant for the first, over the same connection, as libzmq lets it happen in silence.
    static func takeover(_ stage: MatrixFixture) async throws {
        let crowd = try await stage.crowd(expected: [.maybe]) { $1.timeout = stage.tempo.short * 4 }
        try await stage.place.takeOver(by: stage.server())
        var stray: [MatrixCall] = []
        for number in 1...3 {
            stray.append(
                try await stage.begin("stray \(number)", expected: [.no]) { _, terms in
                    (terms.waitForReady, terms.mustNotRun) = (false, true)
                })
        }
        for call in stray + crowd { _ = await call.ended() }
        await stage.openGate()
        await stage.kill()
        try await stage.start()
    }

    /// Drains in the middle of calls: those that run end as usual, no others are begun.
    static func goaway(_ stage: MatrixFixture) async throws {
        // Who only follows something is sent to the successor at once.
        let isFollower = stage.kind.shape == .serverStream && stage.kind.safety == .readOnly
        let crowd = try await stage.crowd(expected: isFollower ? [.no] : [.answered])
        let drained = stage.runtime.spawn { await stage.place.drain(within: .seconds(60)) }
        for number in 1...3 {
            try await stage.begin("late \(number)", expected: [.no, .answered]) { $1.waitForReady = false }
        }
        if isFollower { for call in crowd { _ = await call.ended() } }
        await stage.openGate()
        for call in crowd { _ = await call.ended() }
        await drained.value
        try await stage.start()
    }
}
