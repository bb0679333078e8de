internal import CatalogAPI
internal import Logging
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// The catalog: everything there is to watch, and the guide.
public struct CatalogService: HearthService {
    public static let name = "catalog"
    public static let migrations = CatalogMigrations.all

    let library: Library
    let desk: ImportDesk

    public init(environment: ServiceEnvironment) async throws {
        self.init(environment: environment, limits: ImportLimits())
    }

    /// Makes the service with limits of its own, for tests.
    package init(environment: ServiceEnvironment, limits: ImportLimits) {
        desk = ImportDesk(
            shards: environment.shards, runtime: environment.runtime, logger: environment.logger, limits: limits,
            forbidden: [environment.dataDirectory, environment.runDirectory])
        library = Library(shards: environment.shards, desk: desk, runtime: environment.runtime)
    }

    public func register(on server: inout RPCServer) throws {
        try server.add(CatalogHandlers.make(library))
    }

    public var background: [any Service] { [ImportUpkeep(desk: desk)] }
}
