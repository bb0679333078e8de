internal import CBOR
internal import RPC

/// A client and a server of the example service in one simulated process, whose frames are recorded.
///
/// The engines are the real ones, so the bytes are what sockets carry; the seed makes them the same every time.
// Unchecked: only the simulation's one thread accesses it.
final class Conversation: @unchecked Sendable {
    /// A frame in flight.
    struct RecordedFrame {
        let scene: String
        let isFromClient: Bool
        let bytes: [UInt8]
    }

    private static let seed: UInt64 = 2026
    private static let peer: PeerID = 1

    let runtime = Simulation(seed: Conversation.seed)
    let client: ClientEngine
    let server: ServerEngine
    private(set) var frames: [RecordedFrame] = []
    var scene = "meeting"
    /// Deviations from what the scenes expect.
    var problems: [String] = []
    private let clientLoop: ConversationLoop
    private let serverLoop: ConversationLoop

    init(limits: RPCLimits) throws {
        clientLoop = ConversationLoop(runtime: runtime)
        serverLoop = ConversationLoop(runtime: runtime)
        client = ClientEngine(name: "reader", target: "greeter", runtime: runtime, loop: clientLoop, limits: limits)
        server = ServerEngine(try Greeter.server(runtime: runtime, limits: limits), loop: serverLoop)
        clientLoop.endOfTurn = { [self] in
            while let frame = client.takeFrame() { carry(frame, isFromClient: true) }
            return client.nextWake
        }
        clientLoop.tick = { [self] in client.tick() }
        serverLoop.endOfTurn = { [self] in
            for peer in server.takePeersWithOutput() {
                while let frame = server.takeFrame(for: peer) { carry(frame, isFromClient: false) }
            }
            return server.nextWake
        }
        serverLoop.tick = { [self] in server.tick() }
        clientLoop.submit { [self] in client.connected() }
    }

    private func carry(_ frame: [UInt8], isFromClient: Bool) {
        frames.append(RecordedFrame(scene: scene, isFromClient: isFromClient, bytes: frame))
        if isFromClient {
            serverLoop.submit { [self] in frame.withUnsafeBytes { server.receive($0, from: Self.peer) } }
        } else {
            clientLoop.submit { [self] in frame.withUnsafeBytes { client.receive($0) } }
        }
    }

    /// Runs the scenes to their end.
    func run(_ chapters: @escaping @Sendable (Conversation) async -> Void) throws {
        guard runtime.run({ [self] in await chapters(self) }) else {
            throw SchemaToolError.conversation("a call never ended")
        }
        guard problems.isEmpty else { throw SchemaToolError.conversation(problems.joined(separator: "; ")) }
    }

    /// Has the client say goodbye, as its transport does before it disconnects.
    func leave() async {
        await withCheckedContinuation { left in
            clientLoop.submit { [self] in
                carry(ServerEngine.goodbyeFrame, isFromClient: true)
                client.close()
                left.resume()
            }
        }
    }

    /// Makes a call and returns its outcome.
    func call<Request: RPCRequest>(
        _ request: Request, timeout: Duration? = nil, token: AccessToken? = nil, key: IdempotencyKey? = nil,
        attempt: Int = 1, metadata: Metadata = Metadata(), criticality: Criticality = .critical
    ) async -> Result<EncodedResponse, RPCError> {
        do {
            let call = EncodedCall(
                method: MethodDescriptor.of(Request.self), body: (try? CBOREncoder().encode(request)) ?? [],
                deadline: runtime.now.advanced(by: timeout ?? Request.timeout), token: token, idempotencyKey: key,
                attempt: attempt, trace: .root(runtime: runtime), metadata: metadata, criticality: criticality)
            return .success(try await client.call(call))
        } catch {
            return .failure(error)
        }
    }
}

/// Runs operations one after another as jobs of a simulation.
// Unchecked: only the simulation's one thread accesses it.
final class ConversationLoop: RPCLoop, @unchecked Sendable {
    var endOfTurn: () -> MonotonicInstant? = { nil }
    var tick: () -> Void = {}
    private let runtime: Simulation
    private var operations: [@Sendable () -> Void] = []
    private var isScheduled = false
    private var wake: MonotonicInstant?

    init(runtime: Simulation) { self.runtime = runtime }

    func submit(_ operation: @escaping @Sendable () -> Void) {
        operations.append(operation)
        if isScheduled { return }
        isScheduled = true
        runtime.spawn { [self] in drain() }
    }

    private func drain() {
        while !operations.isEmpty {
            let turn = operations
            operations.removeAll()
            for operation in turn { operation() }
            schedule(endOfTurn())
        }
        isScheduled = false
    }

    private func schedule(_ next: MonotonicInstant?) {
        guard let next, wake.map({ next < $0 || $0 <= runtime.now }) ?? true else { return }
        wake = next
        runtime.schedule(at: next) { [self] in
            submit { [self] in
                if wake == next { wake = nil }
                tick()
            }
        }
    }
}
