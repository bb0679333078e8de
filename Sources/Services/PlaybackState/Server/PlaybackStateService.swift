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
    private let handlers: RPCHandlers<PlaybackState>

    /// Creates the service in its environment.
    public init(environment: ServiceEnvironment) async throws {
        let (clients, runtime) = (environment.clients, environment.runtime)
        let profiles = clients.client(of: Profiles.self)
        let store = PlaybackStore(
            shards: environment.shards, clocks: HouseholdClocks(runtime: runtime), runtime: runtime)
        let tokens = try ServiceTokenSource(
            key: KeyStore(directory: "\(environment.dataDirectory)/keys", runtime: runtime).serviceKey(Self.name),
            runtime: runtime, identity: environment.shards.identity(of:))
        let refresher = CardRefresher(
            shards: environment.shards, channel: clients.channel(to: Catalog.self), tokens: tokens, runtime: runtime,
            logger: environment.logger)
        let notifier = WatchedNotifier(
            shards: environment.shards, channel: clients.channel(to: Downloads.self), tokens: tokens, runtime: runtime,
            logger: environment.logger)
        background =
            [refresher, notifier] + Self.sweepers(environment, store) + (try Self.followers(environment))
        let catalog = CatalogClient(
            channel: clients.channel(to: Catalog.self), runtime: runtime, logger: environment.logger,
            onUnavailable: { refresher.note($0) })
        let playing = PlayingCatalog(
            channel: clients.channel(to: Catalog.self), runtime: runtime, logger: environment.logger)
        let activity = Activity(
            store: store, programmes: ChannelProgrammes(catalog: playing, runtime: runtime))
        let downloads = DownloadsClient(
            channel: clients.channel(to: Downloads.self), runtime: runtime, logger: environment.logger)
        let preparer = SessionPreparer(
            store: store, catalog: catalog, playing: playing, features: DeviceFeatures(profiles: profiles))
        let starter = SessionStarter(
            store: store, catalog: catalog, downloads: downloads, activity: activity,
            profiles: profiles, preparer: preparer)
        let suggestions = Suggestions(
            store: store, catalog: catalog,
            similar: SuggestionClient(
                channel: clients.channel(to: Catalog.self), runtime: runtime, logger: environment.logger))
        var handlers = RPCHandlers<PlaybackState>()
        starter.register(on: &handlers)
        Reports(store: store, activity: activity, suggestions: suggestions, onEnd: { notifier.note($0) })
            .register(on: &handlers)
        activity.register(on: &handlers)
        ProgressManager(store: store, catalog: catalog, onWatched: { notifier.note($0) }).register(on: &handlers)
        History(store: store, catalog: catalog).register(on: &handlers)
        Queues(store: store, catalog: catalog).register(on: &handlers)
        let limits = LimitsClient(profiles: profiles)
        ScreenTimeReader(store: store, limits: limits, catalog: catalog, logger: environment.logger)
            .register(on: &handlers)
        NextUpManager(store: store, catalog: catalog).register(on: &handlers)
        let series = SeriesReader(store: store, catalog: catalog)
        TitleCompleter(
            series: series, activity: activity, suggestions: suggestions,
            onWatched: { notifier.note($0) }
        ).register(on: &handlers)
        SlotHandlers(store: store).register(on: &handlers)
        SuggestionHandlers(store: store, catalog: catalog, suggestions: suggestions).register(on: &handlers)
        ScreenTimeGranter(store: store, profiles: profiles).register(on: &handlers)
        RecentStreamHandlers(store: store).register(on: &handlers)
        StatisticsHandlers(store: store).register(on: &handlers)
        Viewers(store: store, catalog: catalog, profiles: profiles).register(on: &handlers)
        PlayImporter(store: store, catalog: clients.client(of: Catalog.self)).register(on: &handlers)
        NextTitles(series: series, starter: starter, suggestions: suggestions, onEnd: { notifier.note($0) }).register(
            on: &handlers)
        Joining(store: store, catalog: catalog, limits: limits, activity: activity).register(on: &handlers)
        VariantSwitcher(store: store, preparer: preparer, activity: activity).register(on: &handlers)
        TrackMemory(store: store).register(on: &handlers)
        let syncAccess = SyncAccess(store: store, profiles: profiles)
        SyncPull(store: store, access: syncAccess).register(on: &handlers)
        SyncPush(store: store, catalog: catalog, activity: activity, onChange: { notifier.note($0) })
            .register(on: &handlers)
        self.handlers = handlers
    }

    /// What applies the events of other services.
    private static func followers(_ environment: ServiceEnvironment) throws -> [any Service] {
        let runtime = environment.runtime
        return [
            try EventFollower(
                Profiles.FollowEvents(), as: name, in: environment, revokes: ProfilesEvent.revokes(_:from:)
            ) {
                try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
            },
            try EventFollower(Catalog.FollowEvents(), as: name, in: environment) {
                try CatalogEvents.apply($0, at: runtime.wallTime, $1)
            },
        ]
    }

    private static func sweepers(_ environment: ServiceEnvironment, _ store: PlaybackStore) -> [any Service] {
        let (shards, logger) = (environment.shards, environment.logger)
        return [
            HistoryRetention(store: store, logger: logger),
            RecentStreamSweeper(shards: shards, runtime: environment.runtime, logger: logger),
            StatisticsSweeper(store: store, logger: logger),
        ]
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers) }
}
