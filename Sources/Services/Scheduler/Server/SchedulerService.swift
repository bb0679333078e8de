internal import CatalogAPI
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// The household's own programme: windows, slots, and weeks that plan themselves.
public struct SchedulerService: HearthService {
    public static let name = "scheduler"
    public static let asks: [String: any RPCService.Type] = [
        "catalog": Catalog.self, "metadata-gateway": MetadataGateway.self, "playback-state": PlaybackState.self,
        "profiles": Profiles.self,
    ]
    public static var migrations: [ShardMigration] { SchedulerMigrations.all }
    public static let quarantineRules = [ProfilesEvents.rule]

    public let background: [any Service]
    private let handlers: SchedulerHandlers

    /// Creates the service in its environment.
    public init(environment: ServiceEnvironment) async throws {
        let (neighbours, runtime) = (environment.neighbours, environment.runtime)
        let programme = SchedulerStore(shards: environment.shards, runtime: environment.runtime)
        let people = ProfilesClient(channel: neighbours.channel(to: "profiles"))
        let titles = CandidateSource(
            catalog: RPCClient(neighbours.channel(to: "catalog")),
            playback: RPCClient(neighbours.channel(to: "playback-state")),
            profiles: RPCClient(neighbours.channel(to: "profiles")),
            metadata: RPCClient(neighbours.channel(to: "metadata-gateway")), runtime: environment.runtime,
            logger: environment.logger)
        handlers = SchedulerHandlers(
            windows: WindowManager(programme: programme, people: people),
            slots: SlotManager(programme: programme, people: people, titles: titles),
            reader: WeekReader(programme: programme),
            maker: WeekPlanner(programme: programme, people: people, titles: titles),
            vetoes: Vetoes(programme: programme, people: people, titles: titles),
            shows: ShowManager(programme: programme, titles: titles))
        background = [
            try EventFollower(
                "profiles", Profiles.FollowEvents(), as: Self.name, in: environment,
                revokes: ProfilesEvent.revokes(_:from:)
            ) {
                try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
            },
            try EventFollower("catalog", Catalog.FollowEvents(), as: Self.name, in: environment) {
                try CatalogEvents.apply($0, $1)
            },
        ]
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers.table) }
}
