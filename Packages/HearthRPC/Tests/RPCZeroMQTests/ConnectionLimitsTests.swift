import Foundation
import RPC
import RPCZeroMQ
import Testing
import ZeroMQ

/// A server whose connections run out, over both kinds of sockets.
@Suite(.timeLimit(.minutes(10)))
struct ConnectionLimitsTests {
    private static func limits(_ connections: Int) -> RPCLimits {
        var limits = RPCLimits()
        limits.connections = connections
        // All clients of a test are one process.
        limits.connectionShare = 1
        return limits
    }

    private static func bindings(_ fixture: ZeroMQFixture) -> [ZeroMQBinding] {
        [ZeroMQBinding(fixture.ipc), ZeroMQBinding(.tcp(host: "127.0.0.1", port: 0))]
    }

    /// Silent ones: plain connections that never speak ZMTP, which libzmq cuts off by itself after a while.
    @Test func `silent connections keep no client out, and are never more than the limit`() async throws {
        try await ZeroMQFixture.with { fixture in
            for binding in Self.bindings(fixture) {
                let server = try await fixture.serve(binding, limits: Self.limits(40))
                let strangers = IdleConnections(at: server.endpoint)
                for _ in 1...5 {
                    strangers.connect(count: 40)
                    while try await server.transport.statistics().connections < 10 {}
                    #expect(try await fixture.channel(to: server.endpoint).lookupWhenReady("beside") == "beside")
                }
                let statistics = try await server.transport.statistics()
                // Those that were told goodbye are open for a moment longer.
                #expect(statistics.connections <= 40 + 2)
                #expect(statistics.connectionsEvicted > 0)
                await server.close()
            }
        }
    }

    @Test func `clients that only say hello keep no other client out`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve(limits: Self.limits(20))
            let node = try ZeroMQNode.start(name: "crowd")
            var crowd: [RawClient] = []
            for _ in 1...60 {
                let client = try await RawClient.connect(to: fixture.ipc, on: node.loop)
                try await client.send(RawClient.ping)
                crowd.append(client)
            }
            #expect(try await fixture.channel().lookupWhenReady("in") == "in")
            let event = await fixture.serverEvents.first { if case .tooManyPeers = $0 { true } else { false } }
            #expect(event == .tooManyPeers(limit: 20))
            #expect(try await server.transport.statistics().connections <= 20 + 1)
            await node.shutDown()
            await server.close()
            _ = crowd.count
        }
    }

    /// More clients than places, each of which calls now and then: they are evicted and come back, and no call fails.
    @Test func `clients that are evicted while idle come back without a failed call`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve(limits: Self.limits(10))
            var channels: [ZeroMQChannel] = []
            for _ in 1...14 { channels.append(try await fixture.channel()) }
            for round in 1...6 {
                for channel in channels {
                    let text = "round \(round)"
                    let options = CallOptions(timeout: .seconds(300), waitForReady: true)
                    let response = try await channel.library.send(LookupService.Lookup(text: text), options: options)
                    #expect(response.text == text)
                }
            }
            #expect(try await server.transport.statistics().connectionsEvicted > 0)
            await server.close()
        }
    }

    @Test func `a call that runs keeps its connection, however many knock`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve(limits: Self.limits(10))
            let channel = try await fixture.channel()
            _ = try await channel.lookupWhenReady("before")
            let options = CallOptions(timeout: .seconds(300))
            async let held = channel.library.send(LookupService.Hold(name: "long"), options: options)
            await fixture.handlerLog.when("held long")
            let strangers = IdleConnections(at: server.endpoint)
            for _ in 1...5 {
                strangers.connect(count: 20)
                _ = try await fixture.channel().lookupWhenReady("beside")
            }
            fixture.handlerLog.note("released long")
            _ = try await held
            await server.close()
        }
    }
}
