import RPC
import RPCInProcess
import Testing

/// Faults of the links in process that hit some clients and not others.
@Suite struct LinkFaultTests {
    private static let once = CallOptions(timeout: .seconds(2), waitForReady: true, attempts: 1)

    @Test func `a way that is cut off loses what goes on it, of one client and in one direction`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let (cut, whole) = (
                InProcessClient(fixture.host, name: "cut"), InProcessClient(fixture.host, name: "whole")
            )
            let (echo, other) = (RPCClient<Echo>(cut.channel), RPCClient<Echo>(whole.channel))
            _ = try await echo.send(Echo.Say(text: "before"), options: Self.once)

            fixture.host.setPartitioned(true, .toClient, of: "cut")
            let late = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "heard"), options: Self.once)
            }
            #expect(late?.code == .deadlineExceeded && late?.executed == .maybe)
            #expect(fixture.log.count("heard") == 1, "what it sends arrives")
            let said1 = try await other.send(Echo.Say(text: "other"), options: Self.once).text
            #expect(said1 == "other")

            fixture.host.setPartitioned(false, .toClient, of: "cut")
            fixture.host.setPartitioned(true, .toServer, of: "cut")
            _ = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "unheard"), options: Self.once)
            }
            #expect(fixture.log.count("unheard") == 0)

            fixture.host.setPartitioned(false, .toServer, of: "cut")
            let said2 = try await echo.send(Echo.Say(text: "healed")).text
            #expect(said2 == "healed")
            #expect(fixture.host.faultCounts.cutOff > 1)
            cut.close()
            whole.close()
        }
    }

    @Test func `a client has faults of its own until everybody has others`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let poor = InProcessClient(fixture.host, name: "poor")
            let echo = RPCClient<Echo>(poor.channel)
            fixture.host.setFaults(InProcessFaults(loss: 1), of: "poor")
            _ = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "lost"), options: Self.once)
            }
            let said3 = try await fixture.echo.send(Echo.Say(text: "fine")).text
            #expect(said3 == "fine")
            #expect(fixture.host.faultCounts.lost > 0)

            fixture.host.setFaults(InProcessFaults(duplication: 1, longestDelay: .milliseconds(1)))
            let said4 = try await echo.send(Echo.Say(text: "twice")).text
            #expect(said4 == "twice")
            #expect(fixture.log.count("twice") == 1, "what came twice is executed once")
            #expect(fixture.host.faultCounts.doubled > 0 && fixture.host.faultCounts.delayed > 0)
            poor.close()
        }
    }
}
