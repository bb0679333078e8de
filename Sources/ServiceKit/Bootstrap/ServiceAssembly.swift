public import Access
public import Logging
public import RPC
internal import RPCDiagnostics
public import RPCMetrics
public import ServiceLifecycle
public import TraceExport

/// An assembled service: its shards, its handlers in a server with every interceptor, and its background services. The
/// executable, the test harness and the simulation assemble it here, so that they run the same code.
public struct ServiceAssembly: Sendable {
    /// The service's name.
    public let name: String
    /// The server that handles its calls.
    public var server: RPCServer
    /// Its shards.
    public let shards: ShardDirectory
    /// Records its metrics.
    public let metrics: MetricsRecorder
    /// Verifies its callers' tokens.
    public let verifier: TokenVerifier
    /// Background services beside the server, in dependency order: the export of spans, shard maintenance, the others.
    public let background: [any Service]

    /// The parts from which a service is assembled.
    public struct Parts: Sendable {
        /// Where work runs, what time it is, and randomness.
        public var runtime: any Runtime
        /// The service's logger.
        public var logger: Logger
        /// The directory of shards and keys.
        public var dataDirectory: String
        /// The private directory of sockets and the owner key.
        public var runDirectory: String
        /// Clients of the other services.
        public var clients: any ServiceClients
        /// Verifies tokens.
        public var verifier: TokenVerifier
        /// The source of the service's own settings.
        public var configuration = ConfigurationLayers(flags: [:], environment: [:])
        /// The directory of the service's own shards; nil when they are in the data directory.
        public var shardDirectory: String?
        /// The limits of its calls.
        public var limits = RPCLimits()
        /// How its shards run.
        public var shardOptions = ShardOptions()
        /// The process's log level; nil where operators cannot change it.
        public var logLevel: ProcessLogLevel?
        /// Records its metrics.
        public var metrics = MetricsRecorder()
        /// Exports the spans of recorded calls; nil where they stay in the process.
        public var spanExporter: SpanExporter?
        /// Whether operators may inject faults into calls.
        public var allowsFaults = false
        /// Further interceptors, run before the handlers and after token verification.
        public var interceptors: [any ServerInterceptor] = []
        /// Called when the disk fails under a shard.
        public var onFatal: @Sendable (ShardFailure) -> Void

        /// Creates the parts; limits, shard options and further interceptors have defaults.
        public init(
            runtime: any Runtime, logger: Logger, dataDirectory: String, runDirectory: String,
            clients: any ServiceClients, verifier: TokenVerifier, onFatal: @escaping @Sendable (ShardFailure) -> Void
        ) {
            self.runtime = runtime
            self.logger = logger
            self.dataDirectory = dataDirectory
            self.runDirectory = runDirectory
            self.clients = clients
            self.verifier = verifier
            self.onFatal = onFatal
        }
    }

    /// Assembles a service; nothing runs yet.
    ///
    /// - Throws: `ShardError`, `RPCServerError`, and errors of the service's initializer.
    public static func make<S: HearthService>(_ type: S.Type, of parts: Parts) async throws -> ServiceAssembly {
        var options = parts.shardOptions
        options.metrics = ShardMetrics(parts.metrics)
        let shards = try ShardDirectory(
            root: parts.shardDirectory ?? parts.dataDirectory, data: parts.dataDirectory, service: S.name,
            migrations: S.migrations, createsHouseholds: S.createsHouseholds, options: options,
            runtime: parts.runtime, logger: parts.logger, onFatal: parts.onFatal)
        var server = RPCServer(
            name: S.name, version: HearthVersion.current, runtime: parts.runtime, limits: parts.limits,
            interceptors: [
                authentication(parts, shards, S.name), PolicyInterceptor(shards: shards),
                FeatureInterceptor(runtime: parts.runtime), CallLog(logger: parts.logger),
            ] + parts.interceptors)
        server.diagnostics = Diagnostics()
        server.tracer = SpanRecorder(runtime: parts.runtime, observer: parts.spanExporter)
        if parts.allowsFaults { server.allowFaults() }
        if let level = parts.logLevel {
            server.diagnostics.onSetLogLevel = { try Self.change(level, to: $0, for: $1, parts.logger) }
        }
        let own = ServiceMetrics(parts.metrics)
        own.addReadings { await OutboxPositions(shards: shards).readings() }
        own.addReadings { [exporter = parts.spanExporter] in SpanExporter.readings(of: exporter?.counts) }
        let process = ProcessMetrics(parts.metrics)
        server.diagnostics.onGetMetrics = { [shardMetrics = options.metrics, metrics = parts.metrics] in
            shardMetrics.note(shards.openShards.values)
            process.note()
            return MetricsRecorder.sorted(await own.readings() + metrics.metrics)
        }
        let environment = ServiceEnvironment(
            runtime: parts.runtime, logger: parts.logger, dataDirectory: parts.dataDirectory,
            runDirectory: parts.runDirectory, shards: shards, health: server.health, openStreams: server.openStreams,
            clients: parts.clients, configuration: parts.configuration, metrics: own)
        do {
            let service = try await S(environment: environment)
            try service.register(on: &server)
            try server.add(ShardCopySender(shards: shards, logger: parts.logger).handlers)
            let maintenance = ShardMaintenance(shards: shards, health: server.health, logger: parts.logger)
            let quarantine = try Self.addQuarantine(of: service, shards, to: &server, parts.logger)
            // The first of them, and so the last to be stopped.
            let export = parts.spanExporter.map { SpanExportService(exporter: $0, runtime: parts.runtime) }
            let first: [any Service] = export.map { [$0, maintenance] } ?? [maintenance]
            return ServiceAssembly(
                name: S.name, server: server, shards: shards, metrics: parts.metrics, verifier: parts.verifier,
                background: first + quarantine + service.background)
        } catch {
            // The shards opened so far hold locks.
            await shards.close()
            throw error
        }
    }

    /// Verifies callers' tokens, and rejects those of another household of the same name.
    private static func authentication(
        _ parts: Parts, _ shards: ShardDirectory, _ service: String
    ) -> AuthenticationInterceptor {
        AuthenticationInterceptor(verifier: parts.verifier, service: service) { household in
            shards.identity(of: household)
        }
    }

    /// For a service with data that depends on another service's list: serves the quarantine methods, rejects calls of
    /// quarantined profiles, and erases expired entries.
    private static func addQuarantine<S: HearthService>(
        of service: S, _ shards: ShardDirectory, to server: inout RPCServer, _ logger: Logger
    ) throws -> [any Service] {
        let rules = S.quarantineRules
        guard !rules.isEmpty else { return [] }
        let controller = QuarantineController(
            service: S.name, rules: rules, shards: shards, health: server.health, logger: logger,
            erased: { service.quarantineErased(in: $0) })
        try server.add(controller.handlers)
        // After token verification, which comes first.
        server.interceptors.insert(QuarantineInterceptor(service: S.name, shards: shards), at: 1)
        controller.reportHealth()
        return [QuarantineExpiry(controller: controller)]
    }

    private static func change(
        _ level: ProcessLogLevel, to name: String, for time: Duration?, _ logger: Logger
    ) throws(RPCError) -> String {
        guard let new = Logger.Level(rawValue: name) else {
            let names = Logger.Level.allCases.map(\.rawValue)
            throw .invalidArgument("level", "is none of \(names.joined(separator: ", "))")
        }
        let before = level.set(new, for: time)
        let end = time.map { "\($0.components.seconds) s" } ?? "for good"
        logger.notice(
            "The log level was changed.", metadata: ["level": "\(name)", "before": "\(before)", "for": "\(end)"])
        return before.rawValue
    }
}
