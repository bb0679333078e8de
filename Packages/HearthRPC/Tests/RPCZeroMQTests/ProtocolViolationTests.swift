import RPC
import RPCZeroMQ
import Testing
import ZeroMQ

/// What a server does with clients that do not keep the rules.
@Suite(.timeLimit(.minutes(10)))
struct ProtocolViolationTests {
    /// A prefix of version 1 with kind 1 (hello) and a header that is longer than the message.
    private static let garbage: [UInt8] =
        [17, 0, 0, 0, 1, 1, 0, 0] + Array(repeating: 0, count: 8) + [255, 255, 0, 0, 0xA0]

    @Test func `peer that breaks the protocol is sent away and others stay`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let channel = try await fixture.channel()
            _ = try await channel.lookupWhenReady("before")
            let rude = try await RawClient.connect(to: fixture.ipc, on: fixture.clients.loop)
            try await rude.send(ProtocolViolationTests.garbage)
            let response = await rude.next()
            #expect(response == ServerEngine.goodbyeFrame)
            // Whatever it says now, it hears the same.
            try await rude.send([1, 2, 3])
            #expect(await rude.next() == ServerEngine.goodbyeFrame)
            let event = await fixture.serverEvents.first { if case .peerViolated = $0 { true } else { false } }
            #expect(event != nil)
            #expect(try await channel.lookup("after") == "after")
            let statistics = try await server.transport.statistics()
            #expect(statistics.violatingPeersDropped == 1)
            await server.close()
        }
    }

    @Test func `message of several frames is counted and ignored`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let rude = try await RawClient.connect(to: fixture.ipc, on: fixture.clients.loop)
            try await rude.send(frames: [[1], [2], [3]])
            while try await server.transport.statistics().malformedMessages == 0 {}
            #expect(try await fixture.channel().lookupWhenReady("after") == "after")
            await server.close()
        }
    }

    /// The socket is still there, and what speaks over it now is a new peer.
    @Test func `peer that speaks after its goodbye is heard`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let rude = try await RawClient.connect(to: fixture.ipc, on: fixture.clients.loop)
            try await rude.send(RawClient.ping)
            #expect(await rude.next() != nil)
            try await rude.send(ServerEngine.goodbyeFrame)
            // What comes in the same turn as the goodbye is not heard.
            let pings = SystemRuntime.shared.spawn {
                while !Task.isCancelled { try? await rude.send(RawClient.ping) }
            }
            #expect(await rude.next() != nil)
            pings.cancel()
            await pings.value
            let statistics = try await server.transport.statistics()
            #expect(statistics.peers == 1)
            #expect(statistics.violatingPeersDropped == 0)
            await server.close()
        }
    }

    /// A client asks and asks and never reads: it is given up, and the others do not notice.
    @Test func `peer that takes nothing is given up`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let rude = try await RawClient.connect(to: fixture.ipc, on: fixture.clients.loop, reads: false)
            let flood = SystemRuntime.shared.spawn {
                while !Task.isCancelled { try? await rude.send(RawClient.ping) }
            }
            let channel = try await fixture.channel()
            _ = try await channel.lookupWhenReady("before")
            let event = await fixture.serverEvents.first { $0 == .peerTooSlow }
            #expect(event != nil)
            flood.cancel()
            await flood.value
            #expect(try await channel.lookup("after") == "after")
            #expect(try await server.transport.statistics().slowPeersDropped == 1)
            await server.close()
        }
    }
}
