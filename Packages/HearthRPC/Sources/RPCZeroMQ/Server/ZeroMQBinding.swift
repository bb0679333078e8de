public import ZeroMQ

/// An address that a server listens at, and its access control.
public struct ZeroMQBinding: Sendable {
    /// The address.
    public var endpoint: ZeroMQEndpoint

    /// The CURVE security; required for a tcp address unless only this machine can reach it.
    public var security: ZeroMQServerSecurity?

    /// Makes a binding; tcp needs security.
    public init(_ endpoint: ZeroMQEndpoint, security: ZeroMQServerSecurity? = nil) {
        (self.endpoint, self.security) = (endpoint, security)
    }

    /// Checks that an address which others can reach has access control.
    ///
    /// - Throws: `ZeroMQTransportError.needsSecurity`, `ZeroMQTransportError.securityWithoutNetwork`.
    func check() throws(ZeroMQTransportError) {
        switch (endpoint, security) {
        case (.ipc, .some): throw .securityWithoutNetwork(endpoint)
        case (.tcp, nil) where !endpoint.isLocal: throw .needsSecurity(endpoint)
        default: break
        }
    }
}

/// The keys of a server and its allowlist of clients (CURVE and ZAP).
public struct ZeroMQServerSecurity: Sendable {
    /// The server's keys; clients know the public one.
    public var keys: CurveKeyPair

    /// The clients by their public keys, each with a name for logs.
    public var clients: [CurvePublicKey: String]

    /// Distinguishes this allowlist from those of other servers of the process.
    public var domain: String

    /// Makes the security of a server from its keys and clients.
    public init(keys: CurveKeyPair, clients: [CurvePublicKey: String], domain: String = "rpc") {
        (self.keys, self.clients, self.domain) = (keys, clients, domain)
    }
}
