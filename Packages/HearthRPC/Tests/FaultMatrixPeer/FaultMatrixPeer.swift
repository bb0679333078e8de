import Foundation
import RPC
import RPCZeroMQ
import Synchronization

/// The server of the chaos table as a process of its own, for real signals.
///
///     FaultMatrixPeer ADDRESS SAFETY
///
/// It tells its output what happens and takes orders from its input (``PeerMessage``), and ends with the process that started it.
@main
enum FaultMatrixPeer {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 3, let address = ZeroMQEndpoint(words[1]), let safety = CallSafety(rawValue: words[2])
        else {
            exit(EX_USAGE)
        }
        do {
            try await serve(at: address, safety)
            exit(EX_OK)
        } catch {
            // As when another one listens there.
            exit(EX_UNAVAILABLE)
        }
    }

    private static func serve(at address: ZeroMQEndpoint, _ safety: CallSafety) async throws {
        let record = PipeEffectRecorder()
        let runtime = SystemRuntime.shared
        let server = try MatrixServer(runtime: runtime, record: record, life: ServerInstance())
            .make(safety, limits: MatrixServer.limits)
        let node = try ZeroMQNode.start(name: "server")
        let transport = try await ZeroMQServerTransport.listen(server, at: [ZeroMQBinding(address)], node: node) {
            if case .peerTooSlow = $0 { record.write(.drop) }
        }
        record.write(.listening(transport.endpoints[0].description))
        for await order in orders() {
            switch order {
            case .open: record.gate.open()
            case .shut: record.gate.shut()
            case .starve: starve()
            case .drain:
                await transport.drain(within: .seconds(60))
                return await node.shutDown()
            }
            record.write(.done)
        }
    }

    /// The orders, as they come. Without anybody to give them the process ends at once.
    private static func orders() -> AsyncStream<PeerMessage.Order> {
        let (orders, source) = AsyncStream.makeStream(of: PeerMessage.Order.self)
        Thread.detachNewThread {
            while let line = readLine() {
                if let order = PeerMessage.Order(rawValue: line) { source.yield(order) }
            }
            exit(EX_NOINPUT)
        }
        return orders
    }

    /// Descriptors that it leaves itself at most.
    private static let spareDescriptors = 4

    private static func starve() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // The limit is one of numbers: what was inherited may have high ones, and leave many below them free.
        let lowest = dup(STDIN_FILENO)
        close(lowest)
        guard lowest >= 0, getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = rlim_t(lowest) + rlim_t(spareDescriptors)
        _ = setrlimit(resource, &limit)
    }
}

/// Tells the output what the handlers do, before they go on.
private final class PipeEffectRecorder: EffectRecorder {
    let gate = HandlerGate { PipeEffectRecorder.write(.arrival($0)) }

    func begin(_ call: String, at now: MonotonicInstant) { write(.begin(call, at: now)) }
    func commit(_ call: String, key: String) { write(.commit(call, key: key)) }
    func end(_ call: String) { write(.end(call)) }
    func write(_ line: PeerMessage) { Self.write(line) }

    private static let output = Mutex(FileHandle.standardOutput)

    private static func write(_ line: PeerMessage) {
        output.withLock { try? $0.write(contentsOf: Data((line.text + "\n").utf8)) }
    }
}
