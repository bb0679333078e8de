/// The executor, the clocks and the random numbers that code uses.
///
/// Everything that starts work, waits or draws a random number takes a runtime. ``SystemRuntime`` is the real one;
/// ``Simulation`` runs the same code on one thread in virtual time, in an order that a seed decides.
public protocol Runtime: AnyObject, Sendable {
    /// The monotonic clock's current time.
    var now: MonotonicInstant { get }

    /// The current civil time.
    var wallTime: WallTime { get }

    /// Which monotonic clock ``now`` reads.
    var clockDomain: ClockDomain { get }

    /// 64 random bits.
    func random() -> UInt64

    /// Starts `body` as an unstructured task, which inherits nothing from the caller.
    @discardableResult
    func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never>

    /// Starts a task for each of these jobs at once, which costs less than one by one.
    func spawn(each jobs: [any RuntimeJob])

    /// Starts a task for a job, ahead of those of ``spawn(each:)`` that have not begun.
    func spawn(ahead job: any RuntimeJob)

    /// Waits until `instant`.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(until instant: MonotonicInstant) async throws

    /// Runs a short `body` once at `instant`, or right after when that has passed.
    func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void)
}

/// The work of a detached task: a class, since a closure for each of many tasks would allocate one more object.
public protocol RuntimeJob: AnyObject, Sendable {
    /// The task's entire work.
    func run() async
}

extension Runtime {
    /// Starts them one after another.
    public func spawn(each jobs: [any RuntimeJob]) {
        for job in jobs { spawn { await job.run() } }
    }

    /// Starts it like any other.
    public func spawn(ahead job: any RuntimeJob) { spawn { await job.run() } }

    /// Waits for `duration`.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try await sleep(until: now.advanced(by: duration))
    }

    /// The runtime's random numbers as a generator for the standard library's functions.
    public var generator: RuntimeGenerator { RuntimeGenerator(runtime: self) }

    /// `count` random bytes.
    public func randomBytes(_ count: Int) -> [UInt8] {
        var source = generator
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
    }
}

/// A runtime's random numbers, to be passed as `using:`.
public struct RuntimeGenerator: RandomNumberGenerator {
    let runtime: any Runtime

    public mutating func next() -> UInt64 { runtime.random() }
}
