internal import ZeroMQ

/// Schedules the search for the peer of a broken connection.
///
/// A ROUTER's monitor reports that a connection broke, not which peer it belonged to. A message to a dead peer tells,
/// but only after libzmq has noticed on its side, within some milliseconds. So the peers with running calls, which have
/// most to lose, are probed every millisecond for 20 ms; then all peers are probed, and once more later if one is still
/// missing.
///
/// Connections that never completed their handshake (``ZeroMQEvent/isFailedHandshake``) have no peer to search for.
/// libzmq's one I/O thread reports such a failure and, next, that connection's end (`stream_engine_base_t::error`), so
/// the two can be matched although they have no field in common. Otherwise a client that connects and disconnects all
/// the time would cause constant probes of all peers with calls.
struct DisconnectProbe {
    /// The peers to probe.
    enum Round: Hashable {
        case peersWithCalls
        case everybody
    }

    /// The time between two rounds, in nanoseconds.
    static let interval = MonotonicClock.millisecond

    /// How long peers with calls are probed, in nanoseconds; then all peers.
    static let window = 20 * MonotonicClock.millisecond

    /// The wait before all peers are probed again, in nanoseconds.
    static let secondSweep = MonotonicClock.second

    /// Broken connections whose peers were not found yet.
    private var missing = 0
    private var sweepsLeft = 0
    private var windowEnd: UInt64 = 0
    private var nextRound: UInt64?
    private var nextSweep: UInt64?
    /// The next connection to break is one that never completed its handshake.
    private var isHandshakeFailing = false

    /// When the next round is due; nil while no peer is missing.
    var next: UInt64? {
        guard let nextRound, let nextSweep else { return nextRound ?? nextSweep }
        return min(nextRound, nextSweep)
    }

    /// A handshake failed, and its connection breaks next.
    mutating func handshakeFailed() { isHandshakeFailing = true }

    /// A connection broke.
    ///
    /// - Returns: whether it may have had a peer.
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
        // Not postponed by further losses: where connections break all the time, peers are still removed.
        nextSweep = min(nextSweep ?? .max, windowEnd)
        return true
    }

    /// A peer whose connection broke was found.
    mutating func found() {
        missing -= missing > 0 ? 1 : 0
        if missing == 0 { (nextRound, nextSweep) = (nil, nil) }
    }

    /// The peers to probe at `now`; nil when no round is due.
    mutating func due(at now: UInt64) -> Round? {
        if let sweep = nextSweep, sweep <= now {
            if windowEnd <= now { nextRound = nil }
            sweepsLeft -= 1
            nextSweep = sweepsLeft > 0 ? now &+ DisconnectProbe.secondSweep : nil
            // A connection whose peer is still missing after the last sweep had never sent anything.
            if sweepsLeft == 0 { (missing, nextRound) = (0, nil) }
            return .everybody
        }
        guard let round = nextRound, round <= now else { return nil }
        nextRound = now &+ DisconnectProbe.interval
        return .peersWithCalls
    }
}
