internal import RPC

/// Fetches from a ``ScriptedNetwork`` in the runtime's time, without threads and sockets. The checks of a response and
/// of its address are the same as on the real network.
//
// Unchecked: only the simulation's thread accesses it.
final class ScriptedLoop: FetchBackend, @unchecked Sendable {
    private let configuration: FetchConfiguration
    private let runtime: any Runtime
    private let network: any ScriptedNetwork
    private var transfers: [UInt64: ScriptedTransfer] = [:]
    private var isStopped = false

    init(_ configuration: FetchConfiguration, runtime: any Runtime, network: any ScriptedNetwork) {
        (self.configuration, self.runtime, self.network) = (configuration, runtime, network)
    }

    func begin(_ id: UInt64, _ request: FetchRequest, pipe: TransferPipe, deadline: MonotonicInstant) -> Bool {
        guard !isStopped else { return false }
        let response = network.response(to: request, at: runtime.now)
        let intake = ResponseReceiver(request, pipe: pipe, policy: configuration.addresses, runtime: runtime)
        transfers[id] = ScriptedTransfer(response, intake)
        after(.zero, id) { [self] in connect(id) }
        runtime.schedule(at: deadline) { [weak self] in self?.end(id, .timedOut) }
        return true
    }

    func drop(_ id: UInt64) { transfers[id] = nil }

    func resume(_ id: UInt64) {
        guard let transfer = transfers[id], transfer.isPaused else { return }
        transfer.isPaused = false
        after(.zero, id) { [self] in deliver(id) }
    }

    func stop() {
        isStopped = true
        for (id, transfer) in transfers.sorted(by: { $0.key < $1.key }) {
            transfer.intake.cause = FetchError(.stopped, at: transfer.intake.request.url.description)
            end(id, .stopped)
        }
    }

    func waitUntilStopped() async {}

    // MARK: Steps

    /// Runs a transfer's next step after a pause, unless it has ended by then.
    private func after(_ pause: Duration, _ id: UInt64, _ step: @escaping @Sendable () -> Void) {
        runtime.schedule(at: runtime.now.advanced(by: pause), step)
    }

    private func end(_ id: UInt64, _ kind: FetchError.Kind?) {
        transfers.removeValue(forKey: id)?.intake.end(kind)
    }

    private func connect(_ id: UInt64) {
        guard let transfer = transfers[id] else { return }
        let (response, limit) = (transfer.response, transfer.intake.request.limits.connectTime)
        guard response.reach != .silent, response.connecting <= limit else {
            return after(limit, id) { [self] in end(id, .timedOut) }
        }
        after(response.connecting, id) { [self] in
            switch response.reach {
            case .unresolved: end(id, .unresolved)
            case .unreachable, .silent: end(id, .unreachable)
            case .connected(let address):
                guard transfer.intake.admits(IPAddress(address)) else {
                    return end(id, transfer.intake.refusedAddress.map { .refusedAddress(purpose: $0.purpose) })
                }
                wait(response.waiting, id) { [self] in takeHead(id) }
            }
        }
    }

    /// Waits for the server's next step, at most for the idle timeout.
    private func wait(_ pause: Duration, _ id: UInt64, _ step: @escaping @Sendable () -> Void) {
        guard let limit = transfers[id]?.intake.request.limits.idleTimeout else { return }
        if pause <= limit { after(pause, id, step) } else { after(limit, id) { [self] in end(id, .timedOut) } }
    }

    private func takeHead(_ id: UInt64) {
        guard let transfer = transfers[id] else { return }
        let fields = transfer.response.fields.map { "\($0.name): \($0.value)\r\n" }
        for line in ["HTTP/1.1 \(transfer.response.status)\r\n"] + fields + ["\r\n"] {
            guard transfer.intake.takeHeader(Array(line.utf8)) else { return end(id, .broken("the header")) }
        }
        let head = transfer.response.status
        if transfer.intake.request.method == .head || head == 304 || head == 204 { return end(id, nil) }
        expectPiece(id)
    }

    private func expectPiece(_ id: UInt64) {
        guard let transfer = transfers[id] else { return }
        if let piece = transfer.next { return wait(piece.after, id) { [self] in deliver(id) } }
        switch transfer.response.ending {
        case .silence: wait(.seconds(Int64.max / 2), id) {}
        case .cut: end(id, .broken("the connection was cut"))
        case .whole: end(id, transfer.isComplete ? nil : .incomplete)
        }
    }

    private func deliver(_ id: UInt64) {
        guard let transfer = transfers[id], !transfer.isPaused, let piece = transfer.next else { return }
        switch piece.bytes.withUnsafeBytes({ transfer.intake.takeBody($0) }) {
        case .later: transfer.isPaused = true
        case .ended: end(id, .broken("the body"))
        case .accepted:
            transfer.delivered += 1
            transfer.bytes += piece.bytes.count
            guard transfer.intake.takeProgress(transfer.bytes) else { return end(id, .broken("the body")) }
            expectPiece(id)
        }
    }
}

/// One request and the progress of its response.
// Unchecked: only the simulation's thread accesses it.
private final class ScriptedTransfer: @unchecked Sendable {
    let response: ScriptedResponse
    let intake: ResponseReceiver
    /// Received pieces.
    var delivered = 0
    /// Received bytes.
    var bytes = 0
    /// Whether the reader's buffer is full.
    var isPaused = false

    init(_ response: ScriptedResponse, _ intake: ResponseReceiver) { (self.response, self.intake) = (response, intake) }

    /// The next piece; nil after the last.
    var next: ScriptedResponse.Piece? { delivered < response.body.count ? response.body[delivered] : nil }

    /// Whether as many bytes have arrived as the header announces.
    var isComplete: Bool {
        let announced = response.fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
        return announced.map { $0 == bytes } ?? true
    }
}
