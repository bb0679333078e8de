import RPC
import Synchronization

/// The real runtime, but what is scheduled for later comes at once and takes the clock along: pauses pass, and no test
/// waits for them.
final class FastForwardRuntime: Runtime {
    private struct State {
        var shift = Duration.zero
        var wallShift = Duration.zero
        var leaps: [Duration] = []
    }

    private let system = SystemRuntime.shared
    private let state = Mutex(State())

    /// The pauses that have passed, in their order.
    var leaps: [Duration] { state.withLock { $0.leaps } }

    /// Has civil time go on.
    func passDays(_ days: Int) { state.withLock { $0.wallShift += .seconds(days * 86_400) } }

    func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let pause = system.now.advanced(by: state.shift).duration(to: instant)
            guard pause > .zero else { return }
            state.shift += pause
            state.leaps.append(pause)
        }
        system.spawn { body() }
    }

    var now: MonotonicInstant { system.now.advanced(by: state.withLock { $0.shift }) }
    var wallTime: WallTime { system.wallTime.advanced(by: state.withLock { $0.wallShift }) }
    var clockDomain: ClockDomain { system.clockDomain }
    func random() -> UInt64 { system.random() }

    @discardableResult
    func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> { system.spawn(body) }

    func sleep(until instant: MonotonicInstant) async throws {
        try await system.sleep(for: now.duration(to: instant))
    }
}
