public import HearthModel
public import Logging
public import RPC
public import ServiceLifecycle

/// One service of the suite, as its executable, test harness and simulation assemble it.
public protocol HearthService: Sendable {
    /// The executable's name, which is also the service's: `catalog`.
    static var name: String { get }

    /// The shard's migrations, forward only; empty for a service without a shard.
    static var migrations: [ShardMigration] { get }

    /// Whether this service may create a household's shard directory: profiles alone.
    static var createsHouseholds: Bool { get }

    /// The contracts of the services that it calls: their call policies are configurable.
    static var calledServices: [any ServiceContract.Type] { get }

    /// Data that it keeps for objects that another service lists, and quarantines when they are no longer listed.
    static var quarantineRules: [QuarantineRule] { get }

    /// The maximum of concurrent connections to external servers.
    static var outsideConnections: Int { get }

    /// Creates the service in its environment.
    init(environment: ServiceEnvironment) async throws

    /// Adds the service's handlers to its process's server.
    func register(on server: inout RPCServer) throws

    /// Background services beside the server, in dependency order; stopped in reverse.
    var background: [any Service] { get }

    /// Called after a quarantined object was erased: removes what the service keeps of it outside the household's
    /// shard.
    func quarantineErased(in household: String)
}

extension HearthService {
    /// False unless the service overrides it.
    public static var createsHouseholds: Bool { false }

    /// None unless the service overrides it.
    public static var calledServices: [any ServiceContract.Type] { [] }

    /// None unless the service overrides it.
    public static var quarantineRules: [QuarantineRule] { [] }

    /// None unless the service overrides it.
    public static var outsideConnections: Int { 0 }

    /// None unless the service overrides it.
    public var background: [any Service] { [] }

    /// Does nothing unless the service overrides it.
    public func quarantineErased(in household: String) {}
}

/// The dependencies and surroundings of a service.
public struct ServiceEnvironment: Sendable {
    /// Where work runs, what time it is, and randomness.
    public let runtime: any Runtime
    /// The service's logger.
    public let logger: Logger
    /// The directory that holds `<household>/<service>.sqlite` and `keys/`.
    public let dataDirectory: String
    /// The private directory of sockets and the owner key.
    public let runDirectory: String
    /// The service's shards, one a household.
    public let shards: ShardDirectory
    /// The service's health.
    public let health: HealthRegistry
    /// The open streams, to end those of viewers whose access is revoked.
    public let openStreams: OpenStreams
    /// Clients of the other services.
    public let clients: any ServiceClients
    /// The source of the service's own settings, see ``ServiceSettings/ownSettings``.
    public let configuration: ConfigurationLayers
    /// What the service tells of its work.
    public let metrics: ServiceMetrics

    /// Creates an environment.
    public init(
        runtime: any Runtime, logger: Logger, dataDirectory: String, runDirectory: String, shards: ShardDirectory,
        health: HealthRegistry, openStreams: OpenStreams, clients: any ServiceClients,
        configuration: ConfigurationLayers, metrics: ServiceMetrics
    ) {
        self.runtime = runtime
        self.logger = logger
        self.dataDirectory = dataDirectory
        self.runDirectory = runDirectory
        self.shards = shards
        self.health = health
        self.openStreams = openStreams
        self.clients = clients
        self.configuration = configuration
        self.metrics = metrics
    }
}
