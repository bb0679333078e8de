import CatalogFormats
import CatalogRecognition
import CatalogService
import DownloadsService
import HTTPFetch
import HearthModel
import MetadataGatewayService
import ProfilesService
import RPC
import ServiceKit
import ServiceLifecycle

/// The real catalog, with the simulated internet.
struct SimulatedCatalog: HearthService {
    static let name = CatalogService.name
    static var migrations: [ShardMigration] { CatalogService.migrations }
    static var calledServices: [any ServiceContract.Type] { CatalogService.calledServices }

    private let service: CatalogService
    var background: [any Service] { service.background }

    init(environment: ServiceEnvironment) async throws {
        let internet = SimulatedInternet.current
        let outside = CatalogDependencies { try .simulated($0, $1, internet) }
        service = try CatalogService(environment: environment, outside: outside)
    }

    func register(on server: inout RPCServer) throws { try service.register(on: &server) }
}

/// The real profiles, whose PINs cost little: a run guesses at many.
struct SimulatedProfiles: HearthService {
    static let name = ProfilesService.name
    static let calledServices = ProfilesService.calledServices
    static let createsHouseholds = ProfilesService.createsHouseholds
    static var migrations: [ShardMigration] { ProfilesService.migrations }

    private let service: ProfilesService
    var background: [any Service] { service.background }

    init(environment: ServiceEnvironment) async throws { service = try await .withFastPINHashing(environment) }

    func register(on server: inout RPCServer) throws { try service.register(on: &server) }
}

/// The real downloads, with the simulated internet and a disk that loses power.
struct SimulatedDownloads: HearthService {
    static let name = DownloadsService.name
    static var migrations: [ShardMigration] { DownloadsService.migrations }
    static var calledServices: [any ServiceContract.Type] { DownloadsService.calledServices }

    private let service: DownloadsService
    var background: [any Service] { service.background }

    init(environment: ServiceEnvironment) async throws {
        let (internet, disk) = (SimulatedInternet.current, SimulatedMachine.disk)
        let outside = DownloadsDependencies(disk: disk) { try .simulated($0, $1, internet) }
        service = try await DownloadsService(environment: environment, outside: outside)
    }

    func register(on server: inout RPCServer) throws { try service.register(on: &server) }
}

/// The real metadata-gateway, with the simulated internet.
struct SimulatedMetadataGateway: HearthService {
    static let name = MetadataGatewayService.name
    static var migrations: [ShardMigration] { MetadataGatewayService.migrations }
    static var calledServices: [any ServiceContract.Type] { MetadataGatewayService.calledServices }

    private let service: MetadataGatewayService
    var background: [any Service] { service.background }

    init(environment: ServiceEnvironment) async throws {
        let internet = SimulatedInternet.current
        service = try await MetadataGatewayService(environment: environment) { try .simulated($0, $1, internet) }
    }

    func register(on server: inout RPCServer) throws { try service.register(on: &server) }
}

extension HTTPFetcher {
    /// Fetches from a simulated internet.
    fileprivate static func simulated(
        _ configuration: FetchConfiguration, _ runtime: any Runtime, _ internet: SimulatedInternet?
    ) throws -> HTTPFetcher {
        guard let internet else { preconditionFailure("no internet to fetch from") }
        return try HTTPFetcher(configuration, runtime: runtime, network: internet)
    }
}
