internal import Access
internal import CatalogAPI
internal import Logging
internal import MetadataGatewayAPI
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// The catalog: everything there is to watch, and the guide.
public struct CatalogService: HearthService {
    public static let name = "catalog"
    public static let asks: [String: any RPCService.Type] = ["metadata-gateway": MetadataGateway.self]
    public static let migrations = CatalogMigrations.all

    let library: Library
    let desk: ImportDesk
    private let enrichment: Enrichment

    public init(environment: ServiceEnvironment) async throws {
        try self.init(environment: environment, limits: ImportLimits())
    }

    /// Makes the service with limits of its own, for tests.
    package init(environment: ServiceEnvironment, limits: ImportLimits) throws {
        let runtime = environment.runtime
        let keys = KeyStore(directory: "\(environment.dataDirectory)/keys", runtime: runtime)
        let tokens = try ServiceTokenSource(key: keys.serviceKey(Self.name), runtime: runtime)
        let metadata = MetadataSource(channel: environment.neighbours.channel(to: "metadata-gateway")) {
            try await tokens.token(for: $0)
        }
        desk = ImportDesk(
            shards: environment.shards, runtime: runtime, logger: environment.logger, limits: limits,
            forbidden: [environment.dataDirectory, environment.runDirectory])
        library = Library(shards: environment.shards, desk: desk, runtime: runtime)
        enrichment = Enrichment(desk: desk, source: metadata, limits: EnrichmentLimits())
    }

    public func register(on server: inout RPCServer) throws {
        try server.add(CatalogHandlers.make(library))
    }

    public var background: [any Service] { [enrichment, ImportUpkeep(desk: desk)] }
}
