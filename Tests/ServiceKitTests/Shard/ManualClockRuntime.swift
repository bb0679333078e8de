import RPC
import Synchronization

/// The real runtime with clocks that a test moves.
final class ManualClockRuntime: Runtime {
    private let system = SystemRuntime.shared
    private let shift = Mutex<(monotonic: Duration, wall: Duration)>((.zero, .zero))

    /// Moves both clocks on.
    func pass(_ duration: Duration) { shift.withLock { $0 = ($0.monotonic + duration, $0.wall + duration) } }

    /// Sets the wall clock ahead, or back when `duration` is negative.
    func jumpWallClock(by duration: Duration) { shift.withLock { $0.wall += duration } }

    var now: MonotonicInstant { system.now.advanced(by: shift.withLock { $0.monotonic }) }
    var wallTime: WallTime { system.wallTime.advanced(by: shift.withLock { $0.wall }) }
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
