internal import DequeModule
internal import RPC
internal import ZeroMQ

/// The connections that a server has accepted, and which of them gives its place to a newcomer. Pure.
///
/// A connection is *verified* once a call over it has proved who calls. Verified connections never have all places: the rest
/// is reserved for newcomers, of which the silent ones give way first, then those without calls, the longest unused first.
/// So connections that prove nothing cannot keep anybody out, however many there are, and a connection with calls in flight
/// is never evicted. Operators may be verified in half of the reserve, too, so that a server full of busy callers can be
/// looked into and stopped.
struct ConnectionTable {
    /// Names a connection: file numbers are used again, and listeners report on their own.
    struct Key: Hashable {
        let listener: Int
        let file: Int32
    }

    /// What is to happen when a connection is accepted.
    enum Verdict: Equatable {
        /// It has a place.
        case welcome
        /// It has the place of this one, which has to go.
        case replaces(Victim)
        /// There is no place for it, or its origin has its share.
        case refuse
    }

    /// A connection that has lost its place.
    struct Victim: Hashable {
        let key: Key
        /// Who spoke over it; nil when nothing was ever said.
        let peer: PeerID?
    }

    private struct Connection {
        let number: UInt64
        let origin: AcceptedConnection.Origin?
        var peer: PeerID?
        var isVerified = false
    }

    /// An entry of a queue, void when the connection has another number or state by now.
    private struct Entry {
        let key: Key
        let number: UInt64
        var lastHeard = MonotonicInstant(nanoseconds: 0)
    }

    private let places: ConnectionLimits
    private var connections: [Key: Connection] = [:]
    private var keys: [PeerID: Key] = [:]
    private var shares: [AcceptedConnection.Origin: Int] = [:]
    private var silent = Deque<Entry>()
    private var unverified = Deque<Entry>()
    private var lastNumber: UInt64 = 0
    /// Connections of callers that have proved who they are.
    private(set) var verifiedCount = 0

    init(_ places: ConnectionLimits) { self.places = places }

    /// Connections that have a place.
    var count: Int { connections.count }

    /// Takes a new connection in, or not.
    ///
    /// - Parameter activity: what the engine knows of a peer; nil when it knows nothing.
    mutating func accept(
        _ key: Key, from origin: AcceptedConnection.Origin?, activity: (PeerID) -> ConnectionActivity?
    ) -> Verdict {
        remove(key)
        if let origin, shares[origin, default: 0] >= places.perPeer { return .refuse }
        var verdict = Verdict.welcome
        if connections.count >= places.total {
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

    /// The first frame came over a connection; the engine calls its peer so, also after a goodbye.
    mutating func attach(_ peer: PeerID, to key: Key) {
        guard var connection = connections[key] else { return }
        if let former = connection.peer { keys[former] = nil }
        if connection.peer == nil { unverified.append(Entry(key: key, number: connection.number)) }
        connection.peer = peer
        connections[key] = connection
        keys[peer] = key
    }

    /// The connection of a peer, while it has a place.
    func key(of peer: PeerID) -> Key? { keys[peer] }

    /// A caller has proved who it is: its connection is no newcomer any more.
    ///
    /// - Parameter isOperator: whether it may have a place of the reserve.
    /// - Returns: whether it is verified now, and which connection has to go for it.
    mutating func verify(
        _ peer: PeerID, isOperator: Bool, activity: (PeerID) -> ConnectionActivity?
    ) -> (isVerified: Bool, victim: Victim?) {
        // Without an entry there is nothing to count: it has no place to lose.
        guard let key = keys[peer], let connection = connections[key] else { return (true, nil) }
        if connection.isVerified { return (true, nil) }
        var victim: Victim?
        if verifiedCount >= (isOperator ? places.verifiedWithOperators : places.verified) {
            guard let idle = longestIdle(activity) else { return (false, nil) }
            victim = evict(idle)
        }
        connections[key]?.isVerified = true
        verifiedCount += 1
        return (true, victim)
    }

    /// Whether all places of verified connections are taken: who is to be verified needs one of those to be idle.
    var isFull: Bool { verifiedCount >= places.verified }

    /// Whether a verified connection could give its place to another one.
    func hasIdle(_ activity: (PeerID) -> ConnectionActivity?) -> Bool { longestIdle(activity) != nil }

    /// A connection has gone, or is to go.
    mutating func remove(_ key: Key) {
        guard let connection = connections.removeValue(forKey: key) else { return }
        if let peer = connection.peer { keys[peer] = nil }
        if connection.isVerified { verifiedCount -= 1 }
        guard let origin = connection.origin, let share = shares[origin] else { return }
        shares[origin] = share > 1 ? share - 1 : nil
    }

    /// All connections of a listener have gone.
    mutating func removeAll(of listener: Int) {
        for key in connections.keys where key.listener == listener { remove(key) }
    }

    // MARK: Who goes

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
        // The clock algorithm: what was used since it was looked at last has another turn.
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

    /// Connections that come and go leave their entries behind: they are dropped when they are by far the most.
    private mutating func dropVoidEntries() {
        let enough = 2 * places.total
        if silent.count > enough { silent = silent.filter { isCurrent($0) && connections[$0.key]?.peer == nil } }
        if unverified.count > enough {
            unverified = unverified.filter { isCurrent($0) && connections[$0.key]?.isVerified == false }
        }
    }

    private func isCurrent(_ entry: Entry) -> Bool { connections[entry.key]?.number == entry.number }
}

/// How many connections there may be, and of which kind.
struct ConnectionLimits: Hashable {
    /// All of them.
    let total: Int
    /// Those that are verified.
    let verified: Int
    /// Those that are verified when an operator wants to be.
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
