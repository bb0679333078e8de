import RPC
import RPCInProcess
import ServiceKit

/// One service's ways to the others, which go with it.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedNeighbours: Neighbours, @unchecked Sendable {
    private let hosts: [String: InProcessHost]
    private var clients: [String: InProcessClient] = [:]

    init(hosts: [String: InProcessHost]) { self.hosts = hosts }

    func channel(to service: String) -> any RPCChannel {
        if let client = clients[service] { return client.channel }
        guard let host = hosts[service] else { preconditionFailure("no such service: \(service)") }
        let client = InProcessClient(host, name: "simulated")
        clients[service] = client
        return client.channel
    }

    func close() { for (_, client) in clients.sorted(by: { $0.key < $1.key }) { client.close() } }
}
