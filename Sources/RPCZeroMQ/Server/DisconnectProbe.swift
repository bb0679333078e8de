internal import ZeroMQ

/// When to look for the peer that a broken connection belonged to.
///
/// A ROUTER's monitor tells that a connection broke, not whose. A message to a dead peer names it, but only after
/// libzmq has noticed on its side, within some milliseconds. So the peers with running calls, which have most to lose,
/// are asked every millisecond for 20 ms; then everybody is asked, and once more later if somebody is still missing.
///
/// Of connections that never got through their handshake (``ZeroMQEvent/isFailedHandshake``) there is no peer to look for.
/// libzmq's one I/O thread tells of such a failure and, next, of that connection's end (`stream_engine_base_t::error`), so the
/// two can be matched although they carry nothing in common. Or whoever knocks and leaves all the time would have everybody
/// with a call asked all the time.
struct DisconnectProbe {
    /// Whom to ask.
    enum Round: Hashable {
        case peersWithCalls
        case everybody
    }

    /// The time between two rounds, in nanoseconds.
    static let interval = MonotonicClock.millisecond

    /// How long peers with calls are asked, in nanoseconds; then everybody.
    static let window = 20 * MonotonicClock.millisecond

    /// The wait before everybody is asked again, in nanoseconds.
    static let secondSweep = MonotonicClock.second

    /// Broken connections whose peers were not found yet.
    private var missing = 0
    private var sweepsLeft = 0
    private var windowEnd: UInt64 = 0
    private var nextRound: UInt64?
    private var nextSweep: UInt64?
    /// The next connection to break is one that never got through its handshake.
    private var isHandshakeFailing = false

    /// When the next round is due; nil while nobody is looked for.
    var next: UInt64? {
        guard let nextRound, let nextSweep else { return nextRound ?? nextSweep }
        return min(nextRound, nextSweep)
    }

    /// A handshake failed, and its connection breaks next.
    mutating func handshakeFailed() { isHandshakeFailing = true }

    /// A connection broke.
    ///
    /// - Returns: whether it was one over which somebody may have spoken.
    @discardableResult
    mutating func disconnected(at now: UInt64) -> Bool {
        guard !isHandshakeFailing else {
            isHandshakeFailing = false
            return false
        }
        missing += 1
        sweepsLeft = 2
        windowEnd = now &+ DisconnectProbe.window
        nextRound = now
        // Not put off by further ones: where connections break all the time, peers are still forgotten.
        nextSweep = min(nextSweep ?? .max, windowEnd)
        return true
    }

    /// A peer whose connection broke was found.
    mutating func found() {
        missing -= missing > 0 ? 1 : 0
        if missing == 0 { (nextRound, nextSweep) = (nil, nil) }
    }

    /// Whom to ask at `now`; nil when it is not time.
    mutating func due(at now: UInt64) -> Round? {
        if let sweep = nextSweep, sweep <= now {
            if windowEnd <= now { nextRound = nil }
            sweepsLeft -= 1
            nextSweep = sweepsLeft > 0 ? now &+ DisconnectProbe.secondSweep : nil
            // Whoever is missing after the last one had never said anything.
            if sweepsLeft == 0 { (missing, nextRound) = (0, nil) }
            return .everybody
        }
        guard let round = nextRound, round <= now else { return nil }
        nextRound = now &+ DisconnectProbe.interval
        return .peersWithCalls
    }
}
