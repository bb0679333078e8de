internal import DequeModule
internal import RPC
internal import ZeroMQ

/// A server's accepted connections with their file descriptors, and evicted ones that are not closed yet.
struct AcceptedConnections {
    /// An evicted connection: its client has received a goodbye, and has until `hangUpAt` to disconnect by itself.
    private struct Evicted {
        let key: ConnectionTable.Key
        let file: AcceptedConnection
        let hangUpAt: UInt64
    }

    /// How long an evicted client has to read its goodbye, in nanoseconds. Calls that it sends meanwhile are not begun.
    private static let farewell = UInt64(ZeroMQLimits.evictionGraceMilliseconds) * MonotonicClock.millisecond

    private let connectionLimits: ConnectionLimits
    private var table: ConnectionTable
    private var files: [ConnectionTable.Key: AcceptedConnection] = [:]
    private var evicted = Deque<Evicted>()

    init(limits: RPCLimits) {
        connectionLimits = ConnectionLimits(limits)
        table = ConnectionTable(connectionLimits)
    }

    /// Connections that are open, the evicted ones included.
    var count: Int { table.count + evicted.count }

    /// Connections of authenticated callers.
    var verifiedCount: Int { table.verifiedCount }

    /// Whether all slots of such connections are taken.
    var isFull: Bool { table.isFull }

    /// Connections that may be open.
    var limit: Int { connectionLimits.total }

    typealias Activity = (PeerID) -> ConnectionActivity?

    mutating func accept(
        _ file: AcceptedConnection, _ key: ConnectionTable.Key, activity: Activity
    ) -> ConnectionTable.Verdict {
        let verdict = table.accept(key, from: file.origin, activity: activity)
        if verdict == .refuse { file.hangUp() } else { files[key] = file }
        return verdict
    }

    mutating func attach(_ peer: PeerID, to key: ConnectionTable.Key) { table.attach(peer, to: key) }

    /// Whether the connection is known.
    func contains(_ key: ConnectionTable.Key) -> Bool { files[key] != nil }

    /// A peer has a new number.
    mutating func rename(_ former: PeerID, to peer: PeerID) {
        if let key = table.key(of: former) { table.attach(peer, to: key) }
    }

    mutating func verify(
        _ peer: PeerID, isOperator: Bool, activity: Activity
    ) -> (isVerified: Bool, victim: ConnectionTable.Victim?) {
        table.verify(peer, isOperator: isOperator, activity: activity)
    }

    func hasIdle(_ activity: Activity) -> Bool { table.hasIdle(activity) }

    /// A connection has ended.
    mutating func remove(_ key: ConnectionTable.Key) {
        table.remove(key)
        files[key] = nil
        if !evicted.isEmpty { evicted.removeAll { $0.key == key } }
    }

    mutating func removeAll(of listener: Int) {
        table.removeAll(of: listener)
        for key in files.keys where key.listener == listener { files[key] = nil }
        evicted.removeAll { $0.key.listener == listener }
    }

    /// Closes an evicted connection: at once when it never sent anything.
    mutating func evict(_ victim: ConnectionTable.Victim, at now: UInt64) {
        guard let file = files.removeValue(forKey: victim.key) else { return }
        guard victim.peer != nil else { return file.hangUp() }
        evicted.append(Evicted(key: victim.key, file: file, hangUpAt: now &+ Self.farewell))
        // At most as many as the reserve may linger at a time: file descriptors are the scarce resource.
        while evicted.count > connectionLimits.total - connectionLimits.verified, let first = evicted.popFirst() {
            first.file.hangUp()
        }
    }

    /// When the next evicted client's time is over.
    var nextHangUp: UInt64? { evicted.first?.hangUpAt }

    mutating func hangUpOnEvicted(at now: UInt64) -> Bool {
        var didSomething = false
        while let first = evicted.first, first.hangUpAt <= now {
            evicted.removeFirst()
            first.file.hangUp()
            didSomething = true
        }
        return didSomething
    }
}
