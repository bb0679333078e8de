internal import CatalogAPI
public import HearthModel
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
public import RPC
internal import SchedulerAPI
public import ServiceKit
public import ServiceLifecycle

/// The household's own programme: windows, slots, and weeks that plan themselves.
public struct SchedulerService: HearthService {
    public static let name = Scheduler.serviceName
    public static let calledServices: [any ServiceContract.Type] = [
        Catalog.self, MetadataGateway.self, PlaybackState.self,
        Profiles.self,
    ]
    public static var migrations: [ShardMigration] { SchedulerMigrations.all }
    public static let quarantineRules = [ProfilesEvents.rule]

    public let background: [any Service]
    private let handlers: SchedulerHandlers

    /// Creates the service in its environment.
    public init(environment: ServiceEnvironment) async throws {
        let (neighbours, runtime) = (environment.clients, environment.runtime)
        let programme = SchedulerStore(shards: environment.shards, runtime: environment.runtime)
        let people = ProfilesClient(channel: neighbours.channel(to: Profiles.self))
        let titles = CandidateSource(
            catalog: neighbours.client(of: Catalog.self),
            playback: neighbours.client(of: PlaybackState.self),
            profiles: neighbours.client(of: Profiles.self),
            metadata: neighbours.client(of: MetadataGateway.self), runtime: environment.runtime,
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
                Profiles.FollowEvents(), as: Self.name, in: environment,
                revokes: ProfilesEvent.revokes(_:from:)
            ) {
                try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
            },
            try EventFollower(Catalog.FollowEvents(), as: Self.name, in: environment) {
                try CatalogEvents.apply($0, $1)
            },
        ]
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers.table) }
}
