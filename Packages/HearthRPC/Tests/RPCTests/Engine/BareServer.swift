import CBOR
import RPCInProcess

@testable import RPC

/// A server's engine without a transport: a test gives it whatever bytes it likes, from whatever peer.
struct BareServer: Sendable {
    let log = EchoLog()
    let engine: ServerEngine
    let loop: InProcessLoop

    init(
        runtime: any Runtime, limits: RPCLimits = RPCLimits(), interceptors: [any ServerInterceptor] = []
    ) throws {
        loop = InProcessLoop(runtime: runtime)
        let server = try makeEchoServer(runtime: runtime, log: log, limits: limits, interceptors: interceptors)
        engine = ServerEngine(server, loop: loop)
    }

    /// Runs something on the engine's loop.
    func on<Value: Sendable>(_ body: @escaping @Sendable (ServerEngine) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            loop.submit { [engine] in continuation.resume(returning: body(engine)) }
        }
    }

    /// One frame of a peer.
    func receive(from peer: PeerID, _ build: @escaping @Sendable (inout OutgoingFrames) -> Void) async {
        await on { $0.receive(from: peer, build) }
    }
}

extension ServerEngine {
    /// Takes in one frame of a peer.
    func receive(from peer: PeerID, _ build: (inout OutgoingFrames) -> Void) {
        var frames = OutgoingFrames(batchBytes: 10 << 20)
        build(&frames)
        while let frame = frames.takeFrame() { frame.withUnsafeBytes { receive($0, from: peer) } }
    }

    /// The statuses that wait for a peer, by their calls.
    func takeStatuses(for peer: PeerID) throws -> [UInt64: RPCError?] {
        var statuses: [UInt64: RPCError?] = [:]
        while let frame = takeFrame(for: peer) {
            try frame.withUnsafeBytes { bytes in
                var reader = MessageReader(frame: bytes, limits: RPCLimits())
                while let message = try reader.next() {
                    guard try message.kind == .status else { continue }
                    let status = try StatusHeader(reading: message.header, limits: RPCLimits())
                    statuses.updateValue(status.error, forKey: message.prefix.call)
                }
            }
        }
        return statuses
    }

    /// The messages that wait for a peer: of what kind, and for which call.
    func takeMessages(for peer: PeerID) -> [(kind: MessageKind?, call: UInt64)] {
        var messages: [(kind: MessageKind?, call: UInt64)] = []
        while let frame = takeFrame(for: peer) {
            frame.withUnsafeBytes { bytes in
                var reader = MessageReader(frame: bytes, limits: RPCLimits())
                while let message = try? reader.next() {
                    messages.append((try? message.kind, message.prefix.call))
                }
            }
        }
        return messages
    }

    /// The calls that have their status.
    func takeCompleted(for peer: PeerID) -> [UInt64] {
        takeMessages(for: peer).filter { $0.kind == .status }.map(\.call)
    }
}

/// What a client sends.
extension OutgoingFrames {
    /// - Parameter items: how many items of a stream it holds, and as many bytes.
    mutating func hello(
        connectionWindow: UInt64 = 8 << 20, items: UInt64? = nil, versions: [UInt8] = [1], instance: [UInt8] = [],
        name: String = "bare"
    ) {
        let hello = Hello(
            versions: versions, instance: instance, name: name, connectionWindow: connectionWindow,
            streamWindow: 2 << 20,
            messageBytes: 4 << 20, clock: MonotonicInstant(nanoseconds: 1),
            clockDomain: ClockDomain(bootID: "", timeNamespace: ""), streamItems: items, streamItemBytes: items)
        guard let body = try? CBOREncoder().encode(hello) else { return }
        append(.hello, body: body[...]) { $0.map(0) }
    }

    /// - Parameters:
    ///   - flags: `more` for a request of which only the first piece comes.
    ///   - incarnation: the start of the server that it is meant for, if not this one.
    ///   - token: the caller's.
    ///   - method: the name of the method, if not that of the request.
    mutating func open(
        _ id: UInt64, _ request: some RPCMethod, of engine: ServerEngine, flags: MessageFlags = .end,
        incarnation: UInt64? = nil, token: String? = nil, deadline: MonotonicInstant = .distantFuture,
        method: String? = nil, metadata: Metadata = Metadata()
    ) {
        let header = OpenHeader(
            method: .name(method ?? MethodDescriptor.of(type(of: request)).name),
            incarnation: incarnation ?? engine.incarnation,
            deadline: deadline, token: token.map { AccessToken(bytes: Array($0.utf8)) }, idempotencyKey: nil,
            attempt: 1, trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false), metadata: metadata)
        guard let body = try? CBOREncoder().encode(request) else { return }
        append(.open, flags: flags, call: id, body: body[...]) { header.write(to: &$0) }
    }

    /// A piece of a request that begins at an offset.
    mutating func piece(_ id: UInt64, at offset: Int, bytes: Int, isLast: Bool = false) {
        var header = ItemHeader()
        header.offset = offset
        let body = [UInt8](repeating: 0x78, count: bytes)
        append(.item, flags: isLast ? .end : .more, call: id, body: body[...]) { header.write(to: &$0) }
    }

    mutating func cancel(_ id: UInt64) { append(.cancel, call: id) { $0.map(0) } }

    mutating func goodbye() { append(.goodbye) { $0.map(0) } }
}
