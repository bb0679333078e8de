import RPC
import RPCDiagnostics
import RPCInProcess
import Testing

/// How calls end when they do not simply succeed.
@Suite struct CallEndTests {
    @Test(arguments: TestRuntime.allCases) func `cancelling the caller cancels the handler`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let echo = fixture.echo
            let caller = fixture.runtime.spawn {
                let error = await #expect(throws: RPCError.self) { try await echo.send(Echo.Hold(name: "a")) }
                #expect(error?.code == .cancelled)
                #expect(error?.executed == .maybe)
            }
            await fixture.log.waitUntilBegun("a")
            caller.cancel()
            await fixture.log.waitUntilCancelled("a")
            await caller.value
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a deadline ends the call here and cancels it there`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let error = await #expect(throws: RPCError.self) {
                try await fixture.echo.send(Echo.Hold(name: "a"), options: CallOptions(timeout: .milliseconds(30)))
            }
            #expect(error?.code == .deadlineExceeded)
            // In virtual time the handler has certainly begun; on a busy machine the call may never have reached it.
            if mode == .simulation { #expect(fixture.log.count("a") == 1) }
            if fixture.log.count("a") == 1 { await fixture.log.waitUntilCancelled("a") }
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a deadline that has passed is never sent`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let error = await #expect(throws: RPCError.self) {
                try await fixture.echo.send(Echo.Say(text: "late"), options: CallOptions(timeout: .zero))
            }
            #expect(error?.code == .deadlineExceeded)
            #expect(error?.executed == .no)
            #expect(fixture.log.count("late") == 0)
        }
    }

    @Test(arguments: TestRuntime.allCases)
    func `a killed server leaves its calls unknown and nothing is lost in waiting`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let echo = fixture.echo
            let held = fixture.runtime.spawn {
                let error = await #expect(throws: RPCError.self) {
                    try await echo.send(Echo.Hold(name: "a"), options: CallOptions(attempts: 1))
                }
                #expect(error?.code == .unavailable)
                #expect(error?.executed == .maybe)
            }
            await fixture.log.waitUntilBegun("a")
            fixture.host.kill()
            await held.value
            await fixture.log.waitUntilCancelled("a")
            let refused = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "refused"), options: CallOptions(attempts: 1))
            }
            #expect(refused?.code == .unavailable)
            #expect(refused?.executed == .no)
            let waiting = fixture.runtime.spawn {
                let said = try? await echo.send(Echo.Say(text: "later"), options: CallOptions(waitForReady: true))
                #expect(said?.text == "later")
            }
            fixture.host.start(try makeEchoServer(runtime: fixture.runtime, log: fixture.log))
            await waiting.value
            #expect(fixture.log.count("refused") == 0)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `draining refuses the new, finishes the old and returns`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let echo = fixture.echo
            let held = fixture.runtime.spawn {
                await #expect(throws: Never.self) { try await echo.send(Echo.Hold(name: "a")) }
            }
            await fixture.log.waitUntilBegun("a")
            let engine = try #require(fixture.host.engine)
            let drained = fixture.runtime.spawn { await engine.drain(within: .seconds(60)) }
            // The goaway reaches the client before the answer to a ping that was sent after the drain began.
            var refusal: RPCError?
            while refusal == nil {
                do throws(RPCError) {
                    _ = try await fixture.system.send(Sys.Ping(), options: CallOptions(attempts: 1))
                } catch {
                    refusal = error
                }
            }
            #expect(refusal?.code == .unavailable)
            #expect(refusal?.executed == .no)
            fixture.log.release("a")
            await held.value
            await drained.value
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a keyed call is repeated under one key and has one effect`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let said = try await fixture.echo.send(Echo.Add(amount: 5))
            #expect(said.text == "added")
            #expect(fixture.log.total == 5)
        }
    }
}

@Suite struct ExecutedTests {
    /// A write that was committed, then a step that was "not executed": the whole call is not.
    @Test(arguments: TestRuntime.allCases) func `a step that was not executed does not speak for the whole call`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let error = await #expect(throws: RPCError.self) {
                try await fixture.echo.send(Echo.Fail(how: "half"), options: CallOptions(timeout: .seconds(60)))
            }
            #expect(error?.code == .failedPrecondition)
            #expect(error?.executed == .maybe)
            let whole = await #expect(throws: RPCError.self) {
                try await fixture.echo.send(Echo.Fail(how: "status"), options: CallOptions(timeout: .seconds(60)))
            }
            #expect(whole?.executed == .no)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a closed client leaves no caller waiting`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            fixture.host.kill()
            let echo = fixture.echo
            let waiting = fixture.runtime.spawn {
                let error = await #expect(throws: RPCError.self) {
                    try await echo.send(
                        Echo.Say(text: "never"), options: CallOptions(timeout: .seconds(600), waitForReady: true))
                }
                #expect(error?.executed == .no)
            }
            fixture.client.close()
            await waiting.value
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a large response whose caller is gone delays no other call`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let echo = fixture.echo
            let text = String(repeating: "x", count: 3 << 20)
            for _ in 0..<4 {
                let caller = fixture.runtime.spawn { _ = try? await echo.send(Echo.Say(text: text)) }
                await fixture.log.waitUntilBegun(text)
                caller.cancel()
                await caller.value
            }
            let options = CallOptions(timeout: .seconds(60))
            let said = try await echo.send(Echo.SayInline(text: text), options: options)
            #expect(said.text == text)
        }
    }
}
