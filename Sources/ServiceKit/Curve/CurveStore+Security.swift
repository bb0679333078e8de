internal import RPCZeroMQ
internal import ZeroMQ

// The transport's CURVE configuration for a tcp address. An address reachable from other machines needs CURVE keys, or
// is rejected; a loopback address uses them when there are any.
extension CurveStore {
    /// The keys of a service for its endpoint, and its allowed clients; nil on loopback when the service has no key.
    ///
    /// - Throws: ``CurveStoreError/needs(_:service:address:command:)`` when a key or list is missing.
    func security(of service: String, at endpoint: ZeroMQEndpoint) throws(CurveStoreError) -> ZeroMQServerSecurity? {
        guard let key = try keys(of: service).first else {
            if endpoint.isLocal { return nil }
            throw .needs("a key", service: service, address: "\(endpoint)", command: "make \(service)")
        }
        guard let clients = try entries(.clients, of: service) else {
            throw .needs(
                "a list of clients", service: service, address: "\(endpoint)", command: "allow \(service) KEY NAME")
        }
        let names = Dictionary(clients.map { ($0.curve, $0.name) }) { first, _ in first }
        return ZeroMQServerSecurity(keys: key.pair, clients: names)
    }

    /// The keys to call a service on another machine with, updated when they change; nil on loopback when no key of the
    /// service is known.
    ///
    /// - Throws: ``CurveStoreError/needs(_:service:address:command:)`` when a key or list is missing.
    func security(for service: String, at endpoint: ZeroMQEndpoint) throws(CurveStoreError) -> ZeroMQClientSecurity? {
        let servers = try entries(.servers, of: service) ?? []
        if servers.isEmpty {
            if endpoint.isLocal { return nil }
            throw .needs("its public key", service: service, address: "\(endpoint)", command: "trust \(service) KEY")
        }
        guard let key = try keys(of: Self.client).first else {
            throw .needs(
                "a key of this machine", service: service, address: "\(endpoint)", command: "make \(Self.client)")
        }
        return ZeroMQClientSecurity(keys: key.pair, servers: servers.map(\.curve)) {
            // While a file cannot be read, the previous keys stay in force.
            try? security(for: service, at: endpoint)
        }
    }
}
