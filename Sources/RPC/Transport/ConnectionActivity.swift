/// What an engine knows of a connection, for the transport that has to choose which one to evict.
public struct ConnectionActivity: Sendable, Hashable {
    /// Whether calls of it run: then it stays.
    public let hasCalls: Bool
    /// When its last frame came.
    public let lastHeard: MonotonicInstant

    /// Says how a connection is used.
    public init(hasCalls: Bool, lastHeard: MonotonicInstant) {
        (self.hasCalls, self.lastHeard) = (hasCalls, lastHeard)
    }
}

/// What a transport with a limited number of connections does for its engine. Called on the loop.
public protocol ConnectionAdmission: AnyObject {
    /// Whether only operators can be verified now, since callers that are known have all other places and use them.
    var isFull: Bool { get }

    /// A call has proved who calls over this connection.
    ///
    /// - Parameters:
    ///   - peer: the connection.
    ///   - isOperator: whether the call was one that only operators may make.
    /// - Returns: whether the connection has a place of its own now; else it is asked again with its next call.
    func verified(_ peer: PeerID, isOperator: Bool) -> Bool
}
