import RPC
import Synchronization

/// When each report was sent, by its number.
final class Sent: Sendable {
    private let times = Mutex<[Int: MonotonicInstant]>([:])

    /// Notes that a report is sent now.
    func note(_ number: Int) { times.withLock { $0[number] = SystemRuntime.shared.now } }

    /// When a report was sent; nil for another number.
    func time(of number: Int) -> MonotonicInstant? { times.withLock { $0[number] } }
}
