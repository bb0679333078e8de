internal import CBOR
internal import RPC

/// `vectors/frames.json`: frames of a recorded conversation. `vectors/refused.json`: frames that break the protocol.
public struct FrameVectors: Codable, Sendable {
    /// One frame.
    public struct Frame: Codable, Sendable {
        /// The scene of the conversation.
        public var scene: String
        /// `client` or `server`.
        public var from: String
        /// The frame: hexadecimal digits, run-length encoded.
        public var frame: [Run]
        /// Its messages.
        public var messages: [Message]
    }

    /// Bytes with a repeat count.
    public struct Run: Codable, Sendable {
        /// The bytes in hexadecimal digits.
        public var hex: String
        /// The repeat count.
        public var times: Int
    }

    /// A message of a frame, for readers.
    public struct Message: Codable, Sendable {
        /// The kind's name.
        public var kind: String
        /// The flags.
        public var flags: UInt16
        /// The call.
        public var call: UInt64
        /// The header in diagnostic notation.
        public var header: String
        /// The body in diagnostic notation; absent when it is empty or a piece.
        public var body: String?
        /// The body's length in bytes.
        public var bodyBytes: Int
    }

    /// A description of the file.
    public var about: String
    /// The frames, in order.
    public var frames: [Frame]

    static func recorded() throws -> FrameVectors {
        let talk = try Conversation(limits: RPCLimits())
        try talk.run { await $0.everyday() }
        let windows = try Conversation(limits: .small)
        try windows.run { await $0.largeBodies() }
        let about = """
            A recorded conversation with example.v1.Greeter (FrameVectors.swift). Both sides have one clock. The last \
            scenes have windows of 262144 and 131072 bytes, 131072 bytes to a message, and for the items of a stream windows \
            of 4 items and 65536 bytes; there signs of life come every 400 ms, and 4 calls may run at a time.
            """
        return FrameVectors(about: about, frames: (talk.frames + windows.frames).map { Frame($0) })
    }
}

extension Conversation {
    private func expect(_ code: RPCCode, _ result: Result<EncodedResponse, RPCError>) async {
        let found =
            switch result {
            case .success: RPCCode.ok
            case .failure(let error): error.code
            }
        if found != code { problems.append("\(scene): \(found) instead of \(code)") }
    }

    /// Every kind of message but pieces.
    fileprivate func everyday() async {
        await expect(.ok, call(Greeter.Greet(name: "Ada")))
        scene = "a refused argument"
        await expect(.invalidArgument, call(Greeter.Greet(name: "")))
        scene = "come back later"
        await expect(.resourceExhausted, call(Greeter.Greet(name: "busy")))
        scene = "everything in the header"
        var metadata = Metadata(["language": "en"])
        metadata["blob"] = .bytes([1, 2, 3])
        let key = IdempotencyKey(bytes: Array(0..<16))
        let token = AccessToken("header.claims.signature")
        await expect(
            .ok,
            call(
                Greeter.Remember(name: "Ada"), token: token, key: key, attempt: 2, metadata: metadata,
                criticality: .sheddable))
        scene = "a method that is not there"
        await expect(.unimplemented, call(LaterGreeter.Dismiss(name: "Ada")))
        await streams()
        scene = "silence, and a caller who gives up"
        let waiting = runtime.spawn { [self] in
            await expect(.cancelled, call(Greeter.Wait(milliseconds: 5_000), timeout: .seconds(5)))
        }
        try? await runtime.sleep(for: .milliseconds(700))
        waiting.cancel()
        await waiting.value
        try? await runtime.sleep(for: .milliseconds(50))
        scene = "draining while a call runs"
        let running = runtime.spawn { [self] in
            await expect(.ok, call(Greeter.Wait(milliseconds: 200), timeout: .seconds(2)))
        }
        try? await runtime.sleep(for: .milliseconds(50))
        await server.drain(within: .seconds(1))
        await running.value
        try? await runtime.sleep(for: .milliseconds(50))
    }

    /// Bodies in pieces, with their credits; then the client leaves.
    fileprivate func largeBodies() async {
        scene = "meeting, with small windows"
        try? await runtime.sleep(for: .milliseconds(50))
        scene = "bodies in pieces"
        await expect(.ok, call(Greeter.Greet(name: String(repeating: "a", count: 100_000))))
        try? await runtime.sleep(for: .milliseconds(50))
        await largeItems()
        await idleStream()
        scene = "an answer while another call runs"
        let other = runtime.spawn { [self] in
            await expect(.ok, call(Greeter.Wait(milliseconds: 100), timeout: .seconds(2)))
        }
        try? await runtime.sleep(for: .milliseconds(50))
        await expect(.ok, call(Greeter.Greet(name: "Ada")))
        await other.value
        scene = "a client that leaves while a call runs"
        let waiting = runtime.spawn { [self] in
            await expect(.unavailable, call(Greeter.Wait(milliseconds: 200), timeout: .seconds(2)))
        }
        try? await runtime.sleep(for: .milliseconds(50))
        await leave()
        await waiting.value
        // A goodbye has no answer, and the call is cancelled with its caller.
        try? await runtime.sleep(for: .milliseconds(500))
    }
}

extension RPCLimits {
    /// The smallest allowed windows, so that grants come early.
    fileprivate static var small: RPCLimits {
        var limits = RPCLimits()
        limits.connectionWindowBytes = 262_144
        limits.streamWindowBytes = 131_072
        limits.messageBytes = 131_072
        limits.streamItems = 4
        limits.streamItemBytes = 65_536
        // Keepalives come soon, and one call changes the load visibly.
        limits.streamIdle = .milliseconds(1_200)
        limits.openCalls = 4
        return limits
    }
}
