public import RPC

/// The contract of one of the household's services, which is a process of its own.
///
/// A caller names the contract or one of its requests, never the process: the name follows from it. `Sys` and
/// ``Quarantine`` are no such contracts, as every process has them.
public protocol ServiceContract: RPCService {
    /// The name of the service's process, from ``ServiceManifest``.
    static var serviceName: String { get }
}
