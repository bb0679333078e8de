import Foundation
import RPC
import RPCZeroMQ
import Testing
import ZeroMQ

/// Where a server may listen, and who may come.
@Suite(.timeLimit(.minutes(10)))
struct ListeningTests {
    @Test func `second server at a path is refused by name of the first`() async throws {
        try await ZeroMQFixture.with { fixture in
            let first = try await fixture.serve()
            let channel = try await fixture.channel()
            _ = try await channel.lookupWhenReady("before")
            let error = await #expect(throws: ZeroMQTransportError.self) { try await fixture.serve() }
            #expect(error?.description.contains("process \(getpid())") == true)
            // The first is not harmed.
            #expect(try await fixture.channel().lookupWhenReady("after") == "after")
            await first.close()
        }
    }

    @Test func `path is free after a kill`() async throws {
        try await ZeroMQFixture.with { fixture in
            for _ in 0..<5 {
                let server = try await fixture.serve()
                await server.kill()
            }
        }
    }

    @Test func `directory that others can enter is refused`() async throws {
        try await ZeroMQFixture.with { fixture in
            try FileManager.default.createDirectory(atPath: fixture.path, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fixture.path)
            let error = await #expect(throws: ZeroMQTransportError.self) { try await fixture.serve() }
            #expect(error?.description == "\(fixture.path) is open to others (mode 755, needs 700)")
        }
    }

    @Test(arguments: ["tcp://0.0.0.0:0", "tcp://192.168.1.2:7000", "tcp://localhost:0", "tcp://eth0:7000"])
    func `address that others can reach needs security`(text: String) async throws {
        let endpoint = try #require(ZeroMQEndpoint(text))
        try await ZeroMQFixture.with { fixture in
            let error = await #expect(throws: ZeroMQTransportError.self) {
                try await fixture.serve(ZeroMQBinding(endpoint))
            }
            #expect(error?.description.contains("needs CURVE keys") == true)
        }
    }

    @Test func `ipc takes no keys`() async throws {
        let security = ZeroMQServerSecurity(keys: try CurveKeyPair.generate(), clients: [:])
        try await ZeroMQFixture.with { fixture in
            await #expect(throws: ZeroMQTransportError.self) {
                try await fixture.serve(ZeroMQBinding(fixture.ipc, security: security))
            }
        }
    }

    /// A client that is refused gets in by itself once it is on the list: libzmq would never try again.
    @Test func `refused client gets in when it is on the list`() async throws {
        try await ZeroMQFixture.with { fixture in
            let (ours, theirs) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
            let anywhere = ZeroMQBinding(
                .tcp(host: "0.0.0.0", port: 0), security: ZeroMQServerSecurity(keys: ours, clients: [:]))
            let server = try await fixture.serve(anywhere)
            guard case .tcp(_, let port) = server.endpoint else { throw ZeroMQTransportError.closed }
            let (events, happened) = AsyncStream.makeStream(of: ZeroMQChannelEvent.self)
            let channel = try await fixture.channel(
                to: .tcp(host: "127.0.0.1", port: port),
                security: ZeroMQClientSecurity(keys: theirs, servers: [ours.publicKey])
            ) { happened.yield($0) }
            let first = await events.first { _ in true }
            guard case .refused(let reason, let retryAfter) = first else {
                Issue.record("expected a refusal, got \(String(describing: first))")
                return
            }
            #expect(reason.contains("400"))
            #expect(retryAfter > .zero && retryAfter <= .milliseconds(100))
            let error = await #expect(throws: RPCError.self) { try await channel.lookup("out") }
            #expect(error?.executed == .no)
            try await server.transport.setClients([theirs.publicKey: "phone"])
            #expect(try await channel.lookupWhenReady("in") == "in")
            #expect(await events.first { $0 == .connected } != nil)
            await server.close()
        }
    }

    @Test func `one server listens at several addresses`() async throws {
        try await ZeroMQFixture.with { fixture in
            let node = try ZeroMQNode.start()
            let transport = try await ZeroMQServerTransport.listen(
                try fixture.handlerLog.server(),
                at: [ZeroMQBinding(fixture.ipc), ZeroMQBinding(.tcp(host: "127.0.0.1", port: 0))], node: node)
            #expect(transport.endpoints.count == 2)
            for endpoint in transport.endpoints {
                let channel = try await fixture.channel(to: endpoint)
                #expect(try await channel.lookupWhenReady("\(endpoint)") == "\(endpoint)")
            }
            await transport.close()
            await node.shutDown()
        }
    }

    @Test func `endpoints are text and back`() {
        for text in ["ipc:///run/a.sock", "tcp://127.0.0.1:7000", "tcp://example.org:1"] {
            #expect(ZeroMQEndpoint(text)?.description == text)
        }
        for text in [
            "", "ipc://", "ipc://@abstract", "ipc://*", "tcp://", "tcp://host", "tcp://host:", "tcp://:1",
            "tcp://host:65536", "tcp://*:1",
            "tcp://host:*", "tcp://eth0;host:1", "inproc://a", "/run/a.sock",
        ] { #expect(ZeroMQEndpoint(text) == nil, "\(text)") }
        #expect(ZeroMQEndpoint.tcp(host: "127.8.9.10", port: 1).isLocal)
        for host in ["127.0.0.1.evil.org", "127.0.0", "localhost", "128.0.0.1", "127..0.1"] {
            #expect(!ZeroMQEndpoint.tcp(host: host, port: 1).isLocal, "\(host)")
        }
    }
}
