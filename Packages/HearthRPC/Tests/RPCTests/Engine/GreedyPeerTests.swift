import RPCInProcess
import Testing

@testable import RPC

/// How little a peer can make a server's engine keep for it.
@Suite struct GreedyPeerTests {
    /// The caller grants a stream more items than it can have, and its connection hardly any bytes.
    @Test func `a stream is not written ahead of its sending, and goes on as it is sent`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            let connectionWindow: UInt64 = 4_096
            await server.receive(from: 7) { [engine = server.engine] frames in
                frames.hello(connectionWindow: connectionWindow, items: .max)
                let text = String(repeating: "x", count: 1_000)
                frames.open(1, Echo.Repeat(text: text, times: 2_000), of: engine)
            }
            try await fixture.runtime.sleep(for: .seconds(1))
            let written = server.log.count("repeated")
            #expect(written * 1_000 <= RPCLimits().streamItemBytes + 2 * Int(connectionWindow))
            var items = 0
            for _ in 1...2_000 where items < 2_000 {
                items += await server.on { engine in
                    // A caller that grants more than it was sent gets no more than fits its window.
                    engine.receive(from: 7) { $0.appendCredit(call: 0, Credit(bytes: .max)) }
                    return engine.takeMessages(for: 7).count { $0.kind == .item }
                }
                try await fixture.runtime.sleep(for: .milliseconds(1))
            }
            #expect(items == 2_000)
        }
    }

    @Test func `streams that waited for the connection go on in the order of their calls`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            let text = String(repeating: "x", count: 1_000)
            await server.receive(from: 7) { [engine = server.engine] frames in
                frames.hello(connectionWindow: 1_100)
                for call in 1...12 { frames.open(UInt64(call), Echo.Repeat(text: text, times: 1), of: engine) }
            }
            try await fixture.runtime.sleep(for: .seconds(1))
            var calls: [UInt64] = []
            for _ in 1...12 {
                calls += await server.on { engine in
                    let sent = engine.takeMessages(for: 7).filter { $0.kind == .item }.map(\.call)
                    engine.receive(from: 7) { $0.appendCredit(call: 0, Credit(bytes: 1_100)) }
                    return sent
                }
            }
            // Which one was not too late for the first room is the handlers' business.
            #expect(Set(calls) == Set(1...12))
            #expect(calls.dropFirst() == calls.dropFirst().sorted()[...])
        }
    }

    @Test func `requests that arrive in pieces have the places that calls leave, and give them back`() async throws {
        try await TestRuntime.simulation.run { fixture in
            var limits = RPCLimits()
            limits.openCalls = 10
            let server = try BareServer(runtime: fixture.runtime, limits: limits)
            #expect(await refused(by: server, of: 6, from: 1) == 0)
            #expect(await refused(by: server, of: 6, from: 2) == 2)
            await server.receive(from: 2) { frames in for id in 1...6 { frames.cancel(UInt64(id)) } }
            #expect(await refused(by: server, of: 6, from: 3) == 2)
            await server.on { $0.lost(1) }
            #expect(await refused(by: server, of: 6, from: 4) == 0)
            #expect(await refused(by: server, of: 1, from: 5) == 1)
        }
    }

    /// What a client gave up is ended for it, whatever its handlers do: it has its places, but not any number of them.
    @Test func `calls that were given up leave their client its places, once over`() async throws {
        try await TestRuntime.simulation.run { fixture in
            var limits = RPCLimits()
            limits.openCallsPerConnection = 4
            let server = try BareServer(runtime: fixture.runtime, limits: limits)
            // In one turn of the loop: no handler has ended, nor even begun.
            let (completed, refusals) = await server.on { engine in
                engine.receive(from: 7) { frames in
                    frames.hello()
                    for call in UInt64(1)...16 {
                        frames.open(call, Echo.Hold(name: "a"), of: engine)
                        if call <= 8 { frames.cancel(call) }
                    }
                }
                return (engine.takeCompleted(for: 7), engine.overloads[.connectionCalls])
            }
            // Eight were given up, as many as may be open and as many again; they run.
            #expect(completed == [UInt64](9...16))
            #expect(refusals == 8)
            try await fixture.runtime.sleep(for: .seconds(1))
            let taken = await server.on { engine in
                engine.receive(from: 7) { frames in
                    for call in UInt64(17)...21 { frames.open(call, Echo.Hold(name: "b"), of: engine) }
                }
                return engine.limiter.taken
            }
            #expect(taken == 4)
            await server.on { $0.lost(7) }
            try await fixture.runtime.sleep(for: .seconds(1))
            #expect(await server.on { $0.limiter.taken } == 0)
        }
    }

    @Test func `a connection that opens too many calls a second is told so, and no other`() async throws {
        try await TestRuntime.simulation.run { fixture in
            var limits = RPCLimits()
            limits.callsPerSecond = 50
            let server = try BareServer(runtime: fixture.runtime, limits: limits)
            /// Opens calls in one frame; which of them were answered, and which of these refused.
            func open(
                _ calls: ClosedRange<UInt64>, from peer: PeerID
            ) async throws -> (completed: Int, refused: [UInt64: RPCError]) {
                await server.receive(from: peer) { [engine = server.engine] frames in
                    frames.hello()
                    for call in calls { frames.open(call, Echo.Say(text: "a"), of: engine) }
                }
                try await fixture.runtime.sleep(for: .milliseconds(1))
                let statuses = try await server.on { engine in Result { try engine.takeStatuses(for: peer) } }.get()
                return (statuses.count, statuses.compactMapValues { $0 })
            }
            let flood = try await open(1...30, from: 7)
            #expect(flood.completed == 30)
            #expect(flood.refused.keys.sorted() == [UInt64](6...30))
            let error = try #require(flood.refused[30])
            #expect(error.code == .resourceExhausted && error.executed == .no)
            #expect(error.retryAfter == .milliseconds(100))
            let other = try await open(1...5, from: 8)
            #expect(other.completed == 5 && other.refused.isEmpty)
            #expect(await server.on { $0.overloads[.connectionRate] } == 25)
            // After the time that it was told there is room again, for as many at once.
            try await fixture.runtime.sleep(for: .milliseconds(100))
            #expect(try await open(31...40, from: 7).refused.keys.sorted() == [UInt64](36...40))
        }
    }

    /// How many of so many requests that begin to arrive from a new peer are answered at once.
    private func refused(by server: BareServer, of count: UInt64, from peer: PeerID) async -> Int {
        await server.receive(from: peer) { [engine = server.engine] frames in
            frames.hello()
            for id in 1...count { frames.open(id, Echo.Say(text: "a"), of: engine, flags: .more) }
        }
        return await server.on { $0.takeCompleted(for: peer).count }
    }
}
