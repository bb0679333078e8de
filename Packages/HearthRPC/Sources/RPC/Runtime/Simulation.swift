internal import Basics
internal import Glibc
internal import HeapModule

/// A runtime that runs every job on the calling thread, in virtual time, in an order that the seed decides.
///
/// The seed is the schedule: the same seed runs the same program the same way, job for job. Nothing real may enter:
/// a job that another thread enqueues is counted in ``foreignJobs`` and must never happen, or runs stop repeating.
// Unchecked: all state is touched only by the thread that calls `run`; enqueues from elsewhere are counted, not trusted.
public final class Simulation: Runtime, TaskExecutor, SerialExecutor, @unchecked Sendable {
    private struct Timer: Comparable {
        let at: MonotonicInstant
        let order: UInt64
        let fire: @Sendable () -> Void

        static func == (left: Self, right: Self) -> Bool { left.order == right.order }
        static func < (left: Self, right: Self) -> Bool { (left.at, left.order) < (right.at, right.order) }
    }

    /// The seed that decides this run.
    public let seed: UInt64
    public private(set) var now = MonotonicInstant(nanoseconds: 1_000_000_000)
    public let clockDomain = ClockDomain(bootID: "simulation", timeNamespace: "simulation")
    /// How many jobs have run.
    public private(set) var steps = 0
    /// How many jobs came from a thread that is not the simulation's; anything but 0 is a bug of the program.
    public private(set) var foreignJobs = 0
    /// A hash over everything noted, for telling whether two runs were the same.
    public private(set) var trace = FNV1a.offsetBasis

    private var ready: [UnownedJob] = []
    private var timers = Heap<Timer>()
    private var timersMade: UInt64 = 0
    private var wallClockOffset = Duration.zero
    private var schedule: SplitMix64
    private var numbers: SplitMix64
    private let home = pthread_self()

    /// Virtual civil time begins here: 2026-01-01 00:00 UTC.
    private static let epochSeconds: Double = 1_767_225_600

    /// Makes a simulation whose thread is the calling one.
    public init(seed: UInt64) {
        self.seed = seed
        var source = SplitMix64(seed: seed)
        // Two streams, so that one more random number drawn by the program does not change the order of jobs by itself.
        schedule = SplitMix64(seed: source.next())
        numbers = SplitMix64(seed: source.next())
    }

    public var wallTime: WallTime {
        WallTime(secondsSince1970: Self.epochSeconds)
            .advanced(by: .nanoseconds(Int64(now.nanoseconds))).advanced(by: wallClockOffset)
    }

    /// Sets the wall clock forward, or back when `duration` is negative, while the monotonic clock is unchanged: as
    /// when an administrator sets the clock, or, forward, when a suspended machine resumes.
    public func jumpWallClock(by duration: Duration) { wallClockOffset += duration }

    public func random() -> UInt64 { numbers.next() }

    @discardableResult
    public func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: self, operation: body)
    }

    public func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        timersMade += 1
        timers.insert(Timer(at: max(instant, now), order: timersMade, fire: body))
    }

    public func sleep(until instant: MonotonicInstant) async throws {
        try Task.checkCancellation()
        let wake = SimulatedWake()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wake.wait(continuation)
                schedule(at: instant) { wake.fire() }
            }
        } onCancel: {
            wake.fire()
        }
        try Task.checkCancellation()
    }

    /// Records an event with its time in ``trace``.
    public func note(_ text: String) {
        var hash = FNV1a(trace)
        hash.add("\(now.nanoseconds)|\(text)".utf8)
        trace = hash.value
    }

    /// Runs `body` and everything it starts, until it has returned and no job is ready.
    ///
    /// - Parameters:
    ///   - end: no timer later than this fires: a task still running then waits for an event that does not come.
    ///   - maximumJobs: how many jobs may run at one instant: tasks that yield until an event would run forever,
    ///     as the clock advances only when no job is ready.
    ///   - body: the program.
    /// - Returns: false when tasks wait for an event that never comes, or not until `end`, or run too many jobs at
    ///   once.
    public func run(
        until end: MonotonicInstant = .distantFuture, maximumJobs: Int = .max,
        _ body: @escaping @Sendable () async -> Void
    ) -> Bool {
        let done = SimulatedFlag()
        spawn {
            await body()
            done.isSet = true
        }
        while true {
            let begun = steps
            while !ready.isEmpty {
                guard steps - begun < maximumJobs else { return false }
                runOneJob()
            }
            if done.isSet { return true }
            guard let next = timers.popMin(), next.at < end else { return false }
            now = max(now, next.at)
            next.fire()
        }
    }

    private func runOneJob() {
        let index = Int.random(in: 0..<ready.count, using: &schedule)
        ready.swapAt(index, ready.count - 1)
        let job = ready.removeLast()
        steps += 1
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        if pthread_equal(pthread_self(), home) == 0 { foreignJobs += 1 }
        ready.append(UnownedJob(job))
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
    public func isIsolatingCurrentContext() -> Bool? { pthread_equal(pthread_self(), home) != 0 }
    public func checkIsolated() {
        precondition(pthread_equal(pthread_self(), home) != 0, "not on the simulation's thread")
    }
}

/// A flag of the simulation's one thread.
// Unchecked: set and read by the simulation's thread alone.
private final class SimulatedFlag: @unchecked Sendable {
    var isSet = false
}

/// Wakes one sleeper once, whichever of its timer and its cancellation comes first.
// Unchecked: touched by the simulation's thread alone.
private final class SimulatedWake: @unchecked Sendable {
    private var continuation: CheckedContinuation<Void, Never>?
    private var fired = false

    func wait(_ continuation: CheckedContinuation<Void, Never>) {
        if fired { continuation.resume() } else { self.continuation = continuation }
    }

    func fire() {
        fired = true
        continuation?.resume()
        continuation = nil
    }
}
