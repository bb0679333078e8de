public import RPC
internal import Synchronization

/// The system's runtime with a civil clock that stands still until a test moves it.
public final class StandingClock: Runtime {
    private let time: Mutex<WallTime>
    private let system = SystemRuntime.shared

    /// 2026-06-01 00:00 UTC.
    public static let start = WallTime(nanosecondsSince1970: 1_780_272_000_000_000_000)

    /// A clock at a time.
    public init(at time: WallTime = StandingClock.start) { self.time = Mutex(time) }

    /// Moves the clock.
    public func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    public var wallTime: WallTime { time.withLock { $0 } }
    public var now: MonotonicInstant { system.now }
    public var clockDomain: ClockDomain { system.clockDomain }
    public func random() -> UInt64 { system.random() }

    @discardableResult
    public func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> {
        system.spawn(body)
    }

    public func spawn(each jobs: [any RuntimeJob]) { system.spawn(each: jobs) }
    public func spawn(ahead job: any RuntimeJob) { system.spawn(ahead: job) }
    public func sleep(until instant: MonotonicInstant) async throws { try await system.sleep(until: instant) }

    public func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        system.schedule(at: instant, body)
    }
}
