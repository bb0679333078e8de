internal import DequeModule
internal import RPC
internal import ZeroMQ

/// The connections that a server has accepted, and which of them is evicted for a new one. Pure.
///
/// A connection is *verified* once a call over it has authenticated its caller. Verified connections never use all
/// slots: the rest is reserved for new ones, of which silent ones are evicted first, then those without calls, the
/// least recently used first. So unauthenticated connections cannot keep others out, however many there are, and a
/// connection with calls in flight is never evicted. Operators may be verified in half of the reserve, too, so that a
/// server full of busy callers can be inspected and stopped.
struct ConnectionTable {
    /// Identifies a connection: file numbers are reused, and each listener reports its own.
    struct Key: Hashable {
        let listener: Int
        let file: Int32
    }

    /// The decision about a new connection.
    enum Verdict: Equatable {
        /// It gets a slot.
        case welcome
        /// It gets the slot of this one, which is evicted.
        case replaces(Victim)
        /// There is no slot for it, or its origin has reached its share.
        case refuse
    }

    /// A connection to evict.
    struct Victim: Hashable {
        let key: Key
        /// The peer that used it; nil when it never sent anything.
        let peer: PeerID?
    }

    private struct Connection {
        let number: UInt64
        let origin: AcceptedConnection.Origin?
        var peer: PeerID?
        var isVerified = false
    }

    /// An entry of a queue, stale when the connection has another number or state by now.
    private struct Entry {
        let key: Key
        let number: UInt64
        var lastHeard = MonotonicInstant(nanoseconds: 0)
    }

    private let limits: ConnectionLimits
    private var connections: [Key: Connection] = [:]
    private var keys: [PeerID: Key] = [:]
    private var shares: [AcceptedConnection.Origin: Int] = [:]
    private var silent = Deque<Entry>()
    private var unverified = Deque<Entry>()
    private var lastNumber: UInt64 = 0
    /// Connections of authenticated callers.
    private(set) var verifiedCount = 0

    init(_ limits: ConnectionLimits) { self.limits = limits }

    /// Connections with a slot.
    var count: Int { connections.count }

    /// Decides about a new connection.
    ///
    /// - Parameter activity: the engine's view of a peer; nil when it knows none.
    mutating func accept(
        _ key: Key, from origin: AcceptedConnection.Origin?, activity: (PeerID) -> ConnectionActivity?
    ) -> Verdict {
        remove(key)
        if let origin, shares[origin, default: 0] >= limits.perPeer { return .refuse }
        var verdict = Verdict.welcome
        if connections.count >= limits.total {
            guard let victim = nextUnverified(activity) else { return .refuse }
            verdict = .replaces(evict(victim))
        }
        lastNumber += 1
        connections[key] = Connection(number: lastNumber, origin: origin)
        if let origin { shares[origin, default: 0] += 1 }
        silent.append(Entry(key: key, number: lastNumber))
        dropVoidEntries()
        return verdict
    }

    /// The first frame arrived over a connection; assigns its peer, also after a goodbye.
    mutating func attach(_ peer: PeerID, to key: Key) {
        guard var connection = connections[key] else { return }
        if let former = connection.peer { keys[former] = nil }
        if connection.peer == nil { unverified.append(Entry(key: key, number: connection.number)) }
        connection.peer = peer
        connections[key] = connection
        keys[peer] = key
    }

    /// The connection of a peer, while it has a slot.
    func key(of peer: PeerID) -> Key? { keys[peer] }

    /// A caller is authenticated: its connection moves from the new ones to the verified.
    ///
    /// - Parameter isOperator: whether it may use a slot of the reserve.
    /// - Returns: whether it is verified now, and which connection has to be evicted for it.
    mutating func verify(
        _ peer: PeerID, isOperator: Bool, activity: (PeerID) -> ConnectionActivity?
    ) -> (isVerified: Bool, victim: Victim?) {
        // Without an entry there is nothing to count: it has no slot to lose.
        guard let key = keys[peer], let connection = connections[key] else { return (true, nil) }
        if connection.isVerified { return (true, nil) }
        var victim: Victim?
        if verifiedCount >= (isOperator ? limits.verifiedWithOperators : limits.verified) {
            guard let idle = longestIdle(activity) else { return (false, nil) }
            victim = evict(idle)
        }
        connections[key]?.isVerified = true
        verifiedCount += 1
        return (true, victim)
    }

    /// Whether all slots of verified connections are taken: another one can be verified only in place of an idle one.
    var isFull: Bool { verifiedCount >= limits.verified }

    /// Whether a verified connection is idle and could be evicted.
    func hasIdle(_ activity: (PeerID) -> ConnectionActivity?) -> Bool { longestIdle(activity) != nil }

    /// A connection has ended, or is evicted.
    mutating func remove(_ key: Key) {
        guard let connection = connections.removeValue(forKey: key) else { return }
        if let peer = connection.peer { keys[peer] = nil }
        if connection.isVerified { verifiedCount -= 1 }
        guard let origin = connection.origin, let share = shares[origin] else { return }
        shares[origin] = share > 1 ? share - 1 : nil
    }

    /// All connections of a listener have ended.
    mutating func removeAll(of listener: Int) {
        for key in connections.keys where key.listener == listener { remove(key) }
    }

    // MARK: Eviction

    private mutating func evict(_ key: Key) -> Victim {
        defer { remove(key) }
        return Victim(key: key, peer: connections[key]?.peer)
    }

    private mutating func nextUnverified(_ activity: (PeerID) -> ConnectionActivity?) -> Key? {
        while let entry = silent.popFirst() {
            if let connection = connections[entry.key], connection.number == entry.number, connection.peer == nil {
                return entry.key
            }
        }
        // The clock algorithm: a connection that was used since its last visit gets another round.
        var turns = 2 * unverified.count
        while turns > 0, var entry = unverified.popFirst() {
            turns -= 1
            guard let connection = connections[entry.key], connection.number == entry.number,
                !connection.isVerified, let peer = connection.peer
            else { continue }
            guard let known = activity(peer) else { return entry.key }
            if !known.hasCalls, known.lastHeard <= entry.lastHeard { return entry.key }
            entry.lastHeard = known.lastHeard
            unverified.append(entry)
        }
        return nil
    }

    private func longestIdle(_ activity: (PeerID) -> ConnectionActivity?) -> Key? {
        var longest: (key: Key, lastHeard: MonotonicInstant)?
        for (key, connection) in connections where connection.isVerified {
            guard let peer = connection.peer, let known = activity(peer) else { return key }
            if !known.hasCalls, longest.map({ known.lastHeard < $0.lastHeard }) ?? true {
                longest = (key, known.lastHeard)
            }
        }
        return longest?.key
    }

    /// Short connections leave stale entries behind: they are dropped when they are the large majority.
    private mutating func dropVoidEntries() {
        let enough = 2 * limits.total
        if silent.count > enough { silent = silent.filter { isCurrent($0) && connections[$0.key]?.peer == nil } }
        if unverified.count > enough {
            unverified = unverified.filter { isCurrent($0) && connections[$0.key]?.isVerified == false }
        }
    }

    private func isCurrent(_ entry: Entry) -> Bool { connections[entry.key]?.number == entry.number }
}

/// The limits of connections, by kind.
struct ConnectionLimits: Hashable {
    /// All of them.
    let total: Int
    /// Those that are verified.
    let verified: Int
    /// Those that are verified, operators included.
    let verifiedWithOperators: Int
    /// Those of one process of this machine, or of another machine.
    let perPeer: Int

    init(_ limits: RPCLimits) {
        total = max(2, limits.connections)
        verified = total - max(1, min(limits.reservedConnections, total / 2))
        verifiedWithOperators = (total + verified) / 2
        // A peer that may have all of them is not refused: its oldest connections are evicted.
        perPeer = limits.connectionsPerPeer >= total ? .max : limits.connectionsPerPeer
    }
}
