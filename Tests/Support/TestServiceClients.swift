public import RPC
internal import RPCDiagnostics
internal import RPCInProcess
public import ServiceKit
internal import Synchronization

/// The other services of the suite, played by handlers made from their contracts, or not there at all.
public final class TestServiceClients: ServiceClients {
    private let runtime: any Runtime
    private let hosts = Mutex<[String: InProcessHost]>([:])
    private let clients = Mutex<[String: InProcessClient]>([:])

    /// Creates clients of services that do not run yet.
    public init(runtime: any Runtime) { self.runtime = runtime }

    /// Has a service answer with these handlers from now on, every caller and without looking at tokens. Methods without
    /// a handler are UNIMPLEMENTED.
    ///
    /// - Parameter configure: changes its server before it starts.
    /// - Throws: `RPCServerError` when the handlers are not the contract's.
    public func play<Service: RPCService>(
        _ name: String, _ handlers: RPCHandlers<Service>, configure: (inout RPCServer) -> Void = { _ in }
    ) throws {
        var (handlers, server) = (handlers, RPCServer(name: name, version: "test", runtime: runtime))
        server.diagnostics = Diagnostics()
        handlers.declineOthers()
        try server.add(handlers)
        configure(&server)
        host(name).start(server)
    }

    /// Has a service be down from now on.
    public func stop(_ name: String) { host(name).kill() }

    public func channel(to service: String) -> any RPCChannel {
        let host = host(service)
        return clients.withLock { clients in
            let client = clients[service] ?? InProcessClient(host, name: "neighbour")
            clients[service] = client
            return PatientChannel(client.channel)
        }
    }

    /// Returns when the channel to a service is connected.
    ///
    /// - Throws: the call's error when it does not come to be connected within ``TestTimeout/longest``.
    public func connect(to service: String) async throws {
        let options = CallOptions(timeout: TestTimeout.longest, waitForReady: true)
        _ = try await RPCClient<Sys>(channel(to: service)).send(Sys.Ping(), options: options)
    }

    /// Hangs up everywhere.
    func close() {
        for (_, client) in clients.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { client.close() }
        for (_, host) in hosts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { host.kill() }
    }

    private func host(_ name: String) -> InProcessHost {
        hosts.withLock { hosts in
            if let host = hosts[name] { return host }
            let host = InProcessHost(name: name, runtime: runtime)
            hosts[name] = host
            return host
        }
    }
}
