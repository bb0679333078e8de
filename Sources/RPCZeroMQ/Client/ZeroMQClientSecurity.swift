public import ZeroMQ

/// The keys of a client and the servers that it trusts (CURVE).
public struct ZeroMQClientSecurity: Sendable {
    /// The client's keys; servers have the public one on their list.
    public var keys: CurveKeyPair

    /// The public keys that the server may have: one, or while it changes its keys the old and the new one. They are tried
    /// in this order, and then in turn.
    public var servers: [CurvePublicKey]

    /// Tells the keys as they are now; asked on the loop before each connection, so that a channel follows keys that
    /// change. What there is stays when it is nil, or answers nil or no servers.
    public var renewal: (@Sendable () -> ZeroMQClientSecurity?)?

    /// Names the keys and the servers' public ones, and who knows later ones.
    public init(
        keys: CurveKeyPair, servers: [CurvePublicKey], renewal: (@Sendable () -> ZeroMQClientSecurity?)? = nil
    ) {
        (self.keys, self.servers, self.renewal) = (keys, servers, renewal)
    }
}

extension ZeroMQClientSecurity? {
    /// Makes sure that nothing is said to an unknown machine.
    ///
    /// - Throws: `ZeroMQTransportError.needsServerKey`, `ZeroMQTransportError.securityWithoutNetwork`.
    func check(for endpoint: ZeroMQEndpoint) throws(ZeroMQTransportError) {
        switch (endpoint, self) {
        case (.ipc, .some): throw .securityWithoutNetwork(endpoint)
        case (.tcp, nil) where !endpoint.isLocal: throw .needsServerKey(endpoint)
        case (.tcp, let security?) where security.servers.isEmpty: throw .needsServerKey(endpoint)
        default: break
        }
    }
}
