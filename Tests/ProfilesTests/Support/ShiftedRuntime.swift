import RPC
import Synchronization

/// The real runtime with clocks that a test sets ahead.
final class ShiftedRuntime: Runtime {
    private let system = SystemRuntime.shared
    private let shift = Mutex(Duration.zero)

    /// Sets both clocks ahead.
    func pass(_ duration: Duration) { shift.withLock { $0 += duration } }

    private var shifted: Duration { shift.withLock { $0 } }

    var now: MonotonicInstant { system.now.advanced(by: shifted) }
    var wallTime: WallTime { system.wallTime.advanced(by: shifted) }
    var clockDomain: ClockDomain { system.clockDomain }
    func random() -> UInt64 { system.random() }

    @discardableResult
    func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> { system.spawn(body) }

    func sleep(until instant: MonotonicInstant) async throws {
        try await system.sleep(for: now.duration(to: instant))
    }

    func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        system.schedule(at: system.now.advanced(by: now.duration(to: instant)), body)
    }
}
