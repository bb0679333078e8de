import RPC
import RPCInProcess
import Synchronization
import Testing

@testable import FaultMatrixPeer

/// What calls a case makes: every pair of a shape and a safety.
struct CallVariant: Sendable, CaseIterable {
    let shape: CallShape
    let safety: CallSafety

    static let allCases = CallShape.allCases.flatMap { shape in
        CallSafety.allCases.map { CallVariant(shape: shape, safety: $0) }
    }

    /// Whether an attempt whose outcome is unknown is made again.
    var isRepeatable: Bool { shape == .unary && safety != .unsafe }
}

/// How long things take: in virtual time as in life, on sockets as short as can be.
struct MatrixTiming: Sendable {
    /// What a call has that is to end by its deadline, and one that is not.
    let short: Duration
    let long: Duration
    /// How long a server is stopped at most, once the calls are out that were made meanwhile.
    let stop: ClosedRange<Int64>
    /// How far beyond its deadline a call may end. A busy machine is no reason to fail, a call without an end is.
    let grace: Duration
    /// Whether instants can be compared to the nanosecond.
    let isExact: Bool

    static let virtual = MatrixTiming(
        short: .seconds(1), long: .seconds(120), stop: 1_000...30_000, grace: .zero, isExact: true)
    static let real = MatrixTiming(
        short: .milliseconds(150), long: .seconds(60), stop: 0...1, grace: .seconds(10), isExact: false)
    /// Here the length of a stop is the fault itself: longer than some deadlines, shorter than others, and now and then so
    /// long that the connection is given up.
    static let signals = MatrixTiming(
        short: .milliseconds(150), long: .seconds(60), stop: 1_000...2_000, grace: .seconds(10), isExact: false)

    /// When a call is given up that has not ended by itself.
    var patience: Duration { grace + .seconds(5) }
}

/// A server that faults happen to, its client, and the ledger.
final class MatrixFixture: Sendable {
    let endpoint: any TestEndpoint
    let tempo: MatrixTiming
    let ledger = EffectLedger()
    /// What holds slow readers up.
    let readers = HandlerGate()
    let kind: CallVariant
    let limits: RPCLimits
    private let life = Mutex(ServerInstance())
    private let tampering = Mutex<InProcessFrameTransform?>(nil)
    private let made = Mutex<[MatrixCall]>([])
    /// How often the fault happened: a case in which it never did has shown nothing.
    let struck = Atomic<Int>(0)

    /// Starts the server. With `tampers` frames pass through what ``tamper(_:)`` sets.
    init(_ endpoint: any TestEndpoint, _ tempo: MatrixTiming, _ kind: CallVariant, tampers: Bool) async throws {
        (self.endpoint, self.tempo, self.kind) = (endpoint, tempo, kind)
        limits = Self.limits(tempo)
        if tampers {
            endpoint.tamper { [weak self] way, frame in
                self?.tampering.withLock { $0 }?(way, frame) ?? [frame]
            }
        }
        try await start()
        // Faults happen to a connection that is there.
        let first = try await begin("first", expected: [.succeeded])
        _ = await first.ended()
    }

    static func limits(_ tempo: MatrixTiming) -> RPCLimits {
        var limits = MatrixServer.limits
        if !tempo.isExact { (limits.firstPause, limits.longestPause) = (.milliseconds(20), .milliseconds(20)) }
        return limits
    }

    var runtime: any Runtime { endpoint.runtime }

    /// The place, where the server is a process of its own.
    var processes: ProcessTestEndpoint? { endpoint as? ProcessTestEndpoint }

    var calls: [MatrixCall] { made.withLock { $0 } }

    // MARK: Calls

    /// Begins a call of the case's kind.
    @discardableResult
    func begin(
        _ name: String, _ mode: CallScript.Mode = .quick, expected: Set<Verdict> = [],
        _ change: (inout CallScript, inout MatrixCall.Expectation) -> Void = { _, _ in }
    ) async throws -> MatrixCall {
        var (plan, terms) = (CallScript(call: name, mode: mode), MatrixCall.Expectation(timeout: tempo.long))
        terms.expected = expected
        change(&plan, &terms)
        let call = try await MatrixCall(plan, terms, kind, on: self)
        made.withLock { $0.append(call) }
        return call
    }

    /// Calls in every phase: one with its effect done and its answer held back, one that has not begun its effect, and one
    /// that fails after its effect.
    @discardableResult
    func crowd(
        expected: Set<Verdict>, _ change: (inout CallScript, inout MatrixCall.Expectation) -> Void = { _, _ in }
    ) async throws -> [MatrixCall] {
        let half = try await begin("half", .half, expected: kind.safety == .readOnly ? [.no] : [.maybe], change)
        _ = await half.ended()
        let held = try await begin("held", .held, expected: expected) { plan, terms in
            change(&plan, &terms)
            terms.mustCommit = true
        }
        let slow = try await begin("slow", .slow, expected: expected, change)
        for call in [held, slow] { await ledger.arrivals.reaches(call.plan.call) }
        return [held, slow]
    }

    /// Calls until there is an answer: the first may still find the connection that is being given up.
    func awaitResponse() async throws {
        for number in 1...10 {
            let fresh = try await begin("fresh \(number)", expected: number == 10 ? [.succeeded] : [])
            if await fresh.ended()?.verdict == .succeeded { return }
        }
    }

    // MARK: Servers

    /// Starts a server, as the first or as the successor.
    func start() async throws {
        if let processes { return try await processes.start(kind.safety, ledger) }
        try await endpoint.start(server())
    }

    /// Lets handlers go on that wait. What they had told by then is in the ledger when this returns.
    func openGate() async {
        ledger.gate.open()
        await processes?.setGate(isOpen: true)
    }

    /// Has handlers wait.
    func shutGate() async {
        ledger.gate.shut()
        await processes?.setGate(isOpen: false)
    }

    /// A server with a life of its own, which is the one that ends with the next kill.
    func server() throws -> RPCServer {
        let next = ServerInstance()
        life.withLock { $0 = next }
        return try MatrixServer(runtime: runtime, record: ledger, life: next).make(kind.safety, limits: limits)
    }

    func kill() async {
        life.withLock { $0 }.end()
        await endpoint.kill()
    }

    // MARK: Frames

    /// Has frames pass through `body`, which says nil of those that it leaves alone.
    func tamper(_ body: @escaping @Sendable (InProcessDirection, [UInt8]) -> [[UInt8]]?) {
        tampering.withLock { tampering in
            tampering = { [weak self] way, frame in
                guard let frames = body(way, frame) else { return [frame] }
                self?.struck.add(1, ordering: .relaxed)
                return frames
            }
        }
    }

    /// Says that the fault has happened, where no frames tell.
    func noteStrike() { struck.add(1, ordering: .relaxed) }

    func stopTampering() { tampering.withLock { $0 = nil } }
}
