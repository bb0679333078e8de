internal import RPC

/// A token bucket: so many requests a second, with a burst after a pause. Pure: the caller passes the time.
struct TokenBucket: Sendable {
    private let interval: Duration
    private let credit: Duration
    private var next = MonotonicInstant(nanoseconds: 0)
    private var pausedUntil = MonotonicInstant(nanoseconds: 0)

    /// Gives out turns.
    ///
    /// - Parameter atOnce: how many there are at once after a pause.
    init(perSecond: Int, atOnce: Int) {
        interval = .seconds(1) / perSecond
        credit = interval * (atOnce - 1)
    }

    /// The time of the next turn, if it is no later than `limit`; the turn is then granted.
    mutating func take(at now: MonotonicInstant, noLaterThan limit: MonotonicInstant) -> MonotonicInstant? {
        let turn = max(next, now.advanced(by: .zero - credit))
        let start = max(turn, now)
        guard start <= limit else { return nil }
        next = turn.advanced(by: interval)
        return start
    }

    /// Grants no turn before a time. Granted turns before it have lapsed.
    mutating func pause(until moment: MonotonicInstant) {
        pausedUntil = max(pausedUntil, moment)
        next = max(next, moment)
    }

    /// Whether granted turns for this time have lapsed.
    func isPaused(at now: MonotonicInstant) -> Bool { now < pausedUntil }

    /// When the next turn would be.
    func nextPermit(at now: MonotonicInstant) -> MonotonicInstant { max(next, now) }
}
