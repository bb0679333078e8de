import ProfilesService
import RPC
import ServiceKit
import ServiceLifecycle

/// The real service, whose PINs cost little to hash.
struct FastPINProfilesService: HearthService {
    static let name = ProfilesService.name
    static let calledServices = ProfilesService.calledServices
    static let createsHouseholds = ProfilesService.createsHouseholds
    static var migrations: [ShardMigration] { ProfilesService.migrations }

    private let service: ProfilesService
    var background: [any Service] { service.background }

    init(environment: ServiceEnvironment) async throws { service = try await .withFastPINHashing(environment) }

    func register(on server: inout RPCServer) throws { try service.register(on: &server) }
}
