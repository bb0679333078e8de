import PlaybackStateAPI
import RPC
import ServiceKit
import ServiceLifecycle
import TestSupport

@testable import PlaybackStateService

/// The real service, which waits for what the catalog tells of a title: on a busy machine half a second is not enough.
struct PatientPlaybackService: HearthService {
    static let name = PlaybackStateService.name
    static let calledServices = PlaybackStateService.calledServices
    static let quarantineRules = PlaybackStateService.quarantineRules
    static var migrations: [ShardMigration] { PlaybackStateService.migrations }

    private let service: PlaybackStateService
    var background: [any Service] { service.background }

    init(environment: ServiceEnvironment) async throws {
        service = try await PlaybackStateService(environment, factsTimeout: TestTimeout.longest)
    }

    func register(on server: inout RPCServer) throws { try service.register(on: &server) }
}
