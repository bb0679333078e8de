internal import ZeroMQ

/// How long a client waits before it makes a new socket.
struct ReconnectBackoff {
    /// The shortest time between two connections that are lost at once, in nanoseconds: 10 ms.
    static let betweenLosses = 10 * MonotonicClock.millisecond

    /// The wait after the first refusal, in nanoseconds, which doubles with each further one: 100 ms.
    static let firstRefusal = 100 * MonotonicClock.millisecond

    /// The longest wait, in nanoseconds: 5 s.
    static let longest = 5 * MonotonicClock.second

    private var lastLoss: UInt64?
    private var refusals: UInt64 = 0

    /// A connection was made: refusals are forgotten.
    mutating func connected() { refusals = 0 }

    /// The wait after a connection was lost at `now`: none, unless the last loss was a moment ago.
    mutating func afterLoss(at now: UInt64) -> UInt64 {
        defer { lastLoss = now }
        guard let lastLoss, now &- lastLoss < ReconnectBackoff.betweenLosses else { return 0 }
        return ReconnectBackoff.betweenLosses
    }

    /// The wait after a refused login: between half of the full wait and all of it, so that many do not come together.
    mutating func afterRefusal(random: UInt64) -> UInt64 {
        let full = min(ReconnectBackoff.firstRefusal << min(refusals, 10), ReconnectBackoff.longest)
        refusals += 1
        return full / 2 + random % (full / 2)
    }
}
