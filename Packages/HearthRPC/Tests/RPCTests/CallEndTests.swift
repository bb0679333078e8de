import Expectations
import RPC
import RPCDiagnostics
import RPCInProcess
import Testing

/// How calls end when they do not simply succeed.
@Suite struct CallEndTests {
    @Test(arguments: TestRuntime.allCases) func `cancelling the caller cancels the handler`(
        world: TestRuntime
    ) async throws {
        try await world.run { stage in
            let echo = stage.echo
            let caller = stage.runtime.spawn {
                let error = await #expect(throws: RPCError.self) { try await echo.send(Echo.Hold(name: "a")) }
                expectEqual(error?.code, .cancelled)
                expectEqual(error?.executed, .maybe)
            }
            await stage.log.waitUntilBegun("a")
            caller.cancel()
            await stage.log.waitUntilCancelled("a")
            await caller.value
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a deadline ends the call here and cancels it there`(
        world: TestRuntime
    ) async throws {
        try await world.run { stage in
            let error = await #expect(throws: RPCError.self) {
                try await stage.echo.send(Echo.Hold(name: "a"), options: CallOptions(timeout: .milliseconds(30)))
            }
            expectEqual(error?.code, .deadlineExceeded)
            // In virtual time the handler has certainly begun; on a busy machine the call may never have reached it.
            if world == .simulation { expectEqual(stage.log.count("a"), 1) }
            if stage.log.count("a") == 1 { await stage.log.waitUntilCancelled("a") }
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a deadline that has passed is never sent`(
        world: TestRuntime
    ) async throws {
        try await world.run { stage in
            let error = await #expect(throws: RPCError.self) {
                try await stage.echo.send(Echo.Say(text: "late"), options: CallOptions(timeout: .zero))
            }
            expectEqual(error?.code, .deadlineExceeded)
            expectEqual(error?.executed, .no)
            expectEqual(stage.log.count("late"), 0)
        }
    }

    @Test(arguments: TestRuntime.allCases)
    func `a killed server leaves its calls unknown and nothing is lost in waiting`(
        world: TestRuntime
    ) async throws {
        try await world.run { stage in
            let echo = stage.echo
            let held = stage.runtime.spawn {
                let error = await #expect(throws: RPCError.self) {
                    try await echo.send(Echo.Hold(name: "a"), options: CallOptions(attempts: 1))
                }
                expectEqual(error?.code, .unavailable)
                expectEqual(error?.executed, .maybe)
            }
            await stage.log.waitUntilBegun("a")
            stage.host.kill()
            await held.value
            await stage.log.waitUntilCancelled("a")
            let refused = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "nobody"), options: CallOptions(attempts: 1))
            }
            expectEqual(refused?.code, .unavailable)
            expectEqual(refused?.executed, .no)
            let waiting = stage.runtime.spawn {
                let said = try? await echo.send(Echo.Say(text: "later"), options: CallOptions(waitForReady: true))
                expectEqual(said?.text, "later")
            }
            stage.host.start(try makeEchoServer(runtime: stage.runtime, log: stage.log))
            await waiting.value
            expectEqual(stage.log.count("nobody"), 0)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `draining refuses the new, finishes the old and returns`(
        world: TestRuntime
    ) async throws {
        try await world.run { stage in
            let echo = stage.echo
            let held = stage.runtime.spawn {
                await #expect(throws: Never.self) { try await echo.send(Echo.Hold(name: "a")) }
            }
            await stage.log.waitUntilBegun("a")
            let engine = try #require(stage.host.engine)
            let drained = stage.runtime.spawn { await engine.drain(within: .seconds(60)) }
            // The goaway reaches the client before the answer to a ping that was sent after the drain began.
            var refusal: RPCError?
            while refusal == nil {
                do throws(RPCError) {
                    _ = try await stage.system.send(Sys.Ping(), options: CallOptions(attempts: 1))
                } catch {
                    refusal = error
                }
            }
            expectEqual(refusal?.code, .unavailable)
            expectEqual(refusal?.executed, .no)
            stage.log.release("a")
            await held.value
            await drained.value
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a keyed call is repeated under one key and has one effect`(
        world: TestRuntime
    ) async throws {
        try await world.run { stage in
            let said = try await stage.echo.send(Echo.Add(amount: 5))
            expectEqual(said.text, "added")
            expectEqual(stage.log.total, 5)
        }
    }
}

@Suite struct ExecutedTests {
    /// A write that was committed, then a step that was "not executed": the whole call is not.
    @Test(arguments: TestRuntime.allCases) func `a step that was not executed does not speak for the whole call`(
        world: TestRuntime
    ) async throws {
        try await world.run { stage in
            let error = await #expect(throws: RPCError.self) {
                try await stage.echo.send(Echo.Fail(how: "half"), options: CallOptions(timeout: .seconds(60)))
            }
            expectEqual(error?.code, .failedPrecondition)
            expectEqual(error?.executed, .maybe)
            let whole = await #expect(throws: RPCError.self) {
                try await stage.echo.send(Echo.Fail(how: "status"), options: CallOptions(timeout: .seconds(60)))
            }
            expectEqual(whole?.executed, .no)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a closed client leaves nobody waiting`(world: TestRuntime) async throws
    {
        try await world.run { stage in
            stage.host.kill()
            let echo = stage.echo
            let waiting = stage.runtime.spawn {
                let error = await #expect(throws: RPCError.self) {
                    try await echo.send(
                        Echo.Say(text: "never"), options: CallOptions(timeout: .seconds(600), waitForReady: true))
                }
                expectEqual(error?.executed, .no)
            }
            stage.client.close()
            await waiting.value
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a large answer that nobody wants any more is in nobody's way`(
        world: TestRuntime
    ) async throws {
        try await world.run { stage in
            let echo = stage.echo
            let text = String(repeating: "x", count: 3 << 20)
            for _ in 0..<4 {
                let caller = stage.runtime.spawn { _ = try? await echo.send(Echo.Say(text: text)) }
                await stage.log.waitUntilBegun(text)
                caller.cancel()
                await caller.value
            }
            let options = CallOptions(timeout: .seconds(60))
            let said = try await echo.send(Echo.SayInline(text: text), options: options)
            expectEqual(said.text, text)
        }
    }
}
