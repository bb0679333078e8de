import RPC
import RPCZeroMQ
import Testing
import ZeroMQ

/// What a server that the network can reach bears, while others call it.
@Suite(.timeLimit(.minutes(10)))
struct HostileNetworkTests {
    /// Calls go on through all of it, and not one fails.
    @Test func `calls go on while strangers knock`() async throws {
        try await ZeroMQFixture.with { fixture in
            let client = try CurveKeyPair.generate()
            let secured = try await SecuredServer.start(in: fixture, clients: [client])
            let (channel, events) = try await secured.channel(of: client)
            _ = try await channel.lookupWhenReady("before")
            let callers = LoadGenerator(4, over: channel)
            for knock in try knocks() {
                let strangers = try (0..<40).map { _ in try RawTCPClient(to: secured.address) }
                for stranger in strangers { stranger.send(knock) }
                await callers.progress(5)
                // A handshake that goes nowhere ends: at once where it is wrong, else when its time is over.
                for stranger in strangers { await stranger.waitUntilDisconnected() }
            }
            let idle = try (0..<200).map { _ in try RawTCPClient(to: secured.address) }
            await callers.progress(5)
            #expect(try await secured.channel(of: client).0.lookupWhenReady("beside them") == "beside them")
            for stranger in idle { await stranger.waitUntilDisconnected() }
            await callers.stop()
            #expect(callers.failures.isEmpty)
            #expect(callers.count >= 4 * 5 * 7)
            #expect(events.all == [.connected])
            let statistics = try await secured.server.transport.statistics()
            #expect(statistics.peers <= 2 && statistics.framesOfRefusedPeers == 0)
            await secured.server.close()
        }
    }

    /// Those that are there are not asked whether they still are whenever a peer connects and goes.
    @Test func `no call is searched when unknown peers leave`() async throws {
        try await ZeroMQFixture.with { fixture in
            let client = try CurveKeyPair.generate()
            let secured = try await SecuredServer.start(in: fixture, clients: [client])
            let (channel, _) = try await secured.channel(of: client)
            _ = try await channel.lookupWhenReady("before")
            let transport = secured.server.transport
            let greeting = RawTCPClient.greeting("CURVE")
            for knock in [[], Array(greeting.prefix(11)), greeting, RawTCPClient.greeting("NULL")] {
                for _ in 0..<10 {
                    let stranger = try RawTCPClient(to: secured.address)
                    stranger.send(knock)
                }
            }
            while try await transport.statistics().handshakesFailed < 40 {}
            #expect(try await transport.statistics().connectionsBroken == 0)
            #expect(try await channel.lookup("beside them") == "beside them")
            await channel.close()
            while try await transport.statistics().peers > 0 {}
            // The next that breaks is looked for.
            while try await transport.statistics().connectionsBroken == 0 {}
            let statistics = try await transport.statistics()
            #expect(statistics.handshakesFailed == 40 && statistics.connectionsBroken == 1)
            await secured.server.close()
        }
    }

    private func knocks() throws -> [[UInt8]] {
        let curve = RawTCPClient.greeting("CURVE")
        let seed = SystemRuntime.shared.random()
        print("seed \(seed)")
        var numbers = SplitMix64(seed: seed)
        let noise = (0..<4_096).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        return [
            noise, Array(curve.prefix(11)), curve, RawTCPClient.greeting("NULL") + RawTCPClient.ready,
            RawTCPClient.greeting("PLAIN"), curve + RawTCPClient.frame(bytes: 1 << 62, isCommand: true),
            // A hello as long as a right one, of which nothing is true.
            curve + [4, 200, 5] + Array("HELLO".utf8) + noise.prefix(194),
        ]
    }

    /// Who has a key that is not on the list, or takes the server for another, waits and calls nothing; others do.
    @Test func `wrong keys are refused and called so`() async throws {
        try await ZeroMQFixture.with { fixture in
            let (known, stranger) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
            let secured = try await SecuredServer.start(in: fixture, clients: [known])
            let (unlisted, unlistedEvents) = try await secured.channel(of: stranger)
            let (misled, misledEvents) = try await secured.channel(of: known, expecting: [stranger, known])
            let reasons = ["it does not allow this client's key", "it has none of the keys that are expected of it"]
            for ((channel, events), reason) in zip([(unlisted, unlistedEvents), (misled, misledEvents)], reasons) {
                guard case .refused = await events.next() else {
                    Issue.record("expected a refusal, got \(events.all)")
                    return
                }
                let error = await #expect(throws: RPCError.self) { try await channel.lookup("out") }
                #expect(error?.executed == .no)
                #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
            }
            #expect(try await secured.channel(of: known).0.lookupWhenReady("in") == "in")
            // The misled one never came as far as to show its key.
            let refusal = await fixture.serverEvents.first { if case .loginRefused = $0 { true } else { false } }
            #expect(refusal == .loginRefused(stranger.publicKey, address: "127.0.0.1"))
            #expect(try await secured.server.transport.statistics().loginsRefused > 0)
            await secured.server.close()
        }
    }

    /// libzmq cuts who announces a longer frame than the server takes, before any of it is there.
    @Test func `frame that is too long ends the connection`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve(ZeroMQBinding(.tcp(host: "127.0.0.1", port: 0)))
            let channel = try await fixture.channel(to: server.endpoint)
            _ = try await channel.lookupWhenReady("before")
            let hello = RawTCPClient.greeting("NULL") + RawTCPClient.ready
            let longest = UInt64(RPCLimits().frameBytes) * 2
            let (long, longer) = (try RawTCPClient(to: server.endpoint), try RawTCPClient(to: server.endpoint))
            long.send(hello + RawTCPClient.frame(bytes: longest) + Array(repeating: 0, count: Int(longest)))
            longer.send(hello + RawTCPClient.frame(bytes: longest + 1))
            await longer.waitUntilDisconnected()
            // The other is no more than rude: it hears goodbye, as it broke the protocol.
            #expect(await fixture.serverEvents.first { if case .peerViolated = $0 { true } else { false } } != nil)
            #expect(try await channel.lookup("after") == "after")
            await server.close()
        }
    }
}
