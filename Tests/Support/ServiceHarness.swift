public import Access
internal import Foundation
internal import Logging
public import RPC
public import ServiceKit
internal import ServiceLifecycle
internal import Synchronization

/// One service alone: its real handlers on real shards in a temporary directory, behind any transport, with tokens for
/// any caller, and the other services played by fakes.
///
///     try await ServiceHarness.with(CatalogService.self, .ipc) { harness in
///         let catalog = try await harness.client(Catalog.self, as: .kids)
///         _ = try await catalog.send(Catalog.Search(text: "alien"))
///         try await harness.restart()
///     }
public final class ServiceHarness: Sendable {
    /// The directories of data and sockets are in here.
    public let directory: TemporaryDirectory
    /// Everything that the service logged.
    public let logs = LogCapture()
    /// The runtime that the service lives in.
    public let runtime: any Runtime
    /// The other services.
    public let clients: TestServiceClients
    /// The key that signs for people.
    public let signer: TokenSigner
    /// Power cuts and disk errors, when the harness was made with them.
    public let faults: ShardFaults?

    private struct Running: Sendable {
        let assembly: ServiceAssembly
        let group: ServiceGroup
        let task: Task<Void, Never>
    }

    private let server: TestServer
    private let keys: KeyStore
    private let make: @Sendable (ServiceAssembly.Parts) async throws -> ServiceAssembly
    private let running = Mutex<Running?>(nil)
    private let configure: @Sendable (inout ServiceAssembly.Parts) -> Void

    /// Runs `body` with a started service, and stops it afterwards.
    ///
    /// - Parameters:
    ///   - households: those that exist at the start, for a service that cannot create any.
    ///   - faults: whether disks can fail; real fsyncs are skipped then.
    ///   - configure: changes limits and options before each start.
    /// - Throws: what `body` throws, and why the service does not start.
    public static func with<S: HearthService>(
        _ type: S.Type, _ transport: TestTransport = .inProcess, households: [String] = ["home"],
        faults: Bool = false, runtime: any Runtime = SystemRuntime.shared,
        configure: @escaping @Sendable (inout ServiceAssembly.Parts) -> Void = { _ in },
        _ body: (ServiceHarness) async throws -> Void
    ) async throws {
        let harness = try ServiceHarness(
            S.self, transport, households: households, faults: faults, runtime: runtime, configure: configure)
        do {
            try await harness.start()
            try await body(harness)
            await harness.close()
        } catch {
            await harness.close()
            throw error
        }
    }

    private init<S: HearthService>(
        _ type: S.Type, _ transport: TestTransport, households: [String], faults: Bool, runtime: any Runtime,
        configure: @escaping @Sendable (inout ServiceAssembly.Parts) -> Void
    ) throws {
        directory = try TemporaryDirectory()
        try directory.directory("run")
        let data = try directory.directory("data")
        for household in households where !S.createsHouseholds { try directory.directory("data/\(household)") }
        self.runtime = runtime
        self.configure = configure
        clients = TestServiceClients(runtime: runtime)
        keys = KeyStore(directory: "\(data)/keys", runtime: runtime)
        signer = TokenSigner(try keys.peopleKey())
        // Made before anybody reads the directory, which is read again only after a while.
        for service in ServiceSettings.knownServices { _ = try keys.serviceKey(service) }
        self.faults = faults ? try ShardFaults(directory: data) : nil
        server = try TestServer(
            name: S.name, transport: transport, runDirectory: directory.path("run"), runtime: runtime)
        make = { try await ServiceAssembly.make(S.self, of: $0) }
    }

    /// The data directory.
    public var dataDirectory: String { directory.path("data") }

    /// The run directory.
    public var runDirectory: String { directory.path("run") }

    /// The running service's shards, nil while it is down.
    public var shards: ShardDirectory? { running.withLock { $0?.assembly.shards } }

    /// The running service's health, nil while it is down.
    public var health: HealthRegistry? { running.withLock { $0?.assembly.server.health } }
}

// MARK: - Up and down

extension ServiceHarness {
    /// Starts the service, which must be down.
    ///
    /// - Throws: why it does not start.
    public func start() async throws {
        var parts = ServiceAssembly.Parts(
            runtime: runtime, logger: logs.logger, dataDirectory: dataDirectory, runDirectory: runDirectory,
            clients: clients, verifier: TokenVerifier(store: keys, runtime: runtime), onFatal: { _ in })
        configure(&parts)
        let assembly = try await make(parts)
        await assembly.shards.openExisting()
        let group = ServiceGroup(services: assembly.background, logger: logs.logger)
        let logger = logs.logger
        let task = runtime.spawn {
            do { try await group.run() } catch {
                logger.debug("The group of services has ended.", metadata: ["error": "\(error)"])
            }
        }
        running.withLock { $0 = Running(assembly: assembly, group: group, task: task) }
        try await server.start(assembly.server)
    }

    /// Stops the service as SIGTERM does.
    public func stop() async {
        await server.drain()
        guard let running = take() else { return }
        await running.group.triggerGracefulShutdown()
        await running.task.value
        await running.assembly.shards.close()
    }

    /// Stops the service as SIGKILL does: nothing gets out any more, and with faults nothing is written any more.
    public func kill() async {
        faults?.kill()
        await server.kill()
        if let running = take() {
            running.task.cancel()
            await running.task.value
            await running.assembly.shards.close()
        }
        faults?.revive()
    }

    /// Kills the service and takes back everything that was not made durable. Needs faults.
    ///
    /// - Throws: `POSIXError` when the files cannot be put back.
    public func cutPower(tearingBy seed: UInt64? = nil) async throws {
        faults?.kill()
        await server.kill()
        if let running = take() {
            running.task.cancel()
            await running.task.value
            await running.assembly.shards.close()
        }
        try faults?.cutPower(tearingBy: seed)
        faults?.revive()
    }

    /// Stops the service as SIGTERM does, and starts it on the same data.
    ///
    /// - Throws: why it does not start.
    public func restart() async throws {
        await stop()
        try await start()
    }

    private func take() -> Running? {
        running.withLock { running in
            defer { running = nil }
            return running
        }
    }

    private func close() async {
        await stop()
        await server.close()
        clients.close()
        faults?.end()
    }
}

// MARK: - Callers

extension ServiceHarness {
    /// A client of the service that calls as a person, or without a token.
    ///
    /// - Throws: why there is no channel or token.
    public func client<Service: RPCService>(
        _ service: Service.Type, as person: TestCaller?, options: CallOptions = CallOptions()
    ) async throws -> RPCClient<Service> {
        var options = options
        if options.timeout == nil { options.timeout = TestTimeout.longest }
        if let person { options.token = try await token(for: person) }
        options.waitForReady = true
        return RPCClient(try await channel(), defaults: options)
    }

    /// A new channel to the service.
    ///
    /// - Throws: why there is none.
    public func channel() async throws -> any RPCChannel { try await server.channel(name: "test") }

    /// A caller's token; for a service of the suite it is signed with the service's own key.
    ///
    /// - Throws: what making keys and signing throws.
    public func token(for person: TestCaller) async throws -> AccessToken {
        if let service = person.service {
            return try await ServiceTokenSource(key: try keys.serviceKey(service), runtime: runtime)
                .token(for: person.household)
        }
        return try await signer.sign(person.claims(runtime: runtime))
    }

    /// A token that a stranger's key signed: it must be refused everywhere.
    ///
    /// - Throws: what making keys and signing throws.
    public func forgedToken(for person: TestCaller) async throws -> AccessToken {
        let stranger = TokenSigner(try SigningKey(authority: .people, households: nil, runtime: runtime))
        return try await stranger.sign(person.claims(runtime: runtime))
    }
}
