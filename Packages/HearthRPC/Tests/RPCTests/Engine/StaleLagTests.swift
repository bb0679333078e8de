import RPCInProcess
import Testing

@testable import RPC

@Suite struct StaleLagTests {
    /// A process that was stopped for a while has calls that waited as long; those that come now need not.
    @Test func `a lag that is over refuses one call, not those after it`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let engine = try #require(fixture.host.engine)
            _ = try await fixture.echo.send(Echo.Say(text: "hello"))
            engine.loop.submit { engine.poolLag.note(microseconds: 10_000_000, begun: engine.runtime.now) }
            let (echo, options) = (fixture.echo, CallOptions(timeout: .seconds(5), attempts: 1))
            func hold(_ name: String) -> Task<Void, Never> {
                fixture.runtime.spawn { _ = try? await echo.send(Echo.Hold(name: name), options: options) }
            }
            // The first is let in to see how it is, and does not end.
            let first = hold("first")
            await fixture.log.waitUntilBegun("first")
            let error = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Hold(name: "second"), options: options)
            }
            #expect(error?.code == .resourceExhausted)
            // Not the ten seconds: by then it may be another server.
            #expect(error?.retryAfter == .seconds(1))
            try await fixture.runtime.sleep(for: .milliseconds(5))
            let third = hold("third")
            await fixture.log.waitUntilBegun("third")
            #expect(fixture.log.count("second") == 0)
            for name in ["first", "third"] { fixture.log.release(name) }
            await first.value
            await third.value
        }
    }

    @Test func `a call that ends late says nothing of what was measured since it began`() {
        var (lag, now) = (PoolLag(), MonotonicInstant(nanoseconds: 3_600_000_000_000))
        lag.note(microseconds: 70, begun: now)
        // A stream that began in a stall.
        lag.note(microseconds: 6_000_000, begun: now.advanced(by: .seconds(-3_000)))
        #expect(lag.microseconds(at: now) == 70)
        lag.began(now)
        now = now.advanced(by: .microseconds(40))
        lag.ended(now)
        lag.note(microseconds: 6_000_000, begun: now.advanced(by: .microseconds(-1)))
        #expect(lag.microseconds(at: now) == 40)
        lag.note(microseconds: 90, begun: now.advanced(by: .microseconds(1)))
        #expect(lag.microseconds(at: now) == 90)
    }

    /// Once a method was slow, all that it does may be to refuse, and quickly.
    @Test func `what a domain refuses at last is a whole run`() {
        func outcome(_ error: RPCError?) -> CallOutcome {
            CallOutcome(error: error, cause: nil, timing: CallTiming(), responseBytes: 0)
        }
        #expect(outcome(nil).isWhole)
        #expect(outcome(RPCError(.notFound, "There is none.", executed: .yes)).isWhole)
        for executed in [Executed.no, .maybe] {
            #expect(!outcome(.deadlineExceeded("in between", executed: executed)).isWhole)
        }
    }
}
