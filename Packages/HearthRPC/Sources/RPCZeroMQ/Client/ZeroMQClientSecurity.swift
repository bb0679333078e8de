public import ZeroMQ

/// The keys of a client and the servers that it trusts (CURVE).
public struct ZeroMQClientSecurity: Sendable {
    /// The client's keys; servers have the public one on their allowlist.
    public var keys: CurveKeyPair

    /// The public keys that the server may have: one, or during a key change the old and the new one. They are tried in
    /// this order, and then round-robin.
    public var servers: [CurvePublicKey]

    /// Returns the current keys; called on the loop before each connection, so that a channel follows key changes. The
    /// present keys stay when it is nil, or returns nil or no servers.
    public var renewal: (@Sendable () -> ZeroMQClientSecurity?)?

    /// Makes the security of a client from its keys, the servers' public keys, and a source of later ones.
    public init(
        keys: CurveKeyPair, servers: [CurvePublicKey], renewal: (@Sendable () -> ZeroMQClientSecurity?)? = nil
    ) {
        (self.keys, self.servers, self.renewal) = (keys, servers, renewal)
    }
}

extension ZeroMQClientSecurity? {
    /// Checks that connections to other machines are authenticated.
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
