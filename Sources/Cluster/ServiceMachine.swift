public import RPC

/// One supervised service as a pure state machine: events and the time go in, the next action comes out.
///
/// It owns no process, clock or task.
public struct ServiceMachine: Sendable {
    /// The state of a service.
    public enum Phase: Sendable, Hashable {
        /// It is to be started now.
        case due
        /// Its process runs and does not serve yet.
        case starting(since: MonotonicInstant)
        /// It serves.
        case serving(since: MonotonicInstant)
        /// It died, and is restarted at this time.
        case waiting(until: MonotonicInstant)
        /// It stays down until an operator starts it.
        case stopped
        /// The supervisor gave up on it: the reason, for people.
        case givenUp(String)
    }

    /// The next action for the driver of the machine.
    public enum Step: Sendable, Hashable {
        /// Start the process.
        case start
        /// Wait until this time or the next event.
        case wait(until: MonotonicInstant)
        /// Wait for the next event.
        case rest
    }

    /// The consequence of a termination.
    public enum Outcome: Sendable, Hashable {
        /// It was requested.
        case stopped
        /// It ended for a restart that an operator asked for; it is started again at once.
        case restarting
        /// It had served and drained; it is restarted after this time.
        case drained(restartAfter: Duration)
        /// It died; it is restarted after this time.
        case died(restartAfter: Duration)
        /// Another process holds its socket or shard; it is retried after this time.
        case held(restartAfter: Duration)
        /// The supervisor gives up on it: the reason, for people.
        case gaveUp(String)
    }

    /// The current state.
    public private(set) var phase = Phase.due
    /// The number of starts.
    public private(set) var starts = 0
    /// The last termination; nil before the first.
    public private(set) var lastEnd: ProcessTermination?

    /// Whether the running process must end, so that another one starts in its place.
    public private(set) var isRestarting = false

    private let policy: RestartPolicy
    /// Crashes since it was last stable.
    private var consecutiveDeaths = 0
    /// The times of crashes within the window, the latest last.
    private var deaths: [MonotonicInstant] = []
    /// Since when another process holds its socket or shard; nil while none does.
    private var heldSince: MonotonicInstant?
    /// Starts since then that found it held.
    private var heldCount = 0

    /// Creates a service that is due to start.
    public init(policy: RestartPolicy = RestartPolicy()) { self.policy = policy }

    /// The next action.
    public func step(now: MonotonicInstant) -> Step {
        switch phase {
        case .due: .start
        case .waiting(let until): until <= now ? .start : .wait(until: until)
        case .starting, .serving, .stopped, .givenUp: .rest
        }
    }

    /// The process was started.
    public mutating func started(now: MonotonicInstant) {
        starts += 1
        phase = .starting(since: now)
    }

    /// The process reports that it serves.
    public mutating func served(now: MonotonicInstant) {
        guard case .starting = phase else { return }
        (heldSince, heldCount) = (nil, 0)
        phase = .serving(since: now)
    }

    /// The process ended.
    ///
    /// - Parameters:
    ///   - isWanted: whether an operator asked for the service to be down.
    ///   - holder: the process that holds the service's socket or shard, for people, when that is why it ended.
    public mutating func ended(
        _ end: ProcessTermination, isWanted: Bool, holder: String? = nil, now: MonotonicInstant
    ) -> Outcome {
        let outcome = outcome(of: end, isWanted: isWanted, holder, now: now)
        lastEnd = end
        isRestarting = false
        switch outcome {
        case .stopped: phase = .stopped
        case .restarting: phase = .due
        case .drained(let wait), .died(let wait), .held(let wait): phase = .waiting(until: now.advanced(by: wait))
        case .gaveUp(let reason): phase = .givenUp(reason)
        }
        return outcome
    }

    private mutating func outcome(
        of end: ProcessTermination, isWanted: Bool, _ holder: String?, now: MonotonicInstant
    ) -> Outcome {
        if isWanted { return .stopped }
        if isRestarting {
            forget()
            return .restarting
        }
        if case .serving(let since) = phase {
            if since.duration(to: now) >= policy.stableAfter { forget() }
            // Drained by `sys.Drain`: not a crash.
            if end == .exited(0) { return .drained(restartAfter: policy.firstBackoff) }
        }
        if end.isFinal { return .gaveUp("\(end); starting it again would change nothing") }
        if end.isHeld { return held(end, holder, now: now) }
        (heldSince, heldCount) = (nil, 0)
        consecutiveDeaths += 1
        deaths = (deaths + [now]).filter { $0.duration(to: now) <= policy.crashLoopWindow }
        if policy.crashLoopLimit > 0, deaths.count >= policy.crashLoopLimit {
            let window = policy.crashLoopWindow.components.seconds
            return .gaveUp("crash loop: it died \(deaths.count) times within \(window) s, the last time with \(end)")
        }
        return .died(restartAfter: policy.backoff(afterDeaths: consecutiveDeaths))
    }

    /// A predecessor may take its drain time to end; a process that holds the place for longer will not release it.
    private mutating func held(_ end: ProcessTermination, _ holder: String?, now: MonotonicInstant) -> Outcome {
        let since = heldSince ?? now
        heldSince = since
        heldCount += 1
        guard since.duration(to: now) < policy.heldTime else {
            let cause = holder.map { "\($0) holds its socket or shard" } ?? "\(end)"
            return .gaveUp("\(cause), and still after \(policy.heldTime.components.seconds) s")
        }
        return .held(restartAfter: policy.backoff(afterHeld: heldCount))
    }

    /// An operator starts the service: a stopped or given-up one starts afresh. Nothing else changes.
    public mutating func want() {
        switch phase {
        case .stopped, .givenUp:
            forget()
            phase = .due
        case .waiting: phase = .due
        case .due, .starting, .serving: break
        }
    }

    /// An operator restarts the service: a running process is to end, and its successor starts at once; without one the
    /// service starts afresh. The process must be stopped separately.
    public mutating func requestRestart() {
        switch phase {
        case .starting, .serving: isRestarting = true
        case .due, .waiting, .stopped, .givenUp: want()
        }
    }

    /// An operator stops the service. A running process must be stopped separately.
    public mutating func requestStop() {
        switch phase {
        case .due, .waiting, .givenUp: phase = .stopped
        case .starting, .serving, .stopped: break
        }
    }

    private mutating func forget() {
        consecutiveDeaths = 0
        deaths = []
        (heldSince, heldCount) = (nil, 0)
    }
}
