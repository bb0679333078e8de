import RPC
import RPCDiagnostics
import RPCInProcess
import Synchronization
import Testing

/// What a server that does not answer costs its callers.
@Suite(.timeLimit(.minutes(10))) struct AccrualTests {
    /// Calls are held back for as long as a test may last, and the connection stays.
    private static var limits: RPCLimits {
        var limits = RPCLimits()
        (limits.maxConsecutiveFailures, limits.firstPause, limits.longestPause) = (3, .seconds(600), .seconds(600))
        limits.heartbeat = .seconds(60)
        return limits
    }

    private static let short = CallOptions(timeout: .milliseconds(150))

    /// Stops the server and has three calls find out.
    private static func stopAndDetect(_ fixture: StreamFixture, _ flow: RPCClient<StreamService>) async throws {
        _ = try await flow.send(StreamService.Ask(value: 1))
        await fixture.stop()
        for _ in 0..<3 {
            let error = await #expect(throws: RPCError.self) {
                try await flow.send(StreamService.Ask(value: 1), options: short)
            }
            #expect(error?.code == .deadlineExceeded)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a server that does not answer is left alone, and looked at`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run(limits: Self.limits) { fixture in
            let flow = try await fixture.flow
            try await Self.stopAndDetect(fixture, flow)
            let refused = await #expect(throws: RPCError.self) {
                try await flow.send(StreamService.Ask(value: 2), options: CallOptions(timeout: .seconds(3_000)))
            }
            #expect(refused?.code == .unavailable)
            #expect(refused?.executed == .no)
            #expect(refused?.isHeldBack == true)
            #expect(refused?.retryAfter.map { $0 > .seconds(200) && $0 <= .seconds(600) } == true)
            let items = try await flow.stream(StreamService.Count(to: 3), options: CallOptions())
            let stream = await #expect(throws: RPCError.self) { try await items.next() }
            #expect(stream?.isHeldBack == true)
            let system = RPCClient<Sys>(flow.channel, defaults: Self.short)
            let look = await #expect(throws: RPCError.self) { try await system.send(Sys.GetHealth()) }
            #expect(look?.code == .deadlineExceeded)
            fixture.goOn()
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `any answer lets calls go on, and those that waited for it`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run(limits: Self.limits) { fixture in
            let flow = try await fixture.flow
            try await Self.stopAndDetect(fixture, flow)
            let waiting = (Int64(0)..<20).map { value in
                fixture.runtime.spawn {
                    let response = try? await flow.send(
                        StreamService.Ask(value: value),
                        options: CallOptions(timeout: .seconds(500), waitForReady: true))
                    #expect(response?.value == value)
                    let items = try? await flow.stream(StreamService.Count(to: 3))
                    while (try? await items?.next()) != nil { fixture.log.note("counted on") }
                }
            }
            fixture.goOn()
            let system = RPCClient<Sys>(flow.channel, defaults: CallOptions(timeout: .seconds(500)))
            _ = try await system.send(Sys.Ping())
            for caller in waiting { await caller.value }
            #expect(fixture.log.count("counted on") == 60)
            #expect(try await flow.send(StreamService.Ask(value: 7), options: CallOptions()).value == 7)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a restarted server is tried at once`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run(limits: Self.limits) { fixture in
            let flow = try await fixture.flow
            try await Self.stopAndDetect(fixture, flow)
            let waiting = fixture.runtime.spawn {
                // The probe is a stream that has nothing to say: that its server is there with it tells enough.
                // It may still have reached the dying server.
                while !Task.isCancelled {
                    let items = try? await flow.stream(StreamService.Forever(name: "quiet"))
                    _ = try? await items?.next()
                }
            }
            await fixture.kill()
            fixture.goOn()
            try await fixture.startServer()
            await fixture.log.reaches("quiet begun")
            let response = try await flow.send(
                StreamService.Ask(value: 3), options: CallOptions(timeout: .seconds(500), waitForReady: true))
            #expect(response.value == 3)
            waiting.cancel()
            await waiting.value
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a probe whose caller gives up leaves its place to the next`(
        mode: TestTransportMode
    ) async throws {
        var limits = Self.limits
        (limits.firstPause, limits.longestPause) = (.milliseconds(20), .milliseconds(20))
        try await mode.run(limits: limits) { fixture in
            let flow = try await fixture.flow
            try await Self.stopAndDetect(fixture, flow)
            // One after another they become the probe, and none of them waits to the end.
            for _ in 0..<5 {
                let probe = fixture.runtime.spawn {
                    _ = try? await flow.send(StreamService.Ask(value: 1), options: CallOptions(timeout: .seconds(500)))
                }
                try await fixture.runtime.sleep(for: .milliseconds(30))
                probe.cancel()
                await probe.value
            }
            fixture.goOn()
            let response = try await flow.send(
                StreamService.Ask(value: 4), options: CallOptions(timeout: .seconds(500), waitForReady: true))
            #expect(response.value == 4)
        }
    }

    /// A server that is stopped for a minute: what it costs each caller, to the millisecond.
    @Test(arguments: UInt64(1)...4) func `the first callers pay, later ones do not, and it comes back by itself`(
        seed: UInt64
    ) async throws {
        try await TestTransportMode.simulation.run(seed: seed) { fixture in
            let (flow, runtime, bill) = (try await fixture.flow, fixture.runtime, CallCostRecorder())
            _ = try await flow.send(StreamService.Ask(value: 1))
            await fixture.stop()
            let end = runtime.now.advanced(by: .seconds(60))
            // One after another until calls are held back, so that it is known which were the first.
            while bill.refused == 0 { await bill.call(flow, runtime) }
            #expect(bill.paid == RPCLimits().maxConsecutiveFailures, "seed \(seed)")
            let callers = (0..<10).map { _ in
                runtime.spawn {
                    while runtime.now < end {
                        await bill.call(flow, runtime)
                        try? await runtime.sleep(for: .milliseconds(50))
                    }
                }
            }
            for caller in callers { await caller.value }
            // Pauses of 0.5 to 1 s, 1 to 2 s and so on up to 7.5 to 15 s, and after each a second for the probe.
            let probes = bill.paid - RPCLimits().maxConsecutiveFailures
            #expect((4...10).contains(probes), "seed \(seed): \(probes) probes")
            #expect(!bill.overlaps, "seed \(seed)")
            #expect(bill.refused > 2_000, "seed \(seed)")
            #expect(bill.refusedTime == .zero, "seed \(seed)")
            fixture.goOn()
            let back = runtime.now
            while await bill.call(flow, runtime) == false { try await runtime.sleep(for: .milliseconds(10)) }
            #expect(back.duration(to: runtime.now) < .seconds(2), "seed \(seed)")
            for _ in 0..<20 { #expect(await bill.call(flow, runtime), "seed \(seed)") }
        }
    }
}

/// What calls cost that were not answered.
private final class CallCostRecorder: Sendable {
    private struct State {
        /// When each call began that cost time, and when it ended.
        var paid: [ClosedRange<MonotonicInstant>] = []
        var refused = 0
        var refusedTime = Duration.zero
    }
    private let state = Mutex(State())

    var paid: Int { state.withLock { $0.paid.count } }
    var refused: Int { state.withLock { $0.refused } }
    var refusedTime: Duration { state.withLock { $0.refusedTime } }
    /// Whether two calls cost time at the same time.
    var overlaps: Bool {
        let calls = state.withLock { $0.paid }.sorted { $0.lowerBound < $1.lowerBound }
        return zip(calls, calls.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    }

    /// Calls with a second to wait; whether there was an answer.
    @discardableResult
    func call(_ flow: RPCClient<StreamService>, _ runtime: any Runtime) async -> Bool {
        let begin = runtime.now
        do {
            _ = try await flow.send(
                StreamService.Ask(value: 1), options: CallOptions(timeout: .seconds(1), attempts: 1))
            return true
        } catch {
            let end = runtime.now
            state.withLock { state in
                if error.isHeldBack {
                    state.refused += 1
                    state.refusedTime += begin.duration(to: end)
                } else {
                    state.paid.append(begin...end)
                }
            }
            return false
        }
    }
}
