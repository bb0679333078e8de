internal import CatalogAPI
internal import DownloadsAPI
internal import HTTPFetch
package import HTTPServer
public import HearthModel
internal import Logging
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
public import RPC
internal import ReadingListAPI
internal import SchedulerAPI
public import ServiceKit
public import ServiceLifecycle
internal import WebAPI

/// Serves the household's services to browsers and other clients of HTTP. A client of the services, without data of its own.
public struct WebService: HearthService {
    public static let name = ServiceManifest.web.name
    public static let calledServices: [any ServiceContract.Type] = [
        Catalog.self, Downloads.self, MetadataGateway.self, PlaybackState.self, Profiles.self, ReadingList.self,
        Scheduler.self,
    ]
    /// It has no shard.
    public static let migrations: [ShardMigration] = []
    public static var outsideConnections: Int { HTTPLimits().connections + FetchConfiguration().connections }

    /// The variable of the setting that `--listen` gives.
    public static var listenVariable: String { WebSettings.listen.variable }

    public let background: [any Service]
    private let handlers: RPCHandlers<Gateway>

    /// Creates the service.
    public init(environment: ServiceEnvironment) async throws {
        try await self.init(environment: environment, limits: HTTPLimits())
    }

    /// Creates the service with other limits.
    ///
    /// - Parameter onListening: called with the address that it listens at.
    /// - Throws: as ``init(environment:)``.
    package init(
        environment: ServiceEnvironment, limits: HTTPLimits,
        onListening: @escaping @Sendable (HTTPAddress) -> Void = { _ in }
    ) async throws {
        let configuration = try WebConfiguration(environment.configuration)
        let (runtime, clients) = (environment.runtime, environment.clients)
        let table = MethodTable.all
        var handlers = RPCHandlers<Gateway>()
        GatewayHandlers(clients: clients, runtime: runtime).register(on: &handlers)
        self.handlers = handlers
        var fetching = FetchConfiguration()
        fetching.userAgent = "Hearth"
        fetching.addresses = AddressPolicy(allowedHosts: configuration.mediaHosts)
        let fetcher = try HTTPFetcher(fetching, runtime: runtime)
        let media = MediaHandler(
            sealer: MediaAddress.Sealer(runtime: runtime), fetcher: fetcher,
            downloads: DownloadRelay(downloads: clients.client()), directHosts: configuration.directHosts,
            runtime: runtime)
        let pictures = PictureAddresses()
        let router = WebRouter(
            configuration: configuration,
            hosts: HostRules(names: configuration.hosts, isLoopback: configuration.address?.isLoopback ?? true),
            calls: CallHandler(
                table: table, sender: CallSender(clients: clients, runtime: runtime, schema: table.schema),
                pictures: pictures, relay: { try media.path(of: $0) }),
            sessions: SessionHandler(
                sessions: BrowserSessions(clients: clients, runtime: runtime), profiles: clients.client(),
                schema: table.schema, household: configuration.household),
            files: PageFiles(directory: configuration.page, runtime: runtime),
            events: EventsHandler(
                clients: clients, runtime: runtime, schema: table.schema, pictures: pictures),
            pictures: PictureHandler(clients: clients, fetcher: fetcher, addresses: pictures), media: media,
            security: SecurityHeaders(directHosts: configuration.directHosts),
            health: environment.health,
            logger: environment.logger)
        let listener = HTTPListener(
            limits: limits, trusted: configuration.proxies, runtime: runtime
        ) { try await router.response(to: $0) }
        environment.metrics.addReadings { [.init("http_connections", [:], Double(listener.connections))] }
        background = [
            WebListener(
                listener: listener, address: configuration.address, runDirectory: environment.runDirectory,
                health: environment.health, runtime: runtime, logger: environment.logger, onListening: onListening)
        ]
        if configuration.page == nil {
            environment.logger.warning("The page is not installed; calls are served all the same.")
        }
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers) }
}
