import RPC
import Synchronization

/// A loop that is never turned: these tests feed engines directly.
final class IdleLoop: RPCLoop {
    private let operations = Mutex<[@Sendable () -> Void]>([])

    func submit(_ operation: @escaping @Sendable () -> Void) { operations.withLock { $0.append(operation) } }
}
