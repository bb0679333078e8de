import RPC
import RPCZeroMQ
import Testing
import ZeroMQ

/// Keys that change while calls go on, over real tcp sockets.
@Suite(.timeLimit(.minutes(10)))
struct RotationTests {
    @Test func `no call fails while the keys of both sides change`() async throws {
        try await ZeroMQFixture.with { fixture in
            let (old, new) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
            let secured = try await SecuredServer.start(in: fixture, clients: [old])
            let (first, _) = try await secured.channel(of: old)
            _ = try await first.lookupWhenReady("first")
            let callers = LoadGenerator(8, over: first)
            await callers.progress()

            // The client's: the new key beside the old one, switch, take the old one away.
            try await secured.allow([old, new])
            await callers.progress()
            let (second, secondEvents) = try await secured.channel(of: new)
            _ = try await second.lookupWhenReady("second")
            callers.use(second)
            await callers.progress()
            try await secured.allow([new])
            await callers.progress()

            // The server's: connections that exist go on, further ones know both keys, whichever is tried first.
            let next = try CurveKeyPair.generate()
            try await secured.server.transport.setKeys(next)
            await callers.progress()
            #expect(try await secured.server.transport.statistics().listeners == 2)
            for expected in [[secured.keys, next], [next, secured.keys], [next]] {
                let (channel, events) = try await secured.channel(of: new, expecting: expected)
                #expect(try await channel.lookup("at once") == "at once")
                #expect(await events.next() == .connected)
                await channel.close()
            }
            let (third, _) = try await secured.channel(of: new, expecting: [secured.keys, next])
            callers.use(third)
            await callers.progress()
            await callers.stop()
            #expect(secondEvents.all == [.connected])
            #expect(callers.failures.isEmpty)
            #expect(callers.count >= 8 * 20 * 6)
            await secured.server.close()
        }
    }

    @Test func `key that was replaced opens no further connection`() async throws {
        try await ZeroMQFixture.with { fixture in
            let client = try CurveKeyPair.generate()
            let secured = try await SecuredServer.start(in: fixture, clients: [client])
            let (before, _) = try await secured.channel(of: client)
            _ = try await before.lookupWhenReady("before")
            let second = try CurveKeyPair.generate()
            try await secured.server.transport.setKeys(second)
            let (late, _) = try await secured.channel(of: client)
            let error = await #expect(throws: RPCError.self) { try await late.lookup("late") }
            #expect(error?.executed == .no)
            #expect(try await before.lookup("goes on") == "goes on")
            await secured.server.close()
        }
    }

    /// The kernel can tell two generations apart, so the third ends the first; its clients come back by the key they know.
    @Test func `second rotation ends connections of the keys before the last`() async throws {
        try await ZeroMQFixture.with { fixture in
            let client = try CurveKeyPair.generate()
            let (second, third) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
            let secured = try await SecuredServer.start(in: fixture, clients: [client])
            let (channel, events) = try await secured.channel(of: client, expecting: [secured.keys, second, third])
            _ = try await channel.lookupWhenReady("first key")
            #expect(await events.next() == .connected)
            try await secured.server.transport.setKeys(second)
            #expect(try await channel.lookup("first key still") == "first key still")
            try await secured.server.transport.setKeys(third)
            guard case .disconnected = await events.next() else {
                Issue.record("expected the connection to end")
                return
            }
            #expect(try await channel.lookupWhenReady("third key") == "third key")
            #expect(await events.next() == .connected)
            #expect(try await secured.server.transport.statistics().listeners == 2)
            await secured.server.close()
        }
    }

    /// When everybody has gone over, the old socket goes, too.
    @Test func `listener without clients is closed`() async throws {
        try await ZeroMQFixture.with { fixture in
            let client = try CurveKeyPair.generate()
            let secured = try await SecuredServer.start(in: fixture, clients: [client])
            let next = try CurveKeyPair.generate()
            try await secured.server.transport.setKeys(next)
            while try await secured.server.transport.statistics().listeners > 1 {}
            let (channel, _) = try await secured.channel(of: client, expecting: [next])
            #expect(try await channel.lookupWhenReady("new") == "new")
            await secured.server.close()
        }
    }

    @Test func `removed client is cut off and refused and others stay`() async throws {
        try await ZeroMQFixture.with { fixture in
            let (removed, stays) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
            let secured = try await SecuredServer.start(in: fixture, clients: [removed, stays])
            let (channel, events) = try await secured.channel(of: removed)
            let (other, otherEvents) = try await secured.channel(of: stays)
            _ = try await (channel.lookupWhenReady("in"), other.lookupWhenReady("in"))
            async let held = Self.failure { _ = try await channel.library.send(LookupService.Hold(name: "cut")) }
            await fixture.handlerLog.when("held cut")
            try await secured.allow([stays])
            // The call that it had running is cancelled, and it hears of it by its connection's end.
            await fixture.handlerLog.when("cancelled cut")
            #expect(await held?.executed == .maybe)
            #expect(await events.next() == .connected)
            guard case .disconnected = await events.next(), case .refused = await events.next() else {
                Issue.record("expected an end and a refusal, got \(events.all)")
                return
            }
            #expect(try await secured.server.transport.statistics().removedClientsDropped == 1)
            #expect(try await other.lookup("stays") == "stays")
            #expect(otherEvents.all == [.connected])
            await secured.server.close()
        }
    }

    private static func failure(_ body: () async throws -> Void) async -> RPCError? {
        do { try await body() } catch { return error as? RPCError }
        return nil
    }

    /// Who has logged in and not said a word when it is removed is not heard.
    @Test func `removed client that was silent is not heard`() async throws {
        try await ZeroMQFixture.with { fixture in
            let client = try CurveKeyPair.generate()
            let secured = try await SecuredServer.start(in: fixture, clients: [client])
            let silent = try await RawClient.connect(
                to: secured.address, on: fixture.clients.loop,
                security: .curveClient(keys: client, server: secured.keys.publicKey))
            try await silent.waitUntilConnected()
            try await secured.allow([])
            try await silent.send(RawClient.ping)
            while try await secured.server.transport.statistics().framesOfRefusedPeers == 0 {}
            #expect(try await secured.server.transport.statistics().peers == 0)
            await secured.server.close()
        }
    }

    @Test func `keys are for tcp alone`() async throws {
        let keys = try CurveKeyPair.generate()
        try await ZeroMQFixture.with { fixture in
            for (endpoint, security) in [
                (fixture.ipc, ZeroMQClientSecurity(keys: keys, servers: [keys.publicKey])),
                (ZeroMQEndpoint.tcp(host: "192.168.1.2", port: 1), nil),
                (ZeroMQEndpoint.tcp(host: "127.0.0.1", port: 1), ZeroMQClientSecurity(keys: keys, servers: [])),
            ] {
                await #expect(throws: ZeroMQTransportError.self) {
                    try await fixture.channel(to: endpoint, security: security)
                }
            }
        }
    }
}
