internal import Access
internal import CatalogAPI
internal import HTTPFetch
public import HearthModel
internal import Logging
internal import MetadataGatewayAPI
internal import ProfilesAPI
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// The catalog: the library, and the guide.
public struct CatalogService: HearthService {
    public static let name = Catalog.serviceName
    public static let calledServices: [any ServiceContract.Type] = [
        MetadataGateway.self, Profiles.self,
    ]
    public static let migrations = CatalogMigrations.all
    public static let quarantineRules = [ProfilesEvents.rule]
    public static var outsideConnections: Int { FetchConfiguration().connections }

    private let context: HandlerContext
    let desk: ImportQueue
    private let enrichments: [MetadataRefresher]
    private let events: EventFollower<Profiles.FollowEvents>

    public init(environment: ServiceEnvironment) async throws {
        try self.init(environment: environment, outside: .real)
    }

    /// Makes the service with other dependencies or limits.
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
        desk = ImportQueue(
            shards: environment.shards, runtime: runtime, logger: environment.logger, limits: limits,
            fetcher: fetcher)
        context = HandlerContext(
            shards: environment.shards, queue: desk, titles: desk.titles, onAir: desk.onAir, metadata: metadata,
            trending: TrendingCache(source: metadata, runtime: runtime, logger: environment.logger), runtime: runtime)
        events = try EventFollower(
            Profiles.FollowEvents(), as: Self.name, in: environment, revokes: ProfilesEvent.revokes(_:from:)
        ) {
            try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
        } applied: { [desk] event, household in
            // The household may have moved, which requires new watch providers.
            if event.householdSettings != nil { desk.notifyPublished(household: household) }
        }
        enrichments = [MetadataRefresher.Subject.titles, .marks].map { [desk] in
            MetadataRefresher(desk: desk, source: metadata, limits: MetadataLimits(), subject: $0)
        }
    }

    public func register(on server: inout RPCServer) throws {
        try server.add(CatalogHandlers.make(context))
    }

    public var background: [any Service] {
        enrichments + [
            FeedScheduler(desk: desk), ImportMaintenance(desk: desk),
            TitleIndexWarmer(shards: desk.shards, titles: desk.titles, runtime: desk.runtime, logger: desk.logger),
            OnAirWarmer(shards: desk.shards, onAir: desk.onAir, runtime: desk.runtime, logger: desk.logger), events,
        ]
    }
}
