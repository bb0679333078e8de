import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct CurveTests {
    private static let domain = "house"

    @Test func `client on the list gets in under its name`() async throws {
        try await withServer { setting in
            let keys = try CurveKeyPair.generate()
            try await setting.allow([keys.publicKey: "living room"])
            let client = try await setting.client(keys)
            try await client.waitUntilWritable()
            #expect(try await client.send("hello") == .sent)
            let message = try #require(await setting.server.next())
            #expect(message.text == "hello")
            #expect(message.user == "living room")
            #expect(try await setting.server.send("welcome", to: message.from) == .sent)
            #expect(await client.next()?.text == "welcome")
            let decision = try #require(setting.decisions.elements.first)
            #expect(decision.key == keys.publicKey)
            #expect(decision.domain == CurveTests.domain)
            #expect(decision.address == "127.0.0.1")
            #expect(decision.user == "living room")
        }
    }

    /// libzmq never tries again after a refusal, also when the key is on the list by then; a new socket gets in.
    @Test func `refused client needs a new socket`() async throws {
        try await withServer { setting in
            let keys = try CurveKeyPair.generate()
            let client = try await setting.client(keys)
            #expect(await client.event(.handshakeFailedAuthentication)?.value == 400)
            #expect(setting.decisions.elements.map(\.user) == [nil])
            try await setting.allow([keys.publicKey: "late"])
            #expect(try await client.send("still out") == .wouldBlock)
            try await client.close()
            let next = try await setting.client(keys)
            try await next.waitUntilWritable()
            #expect(try await next.send("in") == .sent)
            #expect(await setting.server.next()?.text == "in")
        }
    }

    @Test func `key of another domain is refused`() async throws {
        try await withServer { setting in
            let keys = try CurveKeyPair.generate()
            try await setting.allow([keys.publicKey: "neighbour"], domain: "other house")
            let client = try await setting.client(keys)
            #expect(await client.event(.handshakeFailedAuthentication)?.value == 400)
        }
    }

    @Test func `client without curve is refused`() async throws {
        try await withServer { setting in
            let client = try await Peer(.dealer, on: setting.loop, in: setting.context, connect: setting.endpoint)
            let failures: ZeroMQEvent.Kind = [.handshakeFailed, .handshakeFailedProtocol, .disconnected]
            #expect(await client.events.first { !$0.kind.isDisjoint(with: failures) } != nil)
            #expect(try await client.send("hello") == .wouldBlock)
            #expect(setting.decisions.elements.isEmpty)
        }
    }

    @Test func `client that expects another server stays out`() async throws {
        try await withServer { setting in
            let keys = try CurveKeyPair.generate()
            try await setting.allow([keys.publicKey: "misled"])
            let client = try await setting.client(keys, server: try CurveKeyPair.generate().publicKey)
            let failures: ZeroMQEvent.Kind = [.handshakeFailed, .handshakeFailedProtocol, .disconnected]
            #expect(await client.events.first { !$0.kind.isDisjoint(with: failures) } != nil)
            #expect(try await client.send("hello") == .wouldBlock)
        }
    }

    @Test func `without a handler no client gets in`() async throws {
        try await withServer(hasHandler: false) { setting in
            let client = try await setting.client(try CurveKeyPair.generate())
            let failures: ZeroMQEvent.Kind = [
                .handshakeFailed, .handshakeFailedProtocol, .handshakeFailedAuthentication, .disconnected,
            ]
            #expect(await client.events.first { !$0.kind.isDisjoint(with: failures) } != nil)
            #expect(try await client.send("hello") == .wouldBlock)
        }
    }

    @Test func `context has room for one handler`() async throws {
        try await withServer { setting in
            await #expect(throws: ZeroMQError.self) { try await setting.addHandler() }
        }
    }

    @Test func `server without a domain is refused`() async throws {
        try await withLoop { loop, context in
            var options = Peer.careful
            options.security = .curveServer(keys: try CurveKeyPair.generate(), domain: "")
            await #expect(throws: ZeroMQError.self) {
                _ = try await Peer(.router, on: loop, in: context, options: options)
            }
        }
    }

    @Test func `keys are text and back and secrets stay secret`() throws {
        let keys = try CurveKeyPair.generate()
        let text = keys.publicKey.description
        #expect(text.utf8.count == 40)
        #expect(CurvePublicKey(text) == keys.publicKey)
        let again = try #require(CurveSecretKey(z85: keys.secret.z85))
        #expect(try CurveKeyPair(secret: again).publicKey == keys.publicKey)
        #expect(try CurveKeyPair.generate().publicKey != keys.publicKey)
        for shown in ["\(keys)", String(reflecting: keys), "\(keys.secret)", String(reflecting: keys.secret)] {
            #expect(!shown.contains(keys.secret.z85))
            #expect(!shown.contains("\(keys.secret.bytes[0]), \(keys.secret.bytes[1])"))
        }
        for bad in ["", "short", String(repeating: " ", count: 40), String(repeating: "~", count: 40), text + "0"] {
            #expect(CurvePublicKey(bad) == nil)
        }
        #expect(CurvePublicKey(bytes: [1, 2, 3]) == nil)
    }

    @Test(arguments: ["JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6", "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"])
    func `keys from the manual are refused`(text: String) throws {
        let secret = try #require(CurveSecretKey(z85: text))
        #expect(throws: CurveKeyError.published) { try CurveKeyPair(secret: secret) }
    }

    private func withServer(hasHandler: Bool = true, _ body: (CurveSetting) async throws -> Void) async throws {
        try await withLoop { loop, context in
            try await body(CurveSetting(loop, context, domain: CurveTests.domain, hasHandler: hasHandler))
        }
    }
}

/// A CURVE server over tcp and its list of clients.
private final class CurveSetting: Sendable {
    let loop: IOLoop
    let context: ZeroMQContext
    let server: Peer
    let endpoint: String
    let decisions = Log<ZAPHandler.Decision>()
    private let domain: String
    private let serverKeys: CurveKeyPair
    private let handler: LoopBound<ZAPHandler>?

    init(_ loop: IOLoop, _ context: ZeroMQContext, domain: String, hasHandler: Bool) async throws {
        (self.loop, self.context, self.domain) = (loop, context, domain)
        let decisions = decisions
        handler =
            hasHandler
            ? try await loop.run {
                let handler = try ZAPHandler(in: context, on: loop)
                handler.onDecision = { decisions.append($0) }
                return LoopBound(handler, to: loop)
            } : nil
        serverKeys = try CurveKeyPair.generate()
        var options = Peer.careful
        options.security = .curveServer(keys: serverKeys, domain: domain)
        server = try await Peer(.router, on: loop, in: context, options: options, bind: "tcp://127.0.0.1:*")
        endpoint = try await server.withSocket { try $0.lastEndpoint() }
    }

    func addHandler() async throws {
        try await loop.run { [context, loop] in _ = try ZAPHandler(in: context, on: loop) }
    }

    func allow(_ keys: [CurvePublicKey: String], domain: String? = nil) async throws {
        try await loop.run { [handler, ours = self.domain] in handler?.value.allowed = [domain ?? ours: keys] }
    }

    func client(_ keys: CurveKeyPair, server: CurvePublicKey? = nil) async throws -> Peer {
        var options = Peer.careful
        options.security = .curveClient(keys: keys, server: server ?? serverKeys.publicKey)
        return try await Peer(.dealer, on: loop, in: context, options: options, connect: endpoint)
    }
}
