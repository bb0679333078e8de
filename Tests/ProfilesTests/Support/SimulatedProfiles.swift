import Access
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import RPCInProcess
import ServiceKit
import ServiceLifecycle
import TestSupport
import Testing

@testable import ProfilesService

/// The whole service in virtual time, on one thread, that can be killed and started again.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedProfiles: @unchecked Sendable {
    let simulation: Simulation
    private let host: InProcessHost
    private let directory: TemporaryDirectory
    private let appleKeys: (@Sendable () async throws -> AppleKeys.Fetched)?
    private let appleTokens: AppleTokens?
    private var assembly: ServiceAssembly?
    private var link: InProcessClient?
    /// Revokes at Apple, where that is configured.
    private var revoking: Task<Void, Never>?

    /// Runs `body` with a started service.
    ///
    /// - Parameters:
    ///   - appleKeys: fetches the keys of Apple's tokens; nil where none is configured.
    ///   - appleTokens: Apple's token endpoints; nil where no key of the developer's is configured.
    static func run(
        seed: UInt64 = 1, appleKeys: (@Sendable () async throws -> AppleKeys.Fetched)? = nil,
        appleTokens: AppleTokens? = nil,
        _ body: @escaping @Sendable (SimulatedProfiles) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        for name in ["run", "data"] { try directory.directory(name) }
        let finished = try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: seed)
            return simulation.run {
                let profiles = SimulatedProfiles(simulation, directory, appleKeys, appleTokens)
                do {
                    try await profiles.start()
                    try await body(profiles)
                } catch {
                    Issue.record(error, "seed \(seed)")
                }
                await profiles.kill()
            }
        }
        #expect(finished, "seed \(seed)")
    }

    private init(
        _ simulation: Simulation, _ directory: TemporaryDirectory,
        _ appleKeys: (@Sendable () async throws -> AppleKeys.Fetched)?, _ appleTokens: AppleTokens?
    ) {
        (self.simulation, self.directory) = (simulation, directory)
        (self.appleKeys, self.appleTokens) = (appleKeys, appleTokens)
        host = InProcessHost(name: "profiles", runtime: simulation)
    }

    /// Starts the service, which must be down.
    func start() async throws {
        let data = directory.path("data")
        let store = KeyStore(directory: "\(data)/keys", runtime: simulation)
        var parts = ServiceAssembly.Parts(
            runtime: simulation, logger: LogCapture().logger, dataDirectory: data, runDirectory: directory.path("run"),
            clients: TestServiceClients(runtime: simulation),
            verifier: TokenVerifier(store: store, runtime: simulation), onFatal: { _ in })
        parts.shardOptions.face = .inline
        parts.shardOptions.limits.ballastBytes = 0
        let assembly = try await AppleProfilesService.$keys.withValue(appleKeys) { [parts, appleTokens] in
            try await AppleProfilesService.$tokens.withValue(appleTokens) {
                try await ServiceAssembly.make(AppleProfilesService.self, of: parts)
            }
        }
        host.start(assembly.server)
        (self.assembly, link) = (assembly, InProcessClient(host))
        if let revoker = assembly.background.first(where: { $0 is AppleRevoker }) {
            revoking = simulation.spawn { try? await revoker.run() }
        }
    }

    /// Stops the service as SIGKILL does.
    func kill() async {
        revoking?.cancel()
        await revoking?.value
        link?.close()
        host.kill()
        await assembly?.shards.close()
        (assembly, link) = (nil, nil)
    }

    /// Kills the service, and starts it again after a while.
    func restart(after pause: Duration = .zero) async throws {
        await kill()
        if pause > .zero { try await simulation.sleep(for: pause) }
        try await start()
    }

    /// A client without a token, or with one.
    func client(_ session: Session? = nil) throws -> RPCClient<Profiles> {
        let options = CallOptions(
            timeout: .seconds(10), token: session.map { AccessToken($0.token) }, waitForReady: true)
        return RPCClient<Profiles>(try #require(link).channel, defaults: options)
    }

    /// A client that acts as the owner.
    func owner() async throws -> RPCClient<Profiles> {
        let key = try #require(try OwnerKey.load(in: directory.path("run")))
        return try client(await client().send(Profiles.LocalOwner(proof: Data(key.bytes))))
    }

    /// Signs a device in as the owner.
    func pair() async throws -> Session {
        let owner = try await owner()
        let codes = try await client().send(Profiles.StartPairing(device: .test()))
        _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode))
        return try await client().send(Profiles.PollPairing(deviceCode: codes.deviceCode))
    }

    /// Adds a member with a profile.
    ///
    /// - Returns: the session of a device of the member's.
    func member(_ name: String) async throws -> Session {
        let owner = try await owner()
        let shard = try #require(assembly?.shards.openShards["home"])
        let (member, profile) = (RandomID.make(simulation), RandomID.make(simulation))
        try await shard.write { db in
            try HouseholdTable.insert(MemberRow(id: member, name: name, role: .adult, created: 0), db)
            try ProfileTable.insert(
                ProfileRow(id: profile, name: name, kind: .adult, hidesAdult: false, member: member, created: 0), db)
        }
        let codes = try await client().send(Profiles.StartPairing(device: .test(name)))
        _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode, member: member))
        return try await client().send(Profiles.PollPairing(deviceCode: codes.deviceCode))
    }

    /// The next session of a device.
    func refresh(_ token: String) async throws -> Session {
        try await client().send(Profiles.RefreshSession(refreshToken: token))
    }

    /// Why a device gets no next session; nil when it does.
    func refusal(of token: String) async throws -> ProfilesProblem.Code? {
        let failure = await (try client()).failure(of: Profiles.RefreshSession(refreshToken: token))
        return failure.map { $0.problem ?? ProfilesProblem.Code(rawValue: "\($0)") }
    }
}

/// The real service, with an issuer of Apple's tokens of the test's own where there is one.
struct AppleProfilesService: HearthService {
    static let name = ProfilesService.name
    static let calledServices = ProfilesService.calledServices
    static let createsHouseholds = ProfilesService.createsHouseholds
    static var migrations: [ShardMigration] { ProfilesService.migrations }

    /// Fetches the issuer's keys; nil where none is configured.
    @TaskLocal static var keys: (@Sendable () async throws -> AppleKeys.Fetched)?

    /// Its token endpoints; nil where no key of the developer's is configured.
    @TaskLocal static var tokens: AppleTokens?

    private let service: ProfilesService
    var background: [any Service] { service.background }

    init(environment: ServiceEnvironment) async throws {
        let issuer = AppleIssuer(name: AppleIssuer.standardName, clientIDs: [AppleFixtures.clientID])
        service = try await ProfilesService(
            environment: environment, pinCost: .standard, apple: Self.keys.map { (issuer, $0, Self.tokens) })
    }

    func register(on server: inout RPCServer) throws { try service.register(on: &server) }
}
