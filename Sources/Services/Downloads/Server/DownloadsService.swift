internal import Access
internal import CatalogAPI
internal import DownloadsAPI
internal import HTTPFetch
public import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// The downloads of households, for watching offline.
public struct DownloadsService: HearthService {
    public static let name = Downloads.serviceName
    public static let calledServices: [any ServiceContract.Type] = [
        Catalog.self, PlaybackState.self, Profiles.self,
    ]
    public static var migrations: [ShardMigration] { DownloadsMigrations.all }
    public static let quarantineRules = [ProfilesEvents.rule]
    public static var outsideConnections: Int { FetchConfiguration().connections }

    public let background: [any Service]
    private let handlers: RPCHandlers<Downloads>
    private let queue: DownloadQueue

    /// Creates the service.
    public init(environment: ServiceEnvironment) async throws {
        try await self.init(environment: environment, outside: .real)
    }

    /// Creates the service with other dependencies.
    ///
    /// - Throws: as ``init(environment:)``.
    package init(environment: ServiceEnvironment, outside: DownloadsDependencies) async throws {
        let (runtime, layers) = (environment.runtime, environment.configuration)
        var configuration = FetchConfiguration()
        configuration.userAgent = "Hearth"
        configuration.addresses = AddressPolicy(
            allowedHosts: Set(try layers.value(of: DownloadsSettings.hosts, default: []).value))
        let store = DownloadsStore(
            shards: environment.shards, runtime: runtime,
            quotaBytes: try layers.value(of: DownloadsSettings.quota, default: DownloadsLimits.quotaBytes).value,
            floorBytes: try layers.value(of: DownloadsSettings.floor, default: DownloadsLimits.floorBytes).value,
            watch: outside.disk)
        let keys = KeyStore(directory: "\(environment.dataDirectory)/keys", runtime: runtime)
        let catalog = environment.clients.client(of: Catalog.self)
        let tokens = try ServiceTokenSource(
            key: keys.serviceKey(Self.name), runtime: runtime, identity: environment.shards.identity(of:))
        let queue = DownloadQueue(
            store: store, links: LinkResolver(catalog: catalog, tokens: tokens),
            fetcher: try outside.fetcher(configuration, runtime), logger: environment.logger,
            metrics: environment.metrics)
        environment.metrics.announceJobs([DownloadQueue.jobKind])
        self.queue = queue
        var handlers = RPCHandlers<Downloads>()
        let admission = ScreenTimeAdmission(environment.clients.client(of: PlaybackState.self))
        DownloadStarter(queue: queue, catalog: catalog, admission: admission).register(on: &handlers)
        DownloadEditor(queue: queue).register(on: &handlers)
        DownloadReader(queue: queue, admission: admission).register(on: &handlers)
        FileStreamer(queue: queue, admission: admission).register(on: &handlers)
        WatchedDownloads(queue: queue).register(on: &handlers)
        self.handlers = handlers
        background = [
            DownloadsMaintenance(queue: queue),
            try EventFollower(
                Profiles.FollowEvents(), as: Self.name, in: environment,
                revokes: ProfilesEvent.revokes(_:from:)
            ) {
                try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
            } applied: { _, household in
                // A deleted profile's files are removed now, and not with the next call.
                queue.wake(household)
            },
            try EventFollower(Catalog.FollowEvents(), as: Self.name, in: environment) {
                try CatalogEvents.apply($0, $1)
            } applied: { event, household in
                await CatalogEvents.tell(event, in: household, queue)
            },
        ]
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers) }

    /// Removes the files that only the erased profile requested.
    public func quarantineErased(in household: String) { queue.wake(household) }
}
