public import RPC

/// One supervised service as a pure state machine: what happened and the time go in, what to do comes out.
///
/// It owns no process, clock or task.
public struct ServiceMachine: Sendable {
    /// Where the service stands.
    public enum Phase: Sendable, Hashable {
        /// It is to be started now.
        case due
        /// Its process runs and does not serve yet.
        case starting(since: MonotonicInstant)
        /// It serves.
        case serving(since: MonotonicInstant)
        /// It died, and is started again at this time.
        case waiting(until: MonotonicInstant)
        /// It is not to run until somebody says so.
        case stopped
        /// It is not started any more: for people, why.
        case givenUp(String)
    }

    /// What the one who drives the machine does next.
    public enum Step: Sendable, Hashable {
        /// Start the process.
        case start
        /// Wait until then, or until something happens.
        case wait(until: MonotonicInstant)
        /// Wait until something happens.
        case rest
    }

    /// What an end came to.
    public enum Outcome: Sendable, Hashable {
        /// It was wanted.
        case stopped
        /// It had served and was asked to end; it is started again after this time.
        case drained(restartAfter: Duration)
        /// It died; it is started again after this time.
        case died(restartAfter: Duration)
        /// Another process has its place; it is started again after this time.
        case held(restartAfter: Duration)
        /// It is not started any more: for people, why.
        case gaveUp(String)
    }

    /// Where the service stands.
    public private(set) var phase = Phase.due
    /// How often it was started.
    public private(set) var starts = 0
    /// How it ended last; nil when it never did.
    public private(set) var lastEnd: ProcessTermination?

    private let policy: RestartPolicy
    /// Deaths since it was well last.
    private var consecutiveDeaths = 0
    /// When it died, the latest last, within the window.
    private var deaths: [MonotonicInstant] = []
    /// Since when its place is held by another process; nil while it is not.
    private var heldSince: MonotonicInstant?
    /// Starts since then that found it held.
    private var heldCount = 0

    /// A service that is to be started.
    public init(policy: RestartPolicy = RestartPolicy()) { self.policy = policy }

    /// What to do now.
    public func step(now: MonotonicInstant) -> Step {
        switch phase {
        case .due: .start
        case .waiting(let until): until <= now ? .start : .wait(until: until)
        case .starting, .serving, .stopped, .givenUp: .rest
        }
    }

    /// The process has been started.
    public mutating func started(now: MonotonicInstant) {
        starts += 1
        phase = .starting(since: now)
    }

    /// The process says that it serves.
    public mutating func served(now: MonotonicInstant) {
        guard case .starting = phase else { return }
        (heldSince, heldCount) = (nil, 0)
        phase = .serving(since: now)
    }

    /// The process ended.
    ///
    /// - Parameters:
    ///   - isWanted: whether an operator asked for the service to be down.
    ///   - holder: what has the service's place, for people, where that is why it ended.
    public mutating func ended(
        _ end: ProcessTermination, isWanted: Bool, holder: String? = nil, now: MonotonicInstant
    ) -> Outcome {
        let outcome = outcome(of: end, isWanted: isWanted, holder, now: now)
        lastEnd = end
        switch outcome {
        case .stopped: phase = .stopped
        case .drained(let wait), .died(let wait), .held(let wait): phase = .waiting(until: now.advanced(by: wait))
        case .gaveUp(let reason): phase = .givenUp(reason)
        }
        return outcome
    }

    private mutating func outcome(
        of end: ProcessTermination, isWanted: Bool, _ holder: String?, now: MonotonicInstant
    ) -> Outcome {
        if isWanted { return .stopped }
        if case .serving(let since) = phase {
            if since.duration(to: now) >= policy.stableAfter { forget() }
            // Asked to, by `sys.Drain`: that is no death.
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

    /// The process before may take its calls' time to end; whoever else is there for longer is not going away.
    private mutating func held(_ end: ProcessTermination, _ holder: String?, now: MonotonicInstant) -> Outcome {
        let since = heldSince ?? now
        heldSince = since
        heldCount += 1
        guard since.duration(to: now) < policy.heldTime else {
            let place = holder.map { "\($0) has its place" } ?? "\(end)"
            return .gaveUp("\(place), and still after \(policy.heldTime.components.seconds) s")
        }
        return .held(restartAfter: policy.backoff(afterHeld: heldCount))
    }

    /// Somebody wants the service to run: what was stopped or given up starts afresh. Nothing else changes.
    public mutating func want() {
        switch phase {
        case .stopped, .givenUp:
            forget()
            phase = .due
        case .waiting: phase = .due
        case .due, .starting, .serving: break
        }
    }

    /// Somebody wants the service to be down. A running process must be stopped besides.
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
