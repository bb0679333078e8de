internal import Access
internal import CatalogAPI
internal import HTTPFetch
public import HearthModel
internal import Logging
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// The catalog: the library, and the guide.
public struct CatalogService: HearthService {
    public static let name = Catalog.serviceName
    public static let calledServices: [any ServiceContract.Type] = [
        MetadataGateway.self, PlaybackState.self, Profiles.self,
    ]
    public static let migrations = CatalogMigrations.all
    public static let quarantineRules = [ProfilesEvents.rule]
    public static var outsideConnections: Int { FetchConfiguration().connections }

    private let handlers: RPCHandlers<Catalog>
    private let queue: ImportQueue
    private let refreshers: [MetadataRefresher]
    private let events: EventFollower<Profiles.FollowEvents>
    private let rules: RuleSetEvaluator

    public init(environment: ServiceEnvironment) async throws {
        try self.init(environment: environment, outside: .real)
    }

    /// Creates the service with other dependencies or limits.
    ///
    /// - Throws: as ``init(environment:)``.
    package init(
        environment: ServiceEnvironment, outside: CatalogDependencies, limits: ImportLimits = ImportLimits()
    ) throws {
        let runtime = environment.runtime
        let keys = KeyStore(directory: "\(environment.dataDirectory)/keys", runtime: runtime)
        let tokens = try ServiceTokenSource(
            key: keys.serviceKey(Self.name), runtime: runtime, identity: environment.shards.identity(of:))
        let metadata = MetadataClient(channel: environment.clients.channel(to: MetadataGateway.self)) {
            try await tokens.token(for: $0)
        }
        var configuration = FetchConfiguration()
        configuration.userAgent = "Hearth"
        // Providers allow an account one connection.
        configuration.connectionsPerHost = 1
        configuration.addresses = AddressPolicy(
            allowedHosts: Set(try environment.configuration.value(of: CatalogSettings.hosts, default: []).value))
        let fetcher = try outside.fetcher(configuration, runtime)
        queue = ImportQueue(
            shards: environment.shards, runtime: runtime, logger: environment.logger, limits: limits,
            fetcher: fetcher, metrics: environment.metrics)
        queue.report(to: environment.metrics)
        let context = HandlerContext(
            shards: environment.shards, queue: queue, titles: queue.titles, onAir: queue.onAir, metadata: metadata,
            trending: TrendingCache(source: metadata, runtime: runtime, logger: environment.logger),
            admission: ScreenTimeAdmission(environment.clients.client(of: PlaybackState.self)), runtime: runtime)
        var handlers = RPCHandlers<Catalog>()
        UploadReceiver(context: context).register(on: &handlers)
        ImportJobReader(context: context).register(on: &handlers)
        SourceListReader(context: context).register(on: &handlers)
        SourceEditor(context: context).register(on: &handlers)
        SearchHandlers(context: context).register(on: &handlers)
        TitleHandlers(context: context).register(on: &handlers)
        GuideHandlers(context: context).register(on: &handlers)
        DiscoveryHandlers(context: context).register(on: &handlers)
        CorrectionHandlers(context: context).register(on: &handlers)
        SearchHistoryHandlers(context: context).register(on: &handlers)
        SubscriptionHandlers(context: context).register(on: &handlers)
        EventStream(context: context).register(on: &handlers)
        RuleHandlers(context: context).register(on: &handlers)
        EpisodeOrderHandlers(context: context).register(on: &handlers)
        self.handlers = handlers
        let rules = RuleSetEvaluator(shards: environment.shards, runtime: runtime, logger: environment.logger)
        self.rules = rules
        events = try EventFollower(
            Profiles.FollowEvents(), as: Self.name, in: environment, revokes: ProfilesEvent.revokes(_:from:)
        ) {
            try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
        } applied: { [queue] event, household in
            // The household may have moved, which requires new watch providers.
            rules.note(household)
            if event.householdSettings != nil { queue.notifyPublished(household: household) }
        }
        refreshers = [MetadataRefresher.Subject.titles, .marks].map { [queue] in
            MetadataRefresher(queue: queue, source: metadata, limits: MetadataLimits(), subject: $0)
        }
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers) }

    public var background: [any Service] {
        refreshers + [
            FeedScheduler(queue: queue), ImportMaintenance(queue: queue),
            TitleIndexWarmer(shards: queue.shards, titles: queue.titles, runtime: queue.runtime, logger: queue.logger),
            OnAirWarmer(shards: queue.shards, onAir: queue.onAir, runtime: queue.runtime, logger: queue.logger), events,
            rules,
        ]
    }
}
