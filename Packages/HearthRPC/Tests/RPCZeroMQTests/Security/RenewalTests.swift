import RPC
import RPCZeroMQ
import Synchronization
import Testing
import ZeroMQ

/// A client whose keys change while its channel is there.
@Suite(.timeLimit(.minutes(10)))
struct RenewalTests {
    /// A busy machine is no reason for an answer not to come.
    private static let patience = Duration.seconds(300)

    @Test func `channel connects again with the keys of that moment`() async throws {
        try await ZeroMQFixture.with { fixture in
            let (old, new) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
            let secured = try await SecuredServer.start(in: fixture, clients: [old])
            let known = Known(keys: old, servers: [secured.keys.publicKey])
            let (channel, events) = try await known.channel(to: secured)
            _ = try await channel.lookupWhenReady("first keys")
            #expect(await events.next() == .connected)

            // Hung up on, it comes back at once with the key that is on the list now.
            known.set(keys: new, servers: [secured.keys.publicKey])
            try await secured.allow([new])
            guard case .disconnected = await events.next(), await events.next() == .connected else {
                Issue.record("expected an end and a connection, got \(events.all)")
                return
            }
            #expect(try await channel.lookup("second client key", timeout: Self.patience) == "second client key")

            // The second change of the server's key ends connections of the first.
            let (second, third) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
            known.set(keys: new, servers: [third.publicKey])
            try await secured.server.transport.setKeys(second)
            #expect(try await channel.lookup("goes on", timeout: Self.patience) == "goes on")
            try await secured.server.transport.setKeys(third)
            while await events.next() != .connected {}
            #expect(try await channel.lookup("third server key", timeout: Self.patience) == "third server key")
            await secured.server.close()
        }
    }

    /// libzmq itself tries again when a handshake breaks, and would go on with the key that it has.
    @Test func `channel that expects a wrong key learns of the right one`() async throws {
        try await ZeroMQFixture.with { fixture in
            let client = try CurveKeyPair.generate()
            let secured = try await SecuredServer.start(in: fixture, clients: [client])
            let wrong = try CurveKeyPair.generate().publicKey
            let requested = Atomic(0)
            let security = ZeroMQClientSecurity(keys: client, servers: [wrong]) {
                let isLate = requested.add(1, ordering: .relaxed).newValue > 3
                return ZeroMQClientSecurity(keys: client, servers: isLate ? [secured.keys.publicKey] : [wrong])
            }
            let channel = try await fixture.channel(to: secured.address, security: security)
            #expect(try await channel.lookupWhenReady("at last") == "at last")
            await secured.server.close()
        }
    }

    /// What a client knows, which changes.
    private final class Known: Sendable {
        private let security: Mutex<ZeroMQClientSecurity>

        init(keys: CurveKeyPair, servers: [CurvePublicKey]) {
            security = Mutex(ZeroMQClientSecurity(keys: keys, servers: servers))
        }

        func set(keys: CurveKeyPair, servers: [CurvePublicKey]) {
            security.withLock { $0 = ZeroMQClientSecurity(keys: keys, servers: servers) }
        }

        func channel(to secured: SecuredServer) async throws -> (ZeroMQChannel, ChannelEvents) {
            let events = ChannelEvents()
            var first = security.withLock { $0 }
            first.renewal = { self.security.withLock { $0 } }
            let channel = try await secured.fixture.channel(to: secured.address, security: first) { events.note($0) }
            return (channel, events)
        }
    }
}
