import RPCInProcess
import Testing

@testable import RPC

/// What a server's engine does with peers that leave, are lost, or are dropped.
@Suite struct LeavingPeerTests {
    @Test func `nothing is heard after a goodbye`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            await server.receive(from: 7) { [engine = server.engine] frames in
                frames.hello()
                frames.goodbye()
                for call in 1...20 { frames.open(UInt64(call), Echo.Hold(name: "late"), of: engine) }
            }
            try await fixture.runtime.sleep(for: .seconds(1))
            #expect(await server.on { $0.running.count } == 0)
            #expect(server.log.count("late") == 0)
        }
    }

    /// A hundred answers that are too much for such small windows, and then a call.
    @Test func `nothing begins that came behind what a peer was dropped for`() async throws {
        try await TestRuntime.simulation.run { fixture in
            var limits = RPCLimits()
            limits.connectionWindowBytes = 1_000
            let server = try BareServer(runtime: fixture.runtime, limits: limits)
            await server.receive(from: 7) { [engine = server.engine] frames in
                frames.hello()
                for call in 1...110 { frames.open(UInt64(call), Echo.SayInline(text: "a"), of: engine) }
                frames.open(111, Echo.Hold(name: "late"), of: engine)
            }
            try await fixture.runtime.sleep(for: .seconds(1))
            let dropped = await server.on { $0.takeDroppedPeers() }
            #expect(dropped.map(\.0) == [7])
            #expect(dropped.first?.1.reason.contains("; sent by \"") == true)
            #expect(await server.on { $0.running.count } == 0)
            #expect(server.log.count("late") == 0)
        }
    }

    @Test func `a peer's number is not used again until the transport has given it up`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            await server.receive(from: 7) { [engine = server.engine] frames in
                frames.hello()
                frames.open(1, Echo.Hold(name: "first"), of: engine)
            }
            await server.log.waitUntilBegun("first")
            // In one turn of the loop: the first call has been cancelled and has not ended.
            await server.on { engine in
                engine.receive(from: 7) { $0.goodbye() }
                engine.receive(from: 7) { frames in
                    frames.hello()
                    frames.open(1, Echo.Hold(name: "second"), of: engine)
                }
            }
            await server.log.waitUntilCancelled("first")
            try await fixture.runtime.sleep(for: .seconds(1))
            #expect(server.log.count("second") == 0)
            #expect(await server.on { $0.running.count } == 0)
            #expect(await server.on { $0.takeDepartedPeers() } == [7])
        }
    }

    /// Should a transport use a number twice after all.
    @Test func `a response goes to its own caller alone`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            await server.receive(from: 7) { [engine = server.engine] frames in
                frames.hello()
                frames.open(1, Echo.Hold(name: "first"), of: engine)
            }
            await server.log.waitUntilBegun("first")
            await server.on { engine in
                engine.receive(from: 7) { $0.goodbye() }
                _ = engine.takeDepartedPeers()
                engine.receive(from: 7) { frames in
                    frames.hello()
                    frames.open(1, Echo.Hold(name: "second"), of: engine)
                }
            }
            await server.log.waitUntilCancelled("first")
            try await fixture.runtime.sleep(for: .seconds(1))
            #expect(await server.on { $0.running.count } == 1)
            #expect(await server.on { $0.takeCompleted(for: 7) } == [])
            server.log.release("second")
            try await fixture.runtime.sleep(for: .seconds(1))
            #expect(await server.on { $0.running.count } == 0)
            #expect(await server.on { $0.takeCompleted(for: 7) } == [1])
        }
    }

    @Test func `a drain does not wait for a peer that is gone`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            await server.receive(from: 7) { [engine = server.engine] frames in
                // No room for any answer.
                frames.hello(connectionWindow: 0)
                frames.open(1, Echo.SayInline(text: "a"), of: engine)
            }
            let begun = fixture.runtime.now
            let drain = fixture.runtime.spawn { await server.engine.drain(within: .seconds(10)) }
            try await fixture.runtime.sleep(for: .milliseconds(10))
            await server.on { $0.lost(7) }
            await drain.value
            #expect(begun.duration(to: fixture.runtime.now) < .seconds(1))
        }
    }
}
