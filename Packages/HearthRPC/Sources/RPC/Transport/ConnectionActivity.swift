/// A connection's activity, for the transport that has to choose one to evict.
public struct ConnectionActivity: Sendable, Hashable {
    /// Whether it has running calls: then it is not evicted.
    public let hasCalls: Bool
    /// When its last frame came.
    public let lastHeard: MonotonicInstant

    /// Makes a connection's activity.
    public init(hasCalls: Bool, lastHeard: MonotonicInstant) {
        (self.hasCalls, self.lastHeard) = (hasCalls, lastHeard)
    }
}

/// How a transport with a limited number of connections admits them. Called on the loop.
public protocol ConnectionAdmission: AnyObject {
    /// Whether only operators can be admitted now, since known callers use all other slots.
    var isFull: Bool { get }

    /// A call over this connection has authenticated its caller.
    ///
    /// - Parameters:
    ///   - peer: the connection.
    ///   - isOperator: whether the call was one that only operators may make.
    /// - Returns: whether the connection has a slot of its own now; else this is called again with its next call.
    func verified(_ peer: PeerID, isOperator: Bool) -> Bool
}
