import Glibc
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct SocketTests {
    enum Transport: String, CaseIterable, Sendable { case ipc, tcp, inproc }

    private static func endpoint(_ transport: Transport, in directory: TemporaryDirectory) -> String {
        switch transport {
        case .ipc: "ipc://\(directory.file("s.sock"))"
        case .tcp: "tcp://127.0.0.1:*"
        case .inproc: "inproc://echo"
        }
    }

    @Test(arguments: Transport.allCases)
    func `messages go there and back`(over transport: Transport) async throws {
        let directory = try TemporaryDirectory()
        try await withLoop { loop, context in
            let wanted = SocketTests.endpoint(transport, in: directory)
            let server = try await Peer(.router, on: loop, in: context, bind: wanted)
            let bound = try await server.withSocket { try $0.lastEndpoint() }
            let client = try await Peer(.dealer, on: loop, in: context, connect: bound)
            if transport != .inproc { try await client.waitUntilWritable() }
            for number in 0..<100 {
                #expect(try await client.send("question \(number)") == .sent)
                let question = try #require(await server.next())
                #expect(question.text == "question \(number)")
                #expect(question.user == nil)
                #expect(try await server.send("answer \(number)", to: question.from) == .sent)
                #expect(await client.next()?.text == "answer \(number)")
            }
        }
    }

    @Test func `empty and large bodies arrive whole`() async throws {
        try await withConnectedPeers { client, server in
            for count in [0, 1, 33, 34, 65_536, 5_000_000] {
                let text = String(repeating: "x", count: count)
                let outcome = try await client.send(text)
                #expect(outcome == .sent)
                #expect(await server.next()?.text == text)
            }
        }
    }

    @Test func `message of several frames is dropped and the next one read`() async throws {
        try await withConnectedPeers { client, server in
            let outcome = try await client.withSocket { try $0.send(frames: [[1], [2], [3]]) }
            #expect(outcome == .sent)
            #expect(try await client.send("one frame") == .sent)
            #expect(await server.next()?.text == "malformed")
            #expect(await server.next()?.text == "one frame")
        }
    }

    @Test func `port in use is told by name`() async throws {
        try await withLoop { loop, context in
            let first = try await Peer(.router, on: loop, in: context, bind: "tcp://127.0.0.1:*")
            let endpoint = try await first.withSocket { try $0.lastEndpoint() }
            let error = await #expect(throws: ZeroMQError.self) {
                _ = try await Peer(.router, on: loop, in: context, bind: endpoint)
            }
            #expect(error?.code == EADDRINUSE)
            #expect(error?.description == "bind \(endpoint): Address already in use")
        }
    }

    @Test func `nonsense is refused`() async throws {
        try await withLoop { loop, context in
            let peer = try await Peer(.dealer, on: loop, in: context)
            for endpoint in ["", "nowhere", "quantum://entangled", "tcp://127.0.0.1:notaport"] {
                await #expect(throws: ZeroMQError.self) { try await peer.withSocket { try $0.connect(endpoint) } }
            }
        }
    }

    @Test func `unbound endpoint takes no more clients`() async throws {
        try await withLoop { loop, context in
            let server = try await Peer(.router, on: loop, in: context, bind: "tcp://127.0.0.1:*")
            let endpoint = try await server.withSocket { try $0.lastEndpoint() }
            try await server.withSocket { try $0.unbind(endpoint) }
            #expect(await server.event(.closed) != nil)
            let client = try await Peer(.dealer, on: loop, in: context, connect: endpoint)
            #expect(await client.event(.connectRetried) != nil)
            #expect(try await client.send("x") == .wouldBlock)
        }
    }

    @Test func `closed socket only fails`() async throws {
        try await withLoop { loop, context in
            let peer = try await Peer(.dealer, on: loop, in: context)
            try await peer.close()
            let error = await #expect(throws: ZeroMQError.self) { try await peer.send("x") }
            #expect(error?.code == ENOTSOCK)
            try await peer.close()
        }
    }
}

/// Runs a test with a DEALER that is connected to a ROUTER over ipc, each in a context of its own.
func withConnectedPeers(
    client: ZeroMQSocketOptions = Peer.careful, server: ZeroMQSocketOptions = Peer.careful, clientReads: Bool = true,
    _ body: (_ client: Peer, _ server: Peer) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory()
    try await withLoop { loop, context in
        let endpoint = "ipc://\(directory.file("s.sock"))"
        let server = try await Peer(.router, on: loop, in: context, options: server, bind: endpoint)
        let other = try ZeroMQContext.make()
        let client = try await Peer(
            .dealer, on: loop, in: other, options: client, connect: endpoint, reads: clientReads)
        try await client.waitUntilWritable()
        try await body(client, server)
    }
}
