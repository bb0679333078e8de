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
    private let handlers: RPCHandlers<Scheduler>

    /// Creates the service in its environment.
    public init(environment: ServiceEnvironment) async throws {
        let (clients, runtime) = (environment.clients, environment.runtime)
        let store = SchedulerStore(shards: environment.shards, runtime: runtime)
        let people = ProfilesClient(channel: clients.channel(to: Profiles.self))
        let titles = CandidateSource(
            catalog: clients.client(of: Catalog.self),
            playback: clients.client(of: PlaybackState.self),
            profiles: clients.client(of: Profiles.self),
            metadata: clients.client(of: MetadataGateway.self), runtime: runtime,
            logger: environment.logger)
        var handlers = RPCHandlers<Scheduler>()
        WindowManager(store: store, people: people).register(on: &handlers)
        SlotManager(store: store, people: people, titles: titles).register(on: &handlers)
        Vetoes(store: store, people: people, titles: titles).register(on: &handlers)
        WeekReader(store: store).register(on: &handlers)
        WeekPlanner(store: store, people: people, titles: titles).register(on: &handlers)
        ShowManager(store: store, titles: titles).register(on: &handlers)
        self.handlers = handlers
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

    public func register(on server: inout RPCServer) throws { try server.add(handlers) }
}
