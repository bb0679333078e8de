internal import Access
internal import CatalogAPI
public import HearthModel
internal import MetadataGatewayAPI
internal import ProfilesAPI
public import RPC
public import ServiceKit
public import ServiceLifecycle

/// Households, profiles, tokens, policies and favourites.
public struct ProfilesService: HearthService {
    public static let name = Profiles.serviceName
    public static let calledServices: [any ServiceContract.Type] = [
        Catalog.self, MetadataGateway.self,
    ]
    public static let createsHouseholds = true
    public static let outsideConnections = ProfilesLimits.appleConnections
    public static var migrations: [ShardMigration] { ProfilesMigrations.all }

    public let background: [any Service]
    private let handlers: RPCHandlers<Profiles>

    /// Creates the service with the cluster's signing key and the owner key, which are created when they are missing.
    public init(environment: ServiceEnvironment) async throws {
        try await self.init(environment: environment, pinCost: .standard)
    }

    /// Creates the service with cheap PIN hashes, for simulations and tests that set many.
    package static func withFastPINHashing(_ environment: ServiceEnvironment) async throws -> ProfilesService {
        try await ProfilesService(
            environment: environment, pinCost: PINHash.Cost(rounds: 2, blockSize: 1, parallelism: 1))
    }

    /// - Parameter apple: the issuer of Apple's tokens and how its keys are fetched; nil for what is configured.
    init(
        environment: ServiceEnvironment, pinCost: PINHash.Cost,
        apple: AppleSource? = nil
    ) async throws {
        let (runtime, shards) = (environment.runtime, environment.shards)
        let keys = KeyStore(directory: "\(environment.dataDirectory)/keys", runtime: runtime)
        let (clients, logger) = (environment.clients, environment.logger)
        let tokens = try ServiceTokenSource(
            key: keys.serviceKey(Self.name), runtime: runtime, identity: environment.shards.identity(of:))
        let cards = CompositeCardSource(
            catalog: CatalogCardSource(channel: clients.channel(to: Catalog.self), tokens: tokens, logger: logger),
            metadata: MetadataCardSource(
                channel: clients.channel(to: MetadataGateway.self), tokens: tokens, logger: logger))
        let refresher = CardRefresher(shards: environment.shards, cards: cards, runtime: runtime, logger: logger)
        let pins = PINGuard(hasher: PINHasher(cost: pinCost, face: environment.shards.face), runtime: runtime)
        let plans = try PlanConfiguration(environment.configuration)
        let households = Households(
            shards: environment.shards, runtime: runtime, pins: pins, openStreams: environment.openStreams,
            plans: HouseholdPlans(plans, runtime: runtime))
        let signIn = try SignIn(
            households: households,
            ownerKey: OwnerKey.loadOrCreate(in: environment.runDirectory, runtime: runtime), keys: keys,
            runtime: runtime)
        var handlers = RPCHandlers<Profiles>()
        signIn.register(on: &handlers)
        households.register(on: &handlers)
        ProfileManager(households: households, runtime: runtime, openStreams: environment.openStreams)
            .register(on: &handlers)
        SettingsManager(households: households).register(on: &handlers)
        Favourites(households: households, cards: cards, onAccess: { refresher.note($0) }, runtime: runtime)
            .register(on: &handlers)
        EventStream(households: households).register(on: &handlers)
        MemberManager(households: households, runtime: runtime).register(on: &handlers)
        let sessions = DeviceSessions(households: households, signIn: signIn, logger: logger, runtime: runtime)
        sessions.register(on: &handlers)
        PairingManager(households: households, sessions: sessions, runtime: runtime).register(on: &handlers)
        DeviceManager(households: households).register(on: &handlers)
        ViewingRulesManager(households: households).register(on: &handlers)
        PlanManager(
            households: households,
            verifier: plans.store.map { StoreVerifier(configuration: $0, runtime: runtime) }
        ).register(on: &handlers)
        LimitsManager(households: households).register(on: &handlers)
        ProfileSync(households: households, cards: cards, runtime: runtime).register(on: &handlers)
        let (verifier, client) = try Self.appleVerifier(environment, apple)
        let revoker = verifier.tokens.map {
            AppleRevoker(shards: environment.shards, tokens: $0, runtime: runtime, logger: logger)
        }
        AppleSignIn(
            households: households, sessions: sessions, verifier: verifier, runtime: runtime,
            onUnlink: { revoker?.note($0) }
        ).register(on: &handlers)
        InvitationManager(households: households, sessions: sessions, verifier: verifier, runtime: runtime)
            .register(on: &handlers)
        let erasure = HouseholdErasure(
            shards: shards, openStreams: environment.openStreams, logger: logger, onErased: { revoker?.note($0) })
        DeletionManager(households: households, erasure: erasure, runtime: runtime).register(on: &handlers)
        self.handlers = handlers
        let catalog = try EventFollower(Catalog.FollowEvents(), as: Self.name, in: environment) {
            try CatalogEvents.apply($0, $1)
        }
        let days =
            try environment.configuration.configured(ProfilesSettings.keyRotationDays)?.value
            ?? ProfilesSettings.standardKeyRotationDays
        let rotation = KeyRotation(
            keys: keys, signer: signIn.signer, age: .seconds(days * 86_400), runtime: runtime, logger: logger)
        background =
            [refresher, catalog, rotation, HouseholdExpiry(erasure: erasure, runtime: runtime)]
            + (client.map { [$0 as any Service] } ?? []) + (revoker.map { [$0 as any Service] } ?? [])
    }

    /// What verifies Apple's tokens, and the client that fetches its keys; nil when none is needed.
    private static func appleVerifier(
        _ environment: ServiceEnvironment, _ apple: AppleSource?
    ) throws -> (AppleVerifier, AppleClient?) {
        let runtime = environment.runtime
        let issuer = try apple?.issuer ?? ProfilesSettings.appleIssuer(environment.configuration)
        let client = try apple == nil ? issuer.map { try AppleClient($0, runtime: runtime) } : nil
        let keys = AppleKeys(runtime: runtime) {
            if let apple { return try await apple.keys() }
            guard let client else { throw ProfilesError.appleNotConfigured }
            return try await client.keys()
        }
        var verifier = AppleVerifier(issuer: issuer, keys: keys, runtime: runtime, tokens: apple?.tokens)
        if let client, let credentials = try AppleCredentials(environment.configuration) {
            verifier.tokens = client.tokens(credentials)
        }
        return (verifier, client)
    }

    /// The issuer of Apple's tokens, how its keys are fetched, and its token endpoints.
    typealias AppleSource = (
        issuer: AppleIssuer, keys: @Sendable () async throws -> AppleKeys.Fetched, tokens: AppleTokens?
    )

    public func register(on server: inout RPCServer) throws { try server.add(handlers) }
}
