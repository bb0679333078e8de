internal import RPC
public import ServiceKit

/// Asks services over their sockets whether they serve.
public struct SocketProbe: HealthProbe {
    private let neighbours: any Neighbours

    /// How long an answer may take.
    private static let patience = Duration.milliseconds(500)

    /// Asks through these channels.
    public init(neighbours: any Neighbours) { self.neighbours = neighbours }

    public func serves(_ service: String, process: Int32) async -> Bool {
        var options = CallOptions(timeout: Self.patience)
        options.attempts = 1
        let client = RPCClient<Sys>(neighbours.channel(to: service), defaults: options)
        // Another process may have the socket: one that is started by hand, or the one before, still ending.
        guard let info = try? await client.send(Sys.GetInfo()), info.processID == process else { return false }
        guard let health = try? await client.send(Sys.GetHealth()) else { return false }
        return ["serving", "degraded"].contains(health.state)
    }
}
