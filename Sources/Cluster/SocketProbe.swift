internal import RPC
internal import RPCDiagnostics
public import ServiceKit

/// Checks the health of services over their sockets.
public struct SocketProbe: HealthProbe {
    private let clients: any ServiceClients

    /// The timeout of a readiness check.
    private static let patience = Duration.milliseconds(500)

    /// The timeout of a liveness check: the service may be busy.
    private static let watchedPatience = Duration.seconds(2)
    /// A service whose tasks are delayed by this long makes no progress with its calls.
    private static let longestLag = Duration.seconds(5)

    /// Creates a probe over these channels.
    public init(clients: any ServiceClients) { self.clients = clients }

    public func serves(_ service: String, process: Int32) async -> Bool {
        guard let health = await health(of: service, process, within: Self.patience) else { return false }
        return ["serving", "degraded"].contains(health.state)
    }

    public func responds(_ service: String, process: Int32) async -> Bool {
        guard let health = await health(of: service, process, within: Self.watchedPatience) else { return false }
        return Duration.microseconds(Int64(clamping: health.poolLagMicroseconds)) < Self.longestLag
    }

    private func health(of service: String, _ process: Int32, within patience: Duration) async -> Sys.Health? {
        var options = CallOptions(timeout: patience)
        options.attempts = 1
        let client = RPCClient<Sys>(clients.channel(to: service), defaults: options)
        // Another process may hold the socket: one started by hand, or a predecessor that is still draining.
        guard let info = try? await client.send(Sys.GetInfo()), info.processID == process else { return nil }
        return try? await client.send(Sys.GetHealth())
    }
}
