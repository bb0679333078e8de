/// Holds calls back from a server that does not answer: a circuit breaker (Finagle's failure accrual).
///
/// After several failures in a row calls are held back for a pause. Then one call goes out, the probe: its answer
/// releases all others, its failure doubles the pause. When a probe stays unanswered for long, another one may follow;
/// then the result of either counts. Pure: events and times are its input.
struct FailureAccrual: Sendable {
    enum State: Sendable, Equatable {
        /// Calls pass.
        case passing
        /// No call passes before this time. The first one after it is the probe.
        case pausing(until: MonotonicInstant)
        /// The probe is in flight (the last one if there are several), and no other call passes.
        case probing(CallID)
    }

    /// Names a call.
    typealias CallID = UInt64

    private(set) var state = State.passing
    /// Failures since the last answer; they count while calls pass.
    private(set) var failures = 0
    /// Earlier probes that were replaced by the one in flight.
    private(set) var earlierProbes: Set<CallID> = []
    /// The upper bound of the next pause.
    private var pause: Duration
    private var lastResponse = MonotonicInstant(nanoseconds: 0)
    private let limits: RPCLimits
    private var random: SplitMix64

    /// - Parameter seed: randomizes the pauses, so that the clients of one server do not all return at once.
    init(limits: RPCLimits, seed: UInt64) {
        (self.limits, pause, random) = (limits, limits.firstPause, SplitMix64(seed: seed))
    }

    // MARK: May a call go out?

    var isPassing: Bool {
        if case .passing = state { true } else { false }
    }

    /// The call that tests whether the server answers again.
    var probe: CallID? {
        guard case .probing(let call) = state else { return nil }
        return call
    }

    /// The end of the pause; nil when there is none.
    var pauseEnd: MonotonicInstant? {
        guard case .pausing(let end) = state else { return nil }
        return end
    }

    /// Whether the pause is over, and the next call is to be the probe.
    func wantsProbe(at now: MonotonicInstant) -> Bool { pauseEnd.map { $0 <= now } ?? false }

    /// How long a probe may be in flight before another one may follow. A call with a deadline shorter than that ends
    /// by itself.
    var probePatience: Duration { limits.firstPause + .nanoseconds(1) }

    /// For how long calls are held back; while a probe is in flight that is unknown, and this returns the longest time
    /// for which the probe keeps its place.
    func timeLeft(at now: MonotonicInstant) -> Duration {
        switch state {
        case .passing: .zero
        case .pausing(let end): max(.zero, now.duration(to: end))
        case .probing: limits.firstPause
        }
    }

    mutating func begin(probe: CallID) {
        if case .probing(let earlier) = state { earlierProbes.insert(earlier) }
        state = .probing(probe)
    }

    // MARK: What became of calls

    /// The server has answered a call, possibly with an error.
    mutating func responded(at now: MonotonicInstant) {
        (failures, pause, lastResponse) = (0, limits.firstPause, now)
        if !isPassing { leaveProbes(for: .passing) }
    }

    /// The server has sent a keepalive, which does not show that it answers calls: they pass until the next failure,
    /// which begins as long a pause as the probe's failure would have.
    mutating func sawKeepAlive() {
        failures = limits.maxConsecutiveFailures - 1
        pause = min(pause * 2, limits.longestPause)
        leaveProbes(for: .passing)
    }

    /// Whether a call's timeout counts as a failure of its server: the call had a fair time, and the server answered no
    /// call meanwhile.
    func isFault(since begin: MonotonicInstant, until now: MonotonicInstant) -> Bool {
        lastResponse <= begin && begin.duration(to: now) >= limits.fairWait
    }

    /// A call has failed in a way that counts against the server. While calls are held back only probes count.
    mutating func failed(_ call: CallID, at now: MonotonicInstant) {
        switch state {
        case .passing:
            failures += 1
            if failures >= limits.maxConsecutiveFailures { beginPause(at: now) }
        case .probing(let probe) where probe == call || earlierProbes.contains(call):
            pause = min(pause * 2, limits.longestPause)
            beginPause(at: now)
        case .probing, .pausing: break
        }
    }

    /// The probe ended without a result: the next call takes its place.
    mutating func withdrawProbe(at now: MonotonicInstant) {
        if case .probing = state { leaveProbes(for: .pausing(until: now)) }
    }

    /// There is a new connection: the pause ends, but the server has answered no call yet.
    mutating func connected(at now: MonotonicInstant) {
        if case .pausing(let end) = state { state = .pausing(until: min(end, now)) }
    }

    /// Pauses for a random time between half of the pause and all of it.
    private mutating func beginPause(at now: MonotonicInstant) {
        let most = max(1, pause.wholeNanoseconds)
        let length = Duration.nanoseconds(Int64.random(in: (most + 1) / 2...most, using: &random))
        leaveProbes(for: .pausing(until: now.advanced(by: length)))
    }

    private mutating func leaveProbes(for next: State) {
        state = next
        earlierProbes.removeAll()
    }
}
