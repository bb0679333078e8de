import RPCInProcess
import Testing

@testable import RPC
@testable import RPCDiagnostics

/// What only shows between two turns of the loop, and after a peer has left.
@Suite struct WatchedServerTests {
    @Test func `a call that is not started is queued, and a cancelled one is stopping`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            // In one turn of the loop: no handler has begun.
            let reported = await server.on { engine in
                engine.receive(from: 7) { frames in
                    frames.hello()
                    frames.open(1, Echo.Hold(name: "a"), of: engine)
                    frames.open(2, Echo.Hold(name: "b"), of: engine)
                    frames.cancel(2)
                }
                return (try? engine.callsResponse(limit: nil), engine.peersResponse)
            }
            #expect(reported.0?.calls.map(\.phase) == ["queued", "stopping"])
            #expect(reported.1.peers.map(\.openCalls) == [1])
            #expect(reported.1.peers.map(\.givenUpCalls) == [1])
            #expect(reported.1.peers.map(\.name) == ["bare"])
            #expect(reported.1.peers.map(\.isOnThisHost) == [false])
        }
    }

    @Test func `a handler that has ended does not wait again`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            let job = await server.on { engine in
                engine.receive(from: 7) { frames in
                    frames.hello()
                    frames.open(1, Echo.Hold(name: "a"), of: engine)
                }
                return engine.running.values.first
            }
            await server.log.waitUntilBegun("a")
            #expect(job?.phase == .running)
            server.log.release("a")
            while await server.on({ !$0.running.isEmpty }) {}
            #expect(job?.phase == .running)
        }
    }

    /// Any peer that can connect can say hello, and what it said is told with each of its calls.
    @Test func `of a hello only as much is kept as is worth telling`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            let reported = await server.on { engine in
                engine.receive(from: 7) { frames in
                    frames.hello(
                        versions: [UInt8](repeating: 1, count: 20_000), instance: [UInt8](repeating: 7, count: 20_000),
                        name: "a" + String(repeating: "\u{e9}", count: 10_000))
                    frames.open(1, Echo.Hold(name: "a"), of: engine)
                }
                return (try? engine.callsResponse(limit: nil), engine.peersResponse)
            }
            let name = "a" + String(repeating: "\u{e9}", count: 99)
            #expect(reported.1.peers.map(\.name) == [name])
            #expect(reported.1.peers.map(\.instance) == [String(repeating: "07", count: 16)])
            #expect(reported.1.peers.map(\.versions) == [[UInt32](repeating: 1, count: 16)])
            #expect(reported.0?.calls.map(\.peer) == [name])
        }
    }

    @Test func `what is said again is no change`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let health = try #require(fixture.host.engine).server.health
            var items = try await fixture.system.stream(Sys.WatchHealth()).makeAsyncIterator()
            #expect(try await items.next()?.state == "serving")
            for state in [HealthRegistry.State.degraded, .degraded, .serving, .notServing] {
                health.set("shard", state, reason: "why")
                try await fixture.runtime.sleep(for: .milliseconds(10))
            }
            var reported: [String] = []
            while reported.last != "not-serving", let item = try await items.next() { reported.append(item.state) }
            #expect(reported == ["degraded", "serving", "not-serving"])
        }
    }

    @Test func `who has left watches no more`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let health = try #require(fixture.host.engine).server.health
            var items: RPCItems<Sys.Health>? = try await fixture.system.stream(Sys.WatchHealth())
            var iterator = items?.makeAsyncIterator()
            #expect(try await iterator?.next()?.state == "serving")
            #expect(health.watchers == 1)
            (items, iterator) = (nil, nil)
            try await fixture.runtime.sleep(for: .seconds(1))
            #expect(health.watchers == 0)
        }
    }
}
