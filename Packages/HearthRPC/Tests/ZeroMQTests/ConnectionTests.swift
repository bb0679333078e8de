import Glibc
import Testing
import ZeroMQ

/// What libzmq does when connections come and go: the rules that the transport above is built on.
@Suite(.timeLimit(.minutes(10)))
struct ConnectionTests {
    @Test func `both sides are told of a connection`() async throws {
        let directory = try TemporaryDirectory()
        try await withLoop { loop, context in
            let endpoint = "ipc://\(directory.file("s.sock"))"
            let server = try await Peer(.router, on: loop, in: context, bind: endpoint)
            let client = try await Peer(.dealer, on: loop, in: context, connect: endpoint)
            #expect(await server.event(.listening)?.endpoint == endpoint)
            #expect(await server.event(.accepted)?.endpoint == endpoint)
            #expect(await server.event(.handshakeSucceeded) != nil)
            #expect(await client.event(.connected)?.endpoint == endpoint)
            #expect(await client.event(.handshakeSucceeded) != nil)
        }
    }

    @Test func `failed attempts are told with the next ones time`() async throws {
        let directory = try TemporaryDirectory()
        try await withLoop { loop, context in
            let endpoint = "ipc://\(directory.file("absent.sock"))"
            let client = try await Peer(.dealer, on: loop, in: context, connect: endpoint)
            // libzmq adds up to as much again at random.
            let waits = [await client.event(.connectRetried)?.value, await client.event(.connectRetried)?.value]
            for wait in waits { #expect((10..<20).contains(try #require(wait))) }
        }
    }

    /// With IMMEDIATE nothing waits for a server that is not there, so nothing runs late when it comes.
    @Test func `nothing is queued for a server that is not there`() async throws {
        let directory = try TemporaryDirectory()
        try await withLoop { loop, context in
            let endpoint = "ipc://\(directory.file("s.sock"))"
            let client = try await Peer(.dealer, on: loop, in: context, connect: endpoint)
            for _ in 0..<10 { #expect(try await client.send("early") == .wouldBlock) }
            let server = try await Peer(.router, on: loop, in: context, bind: endpoint)
            try await client.waitUntilWritable()
            #expect(try await client.send("late") == .sent)
            #expect(await server.next()?.text == "late")
        }
    }

    @Test func `client finds the servers successor`() async throws {
        let directory = try TemporaryDirectory()
        try await withLoop { loop, context in
            let endpoint = "ipc://\(directory.file("s.sock"))"
            let client = try await Peer(.dealer, on: loop, in: context, connect: endpoint)
            for round in 0..<3 {
                let server = try await Peer(.router, on: loop, in: context, bind: endpoint)
                try await client.waitUntilWritable()
                #expect(try await client.send("round \(round)") == .sent)
                #expect(await server.next()?.text == "round \(round)")
                try await server.close()
                #expect(await client.event(.disconnected) != nil)
            }
        }
    }

    /// The ROUTER's monitor names no peer; a message to each one does, once libzmq has looked at its news.
    @Test func `dead peer is named by a message to it`() async throws {
        try await withConnectedPeers { client, server in
            #expect(try await client.send("hello") == .sent)
            let peer = try #require(await server.next()).from
            try await client.close()
            #expect(await server.event(.disconnected) != nil)
            var outcome = ZeroMQSocket.SendOutcome.sent
            while outcome != .hostUnreachable {
                _ = try await server.withSocket { try $0.readiness() }
                outcome = try await server.send("are you there", to: peer)
            }
            #expect(outcome == .hostUnreachable)
        }
    }

    @Test func `stranger is unreachable`() async throws {
        try await withConnectedPeers { _, server in
            let stranger = [UInt8](0..<12).withUnsafeBytes { RoutingID($0) }
            let outcome = try await server.send("who", to: stranger)
            #expect(outcome == .hostUnreachable)
        }
    }

    /// Answers that had come before the connection broke are still there to be read, but only without IMMEDIATE.
    @Test func `broken connection is read dry`() async throws {
        let count = 1_000
        var patient = Peer.careful
        patient.isImmediate = false
        patient.lingerMilliseconds = 10_000
        (patient.sendHighWaterMessages, patient.receiveHighWaterMessages) = (0, 0)
        try await withConnectedPeers(client: patient, server: patient, clientReads: false) { client, server in
            #expect(try await client.send("go") == .sent)
            let peer = try #require(await server.next()).from
            for number in 0..<count { #expect(try await server.send("\(number)", to: peer) == .sent) }
            try await server.close()
            #expect(await client.event(.disconnected) != nil)
            try await client.startReading()
            for number in 0..<count { #expect(await client.next()?.text == "\(number)") }
        }
    }

    @Test func `full peer is told from a dead one and recovers`() async throws {
        var narrow = Peer.careful
        (narrow.sendHighWaterMessages, narrow.receiveHighWaterMessages) = (10, 10)
        try await withConnectedPeers(client: narrow, server: narrow, clientReads: false) { client, server in
            #expect(try await client.send("hello") == .sent)
            let peer = try #require(await server.next()).from
            let body = String(repeating: "x", count: 65_536)
            var sent = 0
            while try await server.send(body, to: peer) == .sent { sent += 1 }
            #expect(sent >= 10)
            try await client.startReading()
            for _ in 0..<sent { #expect(await client.next()?.body.count == body.count) }
            while try await server.send("room again", to: peer) == .wouldBlock {}
            #expect(await client.next()?.text == "room again")
        }
    }

    @Test func `too long a frame costs the connection`() async throws {
        var strict = Peer.careful
        strict.longestFrameBytes = 1_000
        try await withConnectedPeers(server: strict) { client, server in
            let short = try await client.send(String(repeating: "x", count: 1_000))
            #expect(short == .sent)
            #expect(await server.next()?.body.count == 1_000)
            let long = try await client.send(String(repeating: "x", count: 1_001))
            #expect(long == .sent)
            #expect(await client.event(.disconnected) != nil)
        }
    }

    @Test func `lingering socket sends what it has`() async throws {
        var lingering = Peer.careful
        lingering.lingerMilliseconds = 10_000
        try await withConnectedPeers(client: lingering) { client, server in
            for number in 0..<100 { #expect(try await client.send("\(number)") == .sent) }
            try await client.close()
            for number in 0..<100 { #expect(await server.next()?.text == "\(number)") }
        }
    }
}
