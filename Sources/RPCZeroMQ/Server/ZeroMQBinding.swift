public import ZeroMQ

/// Where a server listens, and who may come.
public struct ZeroMQBinding: Sendable {
    /// The address.
    public var endpoint: ZeroMQEndpoint

    /// What a tcp address needs unless only this machine can reach it.
    public var security: ZeroMQServerSecurity?

    /// Says where to listen, and for tcp who may come.
    public init(_ endpoint: ZeroMQEndpoint, security: ZeroMQServerSecurity? = nil) {
        (self.endpoint, self.security) = (endpoint, security)
    }

    /// Makes sure that an address which others can reach is guarded.
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

/// The keys of a server and the clients that it lets in (CURVE and ZAP).
public struct ZeroMQServerSecurity: Sendable {
    /// The server's keys; clients know the public one.
    public var keys: CurveKeyPair

    /// The clients by their public keys, each with a name for logs.
    public var clients: [CurvePublicKey: String]

    /// Tells this list from those of other servers of the process.
    public var domain: String

    /// Names the keys and the clients.
    public init(keys: CurveKeyPair, clients: [CurvePublicKey: String], domain: String = "rpc") {
        (self.keys, self.clients, self.domain) = (keys, clients, domain)
    }
}
