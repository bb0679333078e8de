import CBOR
import Foundation
import RPC
import SchemaTool
import Testing

/// The frames of `protocols/vectors`, against the engines and the envelope's CDDL.
@Suite struct FrameTests {
    /// Which side it can come from (protocols/README.md, 3.2).
    @Test func `every kind of message is there`() throws {
        var senders: [String: Set<String>] = [:]
        for frame in try frames() {
            for kind in frame.messages.map(\.kind) { senders[kind, default: []].insert(frame.from) }
        }
        let (client, server): (Set, Set) = (["client"], ["server"])
        let both = client.union(server)
        #expect(
            senders == [
                "hello": client, "welcome": server, "open": client, "item": both, "status": server, "cancel": client,
                "credit": both, "ping": client, "pong": server, "goaway": server, "goodbye": both,
            ])
    }

    /// The envelope of the last release holds, too: its readers meet today's frames.
    @Test(arguments: ["envelope.cddl", "released/envelope.cddl"])
    func `frames are what the envelope says`(_ file: String) async throws {
        var cases: [CDDLCase] = []
        for frame in try frames() {
            for (header, body, kind) in try messages(of: frame) {
                cases.append(
                    CDDLCase(
                        file: file, rule: try rule(kind, header), bytes: header, isValid: true, note: kind))
                guard ["hello", "welcome", "ping", "pong", "goaway"].contains(kind) else { continue }
                cases.append(CDDLCase(file: file, rule: kind, bytes: body, isValid: true, note: kind))
            }
        }
        #expect(cases.count > 30)
        try await CDDLCase.check(cases)
    }

    @Test func `readers take what the other side sent`() throws {
        let simulation = Simulation(seed: 1)
        var (server, client) = ends(simulation)
        var leavers: [String] = []
        for frame in try frames() {
            let bytes = try bytes(of: frame)
            bytes.withUnsafeBytes { raw in
                if frame.from == "client" { server.receive(raw, from: 1) } else { client.receive(raw) }
            }
            let leaver = frame.messages.contains { $0.kind == "goodbye" } ? frame.from : nil
            #expect(server.takeDroppedPeers().map(\.1) == [])
            #expect(server.takeDepartedPeers() == (leaver == "client" ? [1] : []))
            #expect(client.failure?.reason == (leaver == "server" ? "the server has stopped" : nil))
            guard let leaver else { continue }
            leavers.append(leaver)
            // What comes next comes over another connection.
            (server, client) = ends(simulation)
        }
        #expect(leavers == ["server", "client"])
    }

    /// A server and a client that has just connected.
    private func ends(_ simulation: Simulation) -> (ServerEngine, ClientEngine) {
        let loop = IdleLoop()
        let client = ClientEngine(name: "test", target: "test", runtime: simulation, loop: loop)
        client.connected()
        return (ServerEngine(RPCServer(name: "test", version: "1", runtime: simulation), loop: loop), client)
    }

    @Test func `readers refuse faults`() throws {
        let refused = try Checkout.json(RefusedFrames.self, "vectors/refused.json")
        #expect(refused.frames.count > 15)
        for frame in refused.frames {
            let bytes = try #require([UInt8](hexadecimal: frame.hex))
            let simulation = Simulation(seed: 1)
            let isRefused = bytes.withUnsafeBytes { raw in
                if frame.from == "client" {
                    let server = ServerEngine(
                        RPCServer(name: "test", version: "1", runtime: simulation), loop: IdleLoop())
                    server.receive(raw, from: 1)
                    return !server.takeDroppedPeers().isEmpty
                }
                let client = ClientEngine(name: "test", target: "test", runtime: simulation, loop: IdleLoop())
                client.receive(raw)
                return client.failure != nil
            }
            #expect(isRefused, "\(frame.fault)")
        }
    }

    private func frames() throws -> [FrameVectors.Frame] {
        try Checkout.json(FrameVectors.self, "vectors/frames.json").frames
    }

    private func bytes(of frame: FrameVectors.Frame) throws -> [UInt8] {
        try frame.frame.flatMap { run in
            let bytes = try #require([UInt8](hexadecimal: run.hex))
            return (0..<run.times).flatMap { _ in bytes }
        }
    }

    /// The messages, by their lengths alone.
    private func messages(of frame: FrameVectors.Frame) throws -> [(header: [UInt8], body: [UInt8], kind: String)] {
        var rest = try bytes(of: frame)[...]
        return try frame.messages.map { message in
            let length =
                Int(try #require(rest.first)) | Int(rest[rest.startIndex + 1]) << 8 | Int(rest[rest.startIndex + 2])
                << 16
            let whole = rest.prefix(length + 4)
            rest = rest.dropFirst(length + 4)
            return (
                Array(whole.dropFirst(20).dropLast(message.bodyBytes)), Array(whole.suffix(message.bodyBytes)),
                message.kind
            )
        }
    }

    private func rule(_ kind: String, _ header: [UInt8]) throws -> String {
        switch kind {
        case "open", "item", "credit": return "\(kind)-header"
        case "status":
            guard case .map(let pairs) = try CBORDecoder().decode(CBORValue.self, from: header) else { return "" }
            return pairs.contains { $0.key == .unsigned(20) } ? "status-error-header" : "status-ok-header"
        default: return "plain-header"
        }
    }
}
