internal import Access
internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import HearthModel
internal import Logging
internal import RPC
internal import RPCDiagnostics
internal import RPCZeroMQ
internal import ServiceLifecycle
internal import TraceExport
internal import UnixSignals

/// The whole lifecycle of a service's process, so that a main contains only this:
///
///     @main struct Command: AsyncParsableCommand {
///         @OptionGroup var options: ServiceOptions
///         func run() async throws { try await ServiceMain.run(CatalogService.self, options: options) }
///     }
public enum ServiceMain {
    /// Runs a service until SIGTERM, SIGINT or `sys.Drain`. Then it reports that it no longer serves, lets calls in
    /// flight finish, closes its shards, and returns.
    ///
    /// - Parameter variables: settings that the service's own flags give, by their variables; they override the
    ///   environment's.
    /// - Throws: `ExitCode` with an ``ExitStatus`` other than success; standard error has the reason.
    public static func run<S: HearthService>(
        _ type: S.Type, options: ServiceOptions, variables: [String: String] = [:]
    ) async throws {
        if options.schemaVersion {
            let schema = try ShardSchema(service: S.migrations)
            return FileHandle.standardOutput.write(Data("\(schema.known.userVersion)\n".utf8))
        }
        let environment = ProcessInfo.processInfo.environment.merging(variables) { _, flag in flag }
        let status = await ServiceProcess(S.self, runtime: SystemRuntime.shared, environment: environment)
            .run(options: options)
        if status != .success { throw ExitCode(status.rawValue) }
    }

    /// The time that the background services have to stop, beyond the drain time of calls.
    static let closingTime = Duration.seconds(20)
}

/// One run of a service's process.
struct ServiceProcess<S: HearthService> {
    private var runtime: any Runtime
    private let environment: [String: String]
    private let control: ShutdownControl

    /// The drain time after a disk failure: the responses are "unknown" already.
    private static var fatalGrace: Duration { .seconds(1) }
    /// The extra time beyond a clean shutdown before a process that hangs is killed, after its supervisor has ended.
    private static var hangTime: Duration { .seconds(5) }

    init(_ type: S.Type, runtime: any Runtime, environment: [String: String]) {
        self.runtime = runtime
        self.environment = environment
        control = ShutdownControl(runtime: runtime)
    }

    func run(options: ServiceOptions) async -> ExitStatus {
        // A supervisor that dies closes the log pipe; the service must not die of SIGPIPE in the middle of a call.
        signal(SIGPIPE, SIG_IGN)
        let status = await runToEnd(options: options)
        await StandardErrorLog.flush(runtime: runtime)
        return status
    }

    private func runToEnd(options: ServiceOptions) async -> ExitStatus {
        let settings: ServiceSettings
        let connections: Int
        do {
            try SecretVariables.refuse(in: environment)
            settings = try ServiceSettings(options: options, environment: environment, service: S.name)
            connections = try connectionLimit(settings)
        } catch {
            LineLogHandler.standardError("\(S.name): \(error)\n")
            return .configuration
        }
        if options.dieWithParent {
            let parent = ParentProcess(environment: environment)
            let patience = Duration.seconds(settings.drainSeconds.value) + ServiceMain.closingTime + Self.hangTime
            guard parent.isAlive, parent.exitWithParent(patience: patience) else { return .unavailable }
        }
        let level = ProcessLogLevel(settings.logLevel.value, runtime: runtime)
        LogSetup.bootstrap(service: S.name, level: level, format: settings.logFormat.value, runtime: runtime)
        let logger = Logger(label: S.name)
        var process = self
        if let chaos = settings.chaosDirectory.value {
            process.runtime = ShiftedClock(runtime, service: S.name, directory: chaos)
        }
        do {
            try await process.serve(settings, connections, level, logger)
            let status = control.status
            logger.info("The service has stopped.", metadata: ["status": "\(status.rawValue)"])
            return status
        } catch {
            logger.critical("The service cannot go on.", metadata: ["error": "\(error)"])
            return control.status == .success ? Self.status(of: error) : control.status
        }
    }

    /// The number of client connections that the descriptor limit allows.
    private func connectionLimit(_ settings: ServiceSettings) throws(DescriptorShortage) -> Int {
        let needs = DescriptorNeeds(of: S.self, settings)
        return needs.connections(of: try DescriptorLimit.raise(atLeast: needs.least))
    }

    private func serve(
        _ settings: ServiceSettings, _ connections: Int, _ level: ProcessLogLevel, _ logger: Logger
    ) async throws {
        let run = settings.run.value
        try RunDirectory.prepare(run)
        // Before the shards are opened: they belong to a running instance already.
        try ZeroMQServerTransport.checkIsFree(
            .ipc(path: ServicePaths(runDirectory: run).socket(of: S.name)), pathPrefix: ServicePaths.socketPrefix)
        let keys = CurveStore(dataDirectory: settings.data.value, runtime: runtime)
        let tcp = try tcpBinding(settings, keys)
        for remote in settings.endpoints.value
        where S.calledServices.contains(where: { $0.serviceName == remote.service }) {
            _ = try keys.security(for: remote.service, at: remote.endpoint)
        }
        let node = try ZeroMQNode.start()
        let assembly: ServiceAssembly
        do {
            assembly = try await assemble(settings, connections, level, node, keys, logger)
        } catch {
            await node.shutDown()
            throw error
        }
        let group = makeGroup(assembly, settings, node, tcp, keys, logger)
        control.attach(group)
        let result: Result<Void, any Error>
        do { result = .success(try await group.run()) } catch { result = .failure(error) }
        await assembly.shards.close()
        await node.shutDown()
        try result.get()
    }

    private func assemble(
        _ settings: ServiceSettings, _ connections: Int, _ level: ProcessLogLevel, _ node: ZeroMQNode,
        _ curve: CurveStore, _ logger: Logger
    ) async throws -> ServiceAssembly {
        let (data, run) = (settings.data.value, settings.run.value)
        let keys = KeyStore(directory: "\(data)/keys", runtime: runtime)
        let control = control
        var parts = ServiceAssembly.Parts(
            runtime: runtime, logger: logger, dataDirectory: data, runDirectory: run,
            clients: SocketServiceClients(
                runDirectory: run, name: S.name, node: node, runtime: runtime,
                overrides: try settings.overrides(calling: S.calledServices), endpoints: settings.endpoints.value,
                keys: curve),
            verifier: TokenVerifier(store: keys, runtime: runtime, logger: logger),
            onFatal: { _ in control.request(.fatal) })
        parts.configuration = settings.layers
        parts.shardDirectory = settings.shards.value
        parts.shardOptions.allowsNetworkFileSystems = settings.allowsNetworkFileSystems.value
        parts.limits.openCalls = settings.openCalls.value
        parts.limits.connections = connections
        parts.limits.callsPerSecond = settings.callsPerSecond.value
        parts.logLevel = level
        parts.spanExporter = try SpanExporter.configured(settings, for: S.name, runtime: runtime, logger: logger)
        if let chaos = settings.chaosDirectory.value {
            parts.shardOptions.failPoints = try FailPoints(directory: chaos, service: S.name)
            parts.allowsFaults = true
            logger.warning(
                "Chaos is allowed: files trigger failpoints, and operators may inject faults.",
                metadata: ["directory": "\(chaos)"])
        }
        var assembly = try await ServiceAssembly.make(S.self, of: parts)
        assembly.server.diagnostics.onDrain = { control.request(.success) }
        return assembly
    }

    /// The tcp endpoint of the service beside its private socket, with its keys; nil without one.
    private func tcpBinding(_ settings: ServiceSettings, _ keys: CurveStore) throws -> ZeroMQBinding? {
        guard let endpoint = settings.listen.value.flatMap({ ZeroMQEndpoint($0) }) else { return nil }
        return ZeroMQBinding(endpoint, security: try keys.security(of: S.name, at: endpoint))
    }

    private func makeGroup(
        _ assembly: ServiceAssembly, _ settings: ServiceSettings, _ node: ZeroMQNode, _ tcp: ZeroMQBinding?,
        _ keys: CurveStore, _ logger: Logger
    ) -> ServiceGroup {
        let paths = ServicePaths(runDirectory: settings.run.value)
        let bindings = [ZeroMQBinding(.ipc(path: paths.socket(of: S.name)))] + (tcp.map { [$0] } ?? [])
        let (control, grace) = (control, Duration.seconds(settings.drainSeconds.value))
        var server = ServerService(
            server: assembly.server, bindings: bindings, node: node, paths: paths,
            grace: { control.status == .fatal ? Self.fatalGrace : grace }, logger: logger,
            metrics: assembly.metrics, manager: ServiceManager(environment: environment))
        if let tcp, let security = tcp.security {
            let watch = CurveKeyWatcher(
                store: keys, service: S.name, endpoint: tcp.endpoint, health: assembly.server.health, logger: logger)
            server.curve = (watch, security)
        }
        let keyWatch = KeyWatcher(
            verifier: assembly.verifier, openStreams: assembly.server.openStreams, runtime: runtime, logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: assembly.background + [keyWatch, server], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = grace + ServiceMain.closingTime
        return ServiceGroup(configuration: configuration)
    }

    private static func status(of error: any Error) -> ExitStatus {
        switch error {
        case is ConfigurationError: .configuration
        case is RunDirectory.NotPrivate, is KeyFileError, is CurveStoreError: .notPermitted
        case ZeroMQTransportError.slot: .held
        case ZeroMQTransportError.path, ZeroMQTransportError.needsSecurity: .notPermitted
        case ShardError.notPrivate: .notPermitted
        case ShardError.inUse: .held
        case ShardError.networkFileSystem: .configuration
        case is ZeroMQTransportError: .unavailable
        default: .fatal
        }
    }
}
