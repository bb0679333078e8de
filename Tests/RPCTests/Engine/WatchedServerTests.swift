import RPCInProcess
import Testing

@testable import RPC

/// What only shows between two turns of the loop, and after somebody has left.
@Suite struct WatchedServerTests {
    @Test func `a call that nobody has begun waits, and one that is told to end stops`() async throws {
        try await World.simulation.run { stage in
            let server = try BareServer(runtime: stage.runtime)
            // In one turn of the loop: no handler has begun.
            let told = await server.on { engine in
                engine.receive(from: 7) { frames in
                    frames.hello()
                    frames.open(1, Echo.Hold(name: "a"), of: engine)
                    frames.open(2, Echo.Hold(name: "b"), of: engine)
                    frames.cancel(2)
                }
                return (try? engine.callsAnswer(limit: nil), engine.peersAnswer)
            }
            #expect(told.0?.calls.map(\.phase) == ["queued", "stopping"])
            #expect(told.1.peers.map(\.openCalls) == [1])
            #expect(told.1.peers.map(\.givenUpCalls) == [1])
            #expect(told.1.peers.map(\.name) == ["bare"])
            #expect(told.1.peers.map(\.isOnThisHost) == [false])
        }
    }

    @Test func `what is said again is no change`() async throws {
        try await World.simulation.run { stage in
            let health = try #require(stage.host.engine).server.health
            var items = try await stage.system.stream(Sys.WatchHealth()).makeAsyncIterator()
            #expect(try await items.next()?.state == "serving")
            for state in [HealthRegistry.State.degraded, .degraded, .serving, .notServing] {
                health.set("shard", state, reason: "why")
                try await stage.runtime.sleep(for: .milliseconds(10))
            }
            var told: [String] = []
            while told.last != "not-serving", let item = try await items.next() { told.append(item.state) }
            #expect(told == ["degraded", "serving", "not-serving"])
        }
    }

    @Test func `who has left watches no more`() async throws {
        try await World.simulation.run { stage in
            let health = try #require(stage.host.engine).server.health
            var items: RPCItems<Sys.Health>? = try await stage.system.stream(Sys.WatchHealth())
            var iterator = items?.makeAsyncIterator()
            #expect(try await iterator?.next()?.state == "serving")
            #expect(health.watchers == 1)
            (items, iterator) = (nil, nil)
            try await stage.runtime.sleep(for: .seconds(1))
            #expect(health.watchers == 0)
        }
    }
}
