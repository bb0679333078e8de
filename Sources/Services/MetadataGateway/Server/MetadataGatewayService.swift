package import HTTPFetch
public import HearthModel
internal import Logging
internal import MetadataGatewayAPI
internal import ProfilesAPI
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// A caching gateway to external metadata of films and shows.
public struct MetadataGatewayService: HearthService {
    public static let name = MetadataGateway.serviceName
    public static let calledServices: [any ServiceContract.Type] = [Profiles.self]
    public static var migrations: [ShardMigration] { MetadataGatewayMigrations.all }
    public static var outsideConnections: Int { FetchConfiguration().connections }

    public let background: [any Service]
    private let handlers: RPCHandlers<MetadataGateway>

    /// Creates the service.
    public init(environment: ServiceEnvironment) async throws {
        try await self.init(environment: environment) { try HTTPFetcher($0, runtime: $1) }
    }

    /// Creates the service with another HTTP client.
    ///
    /// - Parameter makeFetcher: creates the HTTP client.
    /// - Throws: as ``init(environment:)``.
    package init(
        environment: ServiceEnvironment, makeFetcher: (FetchConfiguration, any Runtime) throws -> HTTPFetcher
    ) async throws {
        let runtime = environment.runtime
        let sources = try SourceConfiguration(environment.configuration)
        var configuration = FetchConfiguration()
        configuration.userAgent = "Hearth"
        configuration.connectionsPerHost = MetadataGatewayLimits.connectionsPerHost
        configuration.addresses = AddressPolicy(allowedHosts: sources.allowedHosts)
        let fetcher = try makeFetcher(configuration, runtime)
        let send: Upstream.Send = { try await fetcher.fetch($0) }
        let pictures = AdultImages(shards: environment.shards, runtime: runtime, logger: environment.logger)
        let source = TMDBSource(
            pictures: pictures,
            cache: Cache(
                shards: environment.shards, runtime: runtime, logger: environment.logger,
                limitBytes: MetadataGatewayLimits.responsesBytes),
            runtime: runtime, logger: environment.logger, key: sources.key, base: sources.address,
            upstream: Upstream(runtime: runtime, send: send), flights: SingleFlight(runtime: runtime))
        // Images come from another host, with its own limits.
        let images = ImageSource(
            cache: Cache(
                shards: environment.shards, runtime: runtime, logger: environment.logger,
                limitBytes: MetadataGatewayLimits.imageBytes),
            runtime: runtime, base: sources.imageAddress, upstream: Upstream(runtime: runtime, send: send),
            flights: SingleFlight(runtime: runtime))
        let tvdb = Upstream(runtime: runtime, send: send)
        let marks = TVDBSource(
            cache: source.cache, runtime: runtime, base: sources.tvdbAddress,
            account: sources.tvdbKey.map {
                TVDBSession(key: $0, pin: sources.tvdbPIN, base: sources.tvdbAddress, runtime: runtime, upstream: tvdb)
            }, upstream: tvdb, flights: SingleFlight(runtime: runtime))
        var handlers = RPCHandlers<MetadataGateway>()
        TitleReader(source: source).register(on: &handlers)
        SeasonMarkReader(source: marks).register(on: &handlers)
        CardReader(source: source, runtime: runtime, shards: environment.shards).register(on: &handlers)
        SourceReader(source: source, images: images, pictures: pictures).register(on: &handlers)
        self.handlers = handlers
        let maintenance = MetadataGatewayMaintenance(
            shards: environment.shards, runtime: runtime, responses: source.cache, images: images.cache,
            fetcher: fetcher)
        // Of profiles the rules alone are stored here; tokens carry the policy until they expire.
        let profiles = try EventFollower(
            Profiles.FollowEvents(), as: Self.name, in: environment,
            revokes: ProfilesEvent.revokes(_:from:)
        ) {
            try RuleSetTable.apply($0, $1)
            if !$0.isKnown, $0.mustBeUnderstood == true { throw UnknownEvent() }
        }
        background = [maintenance, profiles]
        if sources.key == nil {
            environment.logger.notice("No API key for TMDB is set; only cached responses are available.")
        }
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers) }
}
