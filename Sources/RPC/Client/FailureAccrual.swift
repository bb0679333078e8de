/// Keeps calls away from a server that does not answer (Finagle's failure accrual).
///
/// After some failures in a row calls are held back for a pause. When it is over one call goes out, the probe: its answer
/// lets all others pass again, its failure doubles the pause. A probe that says nothing for long may be followed by another
/// one; then any of them counts. Pure: it is told what happens, and when.
struct FailureAccrual: Sendable {
    enum State: Sendable, Equatable {
        /// Calls pass.
        case passing
        /// None passes before this time. The first one after it is the probe.
        case pausing(until: MonotonicInstant)
        /// The probe is out, the last one if there are several, and no other call passes.
        case probing(CallID)
    }

    /// Names a call.
    typealias CallID = UInt64

    private(set) var state = State.passing
    /// Failures since the last answer; they count while calls pass.
    private(set) var failures = 0
    /// Probes that gave their place to the one that is out.
    private(set) var earlierProbes: Set<CallID> = []
    /// What the next pause is at most.
    private var pause: Duration
    private var lastAnswer = MonotonicInstant(nanoseconds: 0)
    private let limits: RPCLimits
    private var random: SplitMix64

    /// - Parameter seed: decides how long pauses are, so that clients of one server do not come back together.
    init(limits: RPCLimits, seed: UInt64) {
        (self.limits, pause, random) = (limits, limits.firstPause, SplitMix64(seed: seed))
    }

    // MARK: May a call go out?

    var isPassing: Bool {
        if case .passing = state { true } else { false }
    }

    /// The call that finds out whether the server answers again.
    var probe: CallID? {
        guard case .probing(let call) = state else { return nil }
        return call
    }

    /// When the pause is over; nil when there is none.
    var pauseEnd: MonotonicInstant? {
        guard case .pausing(let end) = state else { return nil }
        return end
    }

    /// Whether the pause is over, and the next call is to be the probe.
    func wantsProbe(at now: MonotonicInstant) -> Bool { pauseEnd.map { $0 <= now } ?? false }

    /// How long a probe may be out before another one may follow. One that has just that much time ends by itself.
    var probePatience: Duration { limits.firstPause + .nanoseconds(1) }

    /// For how long calls are held back; while a probe is out nobody knows, and the most that it keeps its place stands for
    /// it.
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

    /// The server has answered a call, be it with an error.
    mutating func answered(at now: MonotonicInstant) {
        (failures, pause, lastAnswer) = (0, limits.firstPause, now)
        if !isPassing { leaveProbes(for: .passing) }
    }

    /// The server has shown that it is there, but not that it answers calls: they pass until the next failure, which begins
    /// as long a pause as the probe's would have.
    mutating func sawKeepAlive() {
        failures = limits.maxConsecutiveFailures - 1
        pause = min(pause * 2, limits.longestPause)
        leaveProbes(for: .passing)
    }

    /// Whether the end of a call's time speaks against its server: it had some time, and answered nobody meanwhile.
    func isFault(since begin: MonotonicInstant, until now: MonotonicInstant) -> Bool {
        lastAnswer <= begin && begin.duration(to: now) >= limits.fairWait
    }

    /// A call has failed in a way that speaks against the server. While calls are held back only probes count.
    mutating func failed(_ call: CallID, at now: MonotonicInstant) {
        switch state {
        case .passing:
            failures += 1
            if failures >= limits.maxConsecutiveFailures || Defect.holdsBackLong.isPlanted { beginPause(at: now) }
        case .probing(let probe) where probe == call || earlierProbes.contains(call):
            pause = min(pause * 2, limits.longestPause)
            beginPause(at: now)
        case .probing, .pausing: break
        }
    }

    /// The probe has ended without telling anything: the next call takes its place.
    mutating func withdrawProbe(at now: MonotonicInstant) {
        if case .probing = state { leaveProbes(for: .pausing(until: now)) }
    }

    /// There is a new connection: the server need not be waited for any longer, but it has answered no call yet.
    mutating func connected(at now: MonotonicInstant) {
        if case .pausing(let end) = state, !Defect.holdsBackLong.isPlanted { state = .pausing(until: min(end, now)) }
    }

    /// Between half of the pause and all of it.
    private mutating func beginPause(at now: MonotonicInstant) {
        let most = max(1, pause.wholeNanoseconds) * (Defect.holdsBackLong.isPlanted ? 1000 : 1)
        let length = Duration.nanoseconds(Int64.random(in: (most + 1) / 2...most, using: &random))
        leaveProbes(for: .pausing(until: now.advanced(by: length)))
    }

    private mutating func leaveProbes(for next: State) {
        state = next
        earlierProbes.removeAll()
    }
}
