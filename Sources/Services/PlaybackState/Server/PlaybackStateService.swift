internal import Access
internal import CatalogAPI
internal import DownloadsAPI
public import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// Sessions, progress, history and queues of a household's profiles.
public struct PlaybackStateService: HearthService {
    public static let name = PlaybackState.serviceName
    public static let calledServices: [any ServiceContract.Type] = [
        Catalog.self, Downloads.self, Profiles.self,
    ]
    public static var migrations: [ShardMigration] { PlaybackMigrations.all }
    public static let quarantineRules = [ProfilesEvents.rule, CatalogEvents.rule]

    public let background: [any Service]
    private let handlers: PlaybackHandlers

    /// Creates the service in its environment.
    public init(environment: ServiceEnvironment) async throws {
        let runtime = environment.runtime
        let store = PlaybackStore(
            shards: environment.shards, clocks: HouseholdClocks(runtime: runtime), runtime: runtime)
        let upkeep = CardRefresher(
            shards: environment.shards, channel: environment.clients.channel(to: Catalog.self),
            tokens: try ServiceTokenSource(
                key: KeyStore(directory: "\(environment.dataDirectory)/keys", runtime: runtime).serviceKey(Self.name),
                runtime: runtime, identity: environment.shards.identity(of:)),
            runtime: runtime, logger: environment.logger)
        background = [
            upkeep,
            try EventFollower(
                Profiles.FollowEvents(), as: Self.name, in: environment,
                revokes: ProfilesEvent.revokes(_:from:)
            ) {
                try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
            },
            try EventFollower(Catalog.FollowEvents(), as: Self.name, in: environment) {
                try CatalogEvents.apply($0, at: runtime.wallTime, $1)
            },
        ]
        let catalog = CatalogClient(
            channel: environment.clients.channel(to: Catalog.self), runtime: runtime, logger: environment.logger,
            onUnavailable: { upkeep.note($0) })
        let activity = Activity(store: store)
        handlers = PlaybackHandlers(
            player: SessionStarter(
                store: store, catalog: catalog,
                downloads: DownloadsClient(
                    channel: environment.clients.channel(to: Downloads.self), runtime: runtime,
                    logger: environment.logger),
                activity: activity,
                profiles: environment.clients.client(of: Profiles.self)),
            reports: Reports(store: store, activity: activity), activity: activity,
            desk: ProgressManager(store: store, catalog: catalog), history: History(store: store, catalog: catalog),
            queues: Queues(store: store, catalog: catalog))
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers.table) }
}
