import RPC
import RPCInProcess
import ServiceKit

/// One party's ways to the services, which go with it.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedServiceClients: ServiceClients, @unchecked Sendable {
    private let hosts: [String: InProcessHost]
    private let name: String
    private var clients: [String: InProcessClient] = [:]

    /// - Parameter name: whose they are: a service or a device. Faults of links name it.
    init(hosts: [String: InProcessHost], name: String) { (self.hosts, self.name) = (hosts, name) }

    func channel(to service: String) -> any RPCChannel {
        if let client = clients[service] { return client.channel }
        guard let host = hosts[service] else { preconditionFailure("no such service: \(service)") }
        let client = InProcessClient(host, name: name)
        clients[service] = client
        return client.channel
    }

    func close() { for (_, client) in clients.sorted(by: { $0.key < $1.key }) { client.close() } }
}
