import Expectations
import RPC
import RPCInProcess
import Testing

/// Faults of the links in process that hit some clients and not others.
@Suite struct LinkFaultTests {
    private static let once = CallOptions(timeout: .seconds(2), waitForReady: true, attempts: 1)

    @Test func `a way that is cut off loses what goes on it, of one client and in one direction`() async throws {
        try await TestRuntime.simulation.run { stage in
            let (cut, whole) = (InProcessClient(stage.host, name: "cut"), InProcessClient(stage.host, name: "whole"))
            let (echo, other) = (RPCClient<Echo>(cut.channel), RPCClient<Echo>(whole.channel))
            _ = try await echo.send(Echo.Say(text: "before"), options: Self.once)

            stage.host.setPartitioned(true, .toClient, of: "cut")
            let late = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "heard"), options: Self.once)
            }
            #expect(late?.code == .deadlineExceeded && late?.executed == .maybe)
            expectEqual(stage.log.count("heard"), 1, "what it sends arrives")
            let said1 = try await other.send(Echo.Say(text: "other"), options: Self.once).text
            expectEqual(said1, "other")

            stage.host.setPartitioned(false, .toClient, of: "cut")
            stage.host.setPartitioned(true, .toServer, of: "cut")
            _ = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "unheard"), options: Self.once)
            }
            expectEqual(stage.log.count("unheard"), 0)

            stage.host.setPartitioned(false, .toServer, of: "cut")
            let said2 = try await echo.send(Echo.Say(text: "healed")).text
            expectEqual(said2, "healed")
            #expect(stage.host.faultCounts.cutOff > 1)
            cut.close()
            whole.close()
        }
    }

    @Test func `a client has faults of its own until everybody has others`() async throws {
        try await TestRuntime.simulation.run { stage in
            let poor = InProcessClient(stage.host, name: "poor")
            let echo = RPCClient<Echo>(poor.channel)
            stage.host.setFaults(InProcessFaults(loss: 1), of: "poor")
            _ = await #expect(throws: RPCError.self) {
                try await echo.send(Echo.Say(text: "lost"), options: Self.once)
            }
            let said3 = try await stage.echo.send(Echo.Say(text: "fine")).text
            expectEqual(said3, "fine")
            #expect(stage.host.faultCounts.lost > 0)

            stage.host.setFaults(InProcessFaults(duplication: 1, longestDelay: .milliseconds(1)))
            let said4 = try await echo.send(Echo.Say(text: "twice")).text
            expectEqual(said4, "twice")
            expectEqual(stage.log.count("twice"), 1, "what came twice is executed once")
            #expect(stage.host.faultCounts.doubled > 0 && stage.host.faultCounts.delayed > 0)
            poor.close()
        }
    }
}
