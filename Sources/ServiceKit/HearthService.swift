public import Logging
public import RPC
public import ServiceLifecycle

/// One service of the suite, as its executable, its harness and the simulation make it.
public protocol HearthService: Sendable {
    /// The executable's name, which is also the service's: `catalog`.
    static var name: String { get }

    /// The shard's migrations, forward only; empty for a service without a shard.
    static var migrations: [ShardMigration] { get }

    /// Whether this service may create a household's shard directory: profiles alone.
    static var createsHouseholds: Bool { get }

    /// The contracts of the services that it asks, by their names: configuration may say how.
    static var asks: [String: any RPCService.Type] { get }

    /// What it keeps for things that another service lists, and hides in quarantine when they are no longer listed.
    static var quarantineRules: [QuarantineRule] { get }

    /// How many connections to servers outside the service may have at a time.
    static var outsideConnections: Int { get }

    /// Makes the service in its surroundings.
    init(environment: ServiceEnvironment) async throws

    /// Adds the service's handlers to its process's server.
    func register(on server: inout RPCServer) throws

    /// What runs beside the server, in dependency order; stopped in reverse.
    var background: [any Service] { get }

    /// Something in quarantine was erased: removes what it has outside of the household's shard.
    func quarantineErased(in household: String)
}

extension HearthService {
    /// No, unless the service says otherwise.
    public static var createsHouseholds: Bool { false }

    /// None, unless the service says otherwise.
    public static var asks: [String: any RPCService.Type] { [:] }

    /// None, unless the service says otherwise.
    public static var quarantineRules: [QuarantineRule] { [] }

    /// None, unless the service says otherwise.
    public static var outsideConnections: Int { 0 }

    /// Nothing, unless the service says otherwise.
    public var background: [any Service] { [] }

    /// Nothing, unless the service says otherwise.
    public func quarantineErased(in household: String) {}
}

/// What a service lives in.
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
    /// What the service says about its health.
    public let health: HealthRegistry
    /// The streams that are open, to end those of viewers who lose access.
    public let openStreams: OpenStreams
    /// The other services.
    public let neighbours: any ServiceClients
    /// Where the service's own settings come from, see ``ServiceSettings/ownSettings``.
    public let configuration: ConfigurationLayers

    /// Puts the surroundings together.
    public init(
        runtime: any Runtime, logger: Logger, dataDirectory: String, runDirectory: String, shards: ShardDirectory,
        health: HealthRegistry, openStreams: OpenStreams, neighbours: any ServiceClients, configuration: ConfigurationLayers
    ) {
        self.runtime = runtime
        self.logger = logger
        self.dataDirectory = dataDirectory
        self.runDirectory = runDirectory
        self.shards = shards
        self.health = health
        self.openStreams = openStreams
        self.neighbours = neighbours
        self.configuration = configuration
    }
}

/// Ways to the other services of the suite.
public protocol ServiceClients: Sendable {
    /// The channel to a service, which need not be running.
    func channel(to service: String) -> any RPCChannel
}
