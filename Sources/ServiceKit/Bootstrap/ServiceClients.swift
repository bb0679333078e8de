public import HearthModel
public import RPC

/// Clients of the other services of the suite.
public protocol ServiceClients: Sendable {
    /// The channel to a process by its name, which need not be running.
    func channel(to service: String) -> any RPCChannel
}

extension ServiceClients {
    /// The channel to a service, which need not be running.
    public func channel(to contract: (some ServiceContract).Type) -> any RPCChannel {
        channel(to: contract.serviceName)
    }

    /// A client of a service, which need not be running.
    public func client<Contract: ServiceContract>(
        of contract: Contract.Type = Contract.self, defaults: CallOptions = CallOptions()
    ) -> RPCClient<Contract> {
        RPCClient(channel(to: contract), defaults: defaults)
    }
}
