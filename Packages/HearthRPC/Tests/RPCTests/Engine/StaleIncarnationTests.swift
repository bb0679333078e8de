import RPCInProcess
import Testing

@testable import RPC

/// A call is meant for one start of a server: what was sent to an earlier one is not executed by its successor.
@Suite struct StaleIncarnationTests {
    @Test func `a call for an earlier start is refused, and its caller may make it again`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let (earlier, server) = (try BareServer(runtime: fixture.runtime), try BareServer(runtime: fixture.runtime))
            #expect(earlier.engine.incarnation != server.engine.incarnation)
            await server.receive(from: 7) { [engine = server.engine, meant = earlier.engine.incarnation] frames in
                frames.hello()
                frames.open(1, Echo.Hold(name: "late"), of: engine, incarnation: meant)
                frames.open(2, Echo.SayInline(text: "now"), of: engine)
            }
            try await fixture.runtime.sleep(for: .seconds(1))
            let statuses = try await server.on { engine in Result { try engine.takeStatuses(for: 7) } }.get()
            #expect(statuses.keys.sorted() == [1, 2])
            #expect(statuses[1]??.code == .unavailable)
            #expect(statuses[1]??.executed == .no)
            #expect(try #require(statuses[2]) == nil)
            #expect(server.log.count("late") == 0)
        }
    }

    @Test func `a connection that has begun with an earlier start is none`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            await server.receive(from: 7) { [engine = server.engine] frames in
                frames.open(1, Echo.Hold(name: "late"), of: engine)
            }
            try await fixture.runtime.sleep(for: .seconds(1))
            let statuses = try await server.on { engine in Result { try engine.takeStatuses(for: 7) } }.get()
            #expect(statuses[1]??.code == .unavailable)
            #expect(statuses[1]??.executed == .no)
            #expect(server.log.count("late") == 0)
        }
    }

    @Test func `what is sent before anybody has noticed a death is not executed by the successor`() async throws {
        try await TestRuntime.simulation.run { fixture in
            _ = try await fixture.echo.send(Echo.Say(text: "first"))
            fixture.host.kill(closesLinks: false)
            let unheard = fixture.runtime.spawn {
                let error = await #expect(throws: RPCError.self) {
                    try await fixture.echo.send(Echo.Hold(name: "earlier"), options: CallOptions(attempts: 1))
                }
                #expect(error?.code == .unavailable)
                #expect(error?.executed == .no)
            }
            // One that may be made again is, until its caller knows which instance it reaches.
            let repeated = fixture.runtime.spawn {
                let said = try? await fixture.echo.send(
                    Echo.Say(text: "again"), options: CallOptions(waitForReady: true))
                #expect(said?.text == "again")
            }
            // Both are on their way to a server that is gone.
            try await fixture.runtime.sleep(for: .milliseconds(1))
            fixture.host.start(try makeEchoServer(runtime: fixture.runtime, log: fixture.log))
            await unheard.value
            #expect(fixture.log.count("earlier") == 0)
            fixture.host.closeStaleLinks()
            await repeated.value
        }
    }
}
