internal import RPC
public import ServiceKit

/// Asks services over their sockets whether they serve.
public struct SocketProbe: HealthProbe {
    private let neighbours: any ServiceClients

    /// How long an answer may take.
    private static let patience = Duration.milliseconds(500)

    /// How long an answer may take from a service that is watched: it may be busy.
    private static let watchedPatience = Duration.seconds(2)
    /// A service whose tasks have waited for so long does not get round to its calls.
    private static let longestLag = Duration.seconds(5)

    /// Asks through these channels.
    public init(neighbours: any ServiceClients) { self.neighbours = neighbours }

    public func serves(_ service: String, process: Int32) async -> Bool {
        guard let health = await health(of: service, process, within: Self.patience) else { return false }
        return ["serving", "degraded"].contains(health.state)
    }

    public func answers(_ service: String, process: Int32) async -> Bool {
        guard let health = await health(of: service, process, within: Self.watchedPatience) else { return false }
        return Duration.microseconds(Int64(clamping: health.poolLagMicroseconds)) < Self.longestLag
    }

    private func health(of service: String, _ process: Int32, within patience: Duration) async -> Sys.Health? {
        var options = CallOptions(timeout: patience)
        options.attempts = 1
        let client = RPCClient<Sys>(neighbours.channel(to: service), defaults: options)
        // Another process may have the socket: one that is started by hand, or the one before, still ending.
        guard let info = try? await client.send(Sys.GetInfo()), info.processID == process else { return nil }
        return try? await client.send(Sys.GetHealth())
    }
}
