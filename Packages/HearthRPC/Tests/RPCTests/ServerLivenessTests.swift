import RPCInProcess
import Testing

@testable import RPC

/// What a client is told of its server beside the answers.
@Suite struct ServerLivenessTests {
    @Test(arguments: TestRuntime.allCases) func `the time that a handler waited for databases is told`(
        mode: TestRuntime
    ) async throws {
        struct Bookkeeper: ServerInterceptor {
            func admit(_ call: inout ServerCall) -> Admission {
                call.noteDatabase(.microseconds(1_500))
                call.noteDatabase(.milliseconds(2))
                return .pass
            }
        }
        try await mode.run(interceptors: [Bookkeeper()]) { fixture in
            let response = try await fixture.echo.response(to: Echo.Say(text: "hello"))
            #expect(response.timing.databaseMicroseconds == 3_500)
            let inline = try await fixture.echo.response(to: Echo.SayInline(text: "hello"))
            #expect(inline.timing.databaseMicroseconds == 3_500)
        }
    }

    @Test func `every status says how much of the server's places is taken`() async throws {
        var limits = RPCLimits()
        limits.openCalls = 4
        try await TestRuntime.simulation.run(limits: limits) { fixture in
            let (echo, patient) = (fixture.echo, fixture.patient)
            let held = fixture.runtime.spawn { _ = try? await echo.send(Echo.Hold(name: "held"), options: patient) }
            await fixture.log.waitUntilBegun("held")
            #expect(fixture.client.channel.server.load == 0)
            _ = try await echo.send(Echo.Say(text: "hello"))
            #expect(fixture.client.channel.server.load == 250)
            _ = try? await echo.send(Echo.Fail(how: "domain"))
            #expect(fixture.client.channel.server.load == 250)
            fixture.log.release("held")
            await held.value
            #expect(fixture.client.channel.server.load == 0)
        }
    }

    /// A deadline that passes says why, as far as the pings can tell.
    @Test(arguments: [
        ServerLiveness.Condition.silent, .stuck, .well,
    ]) func `a silent, a stuck and a slow server are told apart`(condition: ServerLiveness.Condition) async throws {
        try await TestRuntime.simulation.run { fixture in
            let (echo, options) = (fixture.echo, CallOptions(timeout: .milliseconds(1_200)))
            _ = try await echo.send(Echo.Say(text: "hello"))
            let engine = try #require(fixture.host.engine)
            let fault = fixture.runtime.spawn {
                await fixture.log.waitUntilBegun("held")
                // As if the pool did not get to the task that measures it.
                if condition == .stuck { engine.loop.submit { engine.poolLag.began(engine.runtime.now) } }
                if condition == .silent { fixture.host.stop() }
            }
            let error = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Hold(name: "held", isDeaf: true), options: options)
            }
            await fault.value
            #expect(fixture.client.channel.server.condition == condition)
            let text =
                switch condition {
                case .silent: "before the answer came; echo does not answer pings either."
                case .stuck: "before the answer came; echo answers pings, but is stuck: its tasks have waited "
                default: "before the answer came; echo answers pings, and is still busy with the call."
                }
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
            #expect(error?.executed == .maybe)
            fixture.host.goOn()
            fixture.log.release("held")
        }
    }

    @Test func `a call that waited for an absent server names that server`() async throws {
        try await TestRuntime.simulation.run { fixture in
            fixture.host.kill()
            let (echo, options) = (fixture.echo, CallOptions(timeout: .milliseconds(300), waitForReady: true))
            let error = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "hello"), options: options)
            }
            #expect(error?.message == "The deadline passed before the answer came; echo was not reached.")
            #expect(error?.executed == Executed.no)
            #expect(fixture.client.channel.server.condition == .away)
        }
    }

    /// What was heard of an earlier call excuses no later one.
    @Test func `only what was heard since a call began is said of it`() {
        let now = MonotonicInstant(nanoseconds: 5_000_000_000)
        func sight(isConnected: Bool = true, isDraining: Bool = false) -> ServerLiveness {
            ServerLiveness(
                isConnected: isConnected, isDraining: isDraining, silentSince: nil, poolLag: .seconds(3),
                poolLagMeasuredAt: now, load: 0)
        }
        #expect(sight().excuse(of: "echo", since: now)?.contains("3000 ms") == true)
        #expect(sight().excuse(of: "echo", since: now.advanced(by: .nanoseconds(1))) == nil)
        #expect(sight(isConnected: false).excuse(of: "echo", since: now) == "; echo was not reached")
        #expect(sight(isDraining: true).condition == .draining)
        #expect(sight(isConnected: false).condition == .away)
    }
}
