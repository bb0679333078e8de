internal import ZeroMQ

/// When to look for the peer that a broken connection belonged to.
///
/// A ROUTER's monitor tells that a connection broke, not whose. A message to a dead peer names it, but only after
/// libzmq has noticed on its side, within some milliseconds. So the peers with running calls, which have most to lose,
/// are asked every millisecond for 20 ms, and then all of them, twice.
struct DisconnectProbe {
    /// Whom to ask.
    enum Round: Hashable {
        case peersWithCalls
        case everybody
    }

    /// The time between two rounds, in nanoseconds.
    static let interval = MonotonicClock.millisecond

    /// How long peers with calls are asked, in nanoseconds.
    static let window = 20 * MonotonicClock.millisecond

    /// The wait before everybody is asked for the second time, in nanoseconds.
    static let secondSweep = MonotonicClock.second

    /// When the next round is due; nil while nobody is looked for.
    private(set) var next: UInt64?

    private var missing = 0
    private var windowEnd: UInt64 = 0
    private var sweeps = 0

    /// A connection broke.
    mutating func disconnected(at now: UInt64) {
        missing += 1
        (windowEnd, next, sweeps) = (now &+ DisconnectProbe.window, now, 0)
    }

    /// A dead peer was found.
    mutating func found() {
        missing = max(0, missing - 1)
        if missing == 0 { next = nil }
    }

    /// Whom to ask at `now`; nil when it is not time.
    mutating func due(at now: UInt64) -> Round? {
        guard let due = next, due <= now else { return nil }
        if now < windowEnd {
            next = now &+ DisconnectProbe.interval
            return .peersWithCalls
        }
        sweeps += 1
        if sweeps == 1 {
            next = now &+ DisconnectProbe.secondSweep
        } else {
            // Whoever it was had never said anything.
            (next, missing) = (nil, 0)
        }
        return .everybody
    }
}
