internal import ZeroMQ

/// The backoff before a client makes a new socket.
struct ReconnectBackoff {
    /// The shortest time between two losses before the client backs off, in nanoseconds: 10 ms.
    static let betweenLosses = 10 * MonotonicClock.millisecond

    /// The backoff after the first refusal, in nanoseconds, which doubles with each further one: 100 ms.
    static let firstRefusal = 100 * MonotonicClock.millisecond

    /// The longest backoff, in nanoseconds: 5 s.
    static let longest = 5 * MonotonicClock.second

    private var lastLoss: UInt64?
    private var refusals: UInt64 = 0

    /// A connection was made: resets the count of refusals.
    mutating func connected() { refusals = 0 }

    /// The backoff after a connection was lost at `now`: none, unless the last loss was just before.
    mutating func afterLoss(at now: UInt64) -> UInt64 {
        defer { lastLoss = now }
        guard let lastLoss, now &- lastLoss < ReconnectBackoff.betweenLosses else { return 0 }
        return ReconnectBackoff.betweenLosses
    }

    /// The backoff after a refused login: between half of the full time and all of it, so that many clients do not
    /// return together.
    mutating func afterRefusal(random: UInt64) -> UInt64 {
        let full = min(ReconnectBackoff.firstRefusal << min(refusals, 10), ReconnectBackoff.longest)
        refusals += 1
        return full / 2 + random % (full / 2)
    }
}
