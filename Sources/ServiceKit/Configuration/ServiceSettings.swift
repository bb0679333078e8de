internal import HearthModel
public import Logging
internal import RPC
public import TraceExport

/// The configuration of a process, each value with its source.
public struct ServiceSettings: Sendable {
    /// The directory of shards and keys.
    public let data: ConfiguredValue<String>
    /// The directory of the service's own shards; nil when they are in the data directory.
    public let shards: ConfiguredValue<String?>
    /// Whether shards may be on a network file system, which is unsafe.
    public let allowsNetworkFileSystems: ConfiguredValue<Bool>
    /// The directory of sockets, locks and the owner key.
    public let run: ConfiguredValue<String>
    /// The default household.
    public let household: ConfiguredValue<String>
    /// The log level.
    public let logLevel: ConfiguredValue<Logger.Level>
    /// The format of log lines.
    public let logFormat: ConfiguredValue<LogFormat>
    /// A tcp address to listen on beside the private socket; nil when there is none.
    public let listen: ConfiguredValue<String?>
    /// The drain time at shutdown, in seconds.
    public let drainSeconds: ConfiguredValue<Int>
    /// The maximum of concurrent calls.
    public let openCalls: ConfiguredValue<Int>
    /// The maximum of calls that one connection may open in a second.
    public let callsPerSecond: ConfiguredValue<Int>
    /// Policies for calls to other services.
    public let calls: ConfiguredValue<[CallSetting]>
    /// Endpoints of services outside the run directory.
    public let endpoints: ConfiguredValue<[EndpointSetting]>
    /// The directory with the files that trigger failpoints; nil when chaos is not allowed.
    public let chaosDirectory: ConfiguredValue<String?>
    /// The collector that spans are sent to; nil when they are not.
    public let traceCollector: ConfiguredValue<CollectorAddress?>
    /// How many of a hundred commands are recorded for the collector.
    public let tracePercent: ConfiguredValue<SamplingRate>
    /// The configuration file read, nil when there was none.
    public let file: String?
    /// The sources of all settings, also of the service's own, see ``ownSettings``.
    public let layers: ConfigurationLayers

    /// The default drain time, in seconds.
    public static let standardDrainSeconds = 10

    /// Reads and validates all settings.
    ///
    /// - Parameters:
    ///   - options: the command line.
    ///   - environment: the process's environment variables.
    ///   - service: the section of the file to use; nil for a command that is no service.
    ///   - parts: the names of further services that may have a section in the file.
    /// - Throws: ``ConfigurationError``.
    public init(
        options: ServiceOptions, environment: [String: String], service: String?,
        parts: Set<String> = ServiceSettings.knownServices
    ) throws(ConfigurationError) {
        let file = try Self.file(
            options: options, environment: environment, parts: parts.union(service.map { [$0] } ?? []))
        let layers = ConfigurationLayers(
            flags: options.given, environment: environment, file: file, part: service,
            credentials: CredentialDirectory(environment: environment))
        try self.init(layers: layers, environment: environment, file: file?.path)
    }

    /// Reads all settings from combined sources.
    ///
    /// - Throws: ``ConfigurationError``.
    public init(
        layers: ConfigurationLayers, environment: [String: String], file: String?
    ) throws(ConfigurationError) {
        let directories = DefaultDirectories(environment: environment)
        data = try layers.value(of: CommonSettings.data, default: directories.data)
        shards = try layers.optional(CommonSettings.shards)
        allowsNetworkFileSystems = try layers.value(of: CommonSettings.networkFileSystem, default: false)
        run = try layers.value(of: CommonSettings.run, default: directories.run)
        household = try layers.value(of: CommonSettings.household, default: HouseholdName.standard)
        logLevel = try layers.value(of: CommonSettings.logLevel, default: .info)
        logFormat = try layers.value(of: CommonSettings.logFormat, default: .text)
        listen = try layers.optional(CommonSettings.listen)
        drainSeconds = try layers.value(of: CommonSettings.drainSeconds, default: Self.standardDrainSeconds)
        openCalls = try layers.value(of: CommonSettings.openCalls, default: RPCLimits.standardOpenCalls)
        callsPerSecond = try layers.value(
            of: CommonSettings.callsPerSecond, default: CommonSettings.standardCallsPerSecond)
        calls = try layers.value(of: CommonSettings.calls, default: [])
        endpoints = try layers.value(of: CommonSettings.endpoints, default: [])
        chaosDirectory = try layers.optional(CommonSettings.chaosDirectory)
        traceCollector = try layers.optional(CommonSettings.traceCollector)
        tracePercent = try layers.value(of: CommonSettings.tracePercent, default: .all)
        self.file = file
        self.layers = layers
    }

    /// The configuration file: the one named by `--config` or `HEARTH_CONFIG`, which must exist, or else the user's
    /// own, which may be missing.
    ///
    /// - Throws: ``ConfigurationError``.
    public static func file(
        options: ServiceOptions, environment: [String: String], parts: Set<String> = ServiceSettings.knownServices
    ) throws(ConfigurationError) -> ConfigurationFile? {
        let named = options.config ?? environment["HEARTH_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let standard = DefaultDirectories(environment: environment).configurationFile
        guard let path = named ?? (Self.exists(standard) ? standard : nil) else { return nil }
        return try ConfigurationFile(
            path: path, settings: CommonSettings.names, topSettings: clusterSettings, sections: clusterSections,
            parts: parts, ownSettings: ownSettings)
    }

    /// Every setting as text, with its source.
    public var table: [(name: String, value: String, source: SettingSource)] {
        [
            (CommonSettings.data.name, data.value, data.source),
            (CommonSettings.shards.name, shards.value ?? "", shards.source),
            (
                CommonSettings.networkFileSystem.name,
                CommonSettings.networkFileSystemWords[allowsNetworkFileSystems.value ? 1 : 0],
                allowsNetworkFileSystems.source
            ),
            (CommonSettings.run.name, run.value, run.source),
            (CommonSettings.household.name, household.value, household.source),
            (CommonSettings.logLevel.name, logLevel.value.rawValue, logLevel.source),
            (CommonSettings.logFormat.name, logFormat.value.rawValue, logFormat.source),
            (CommonSettings.listen.name, listen.value ?? "", listen.source),
            (CommonSettings.drainSeconds.name, "\(drainSeconds.value)", drainSeconds.source),
            (CommonSettings.openCalls.name, "\(openCalls.value)", openCalls.source),
            (CommonSettings.callsPerSecond.name, "\(callsPerSecond.value)", callsPerSecond.source),
            (CommonSettings.calls.name, calls.value.map(\.description).joined(separator: ", "), calls.source),
            (
                CommonSettings.endpoints.name, endpoints.value.map(\.description).joined(separator: ", "),
                endpoints.source
            ),
            (CommonSettings.chaosDirectory.name, chaosDirectory.value ?? "", chaosDirectory.source),
            (CommonSettings.traceCollector.name, traceCollector.value?.description ?? "", traceCollector.source),
            (CommonSettings.tracePercent.name, tracePercent.value.description, tracePercent.source),
        ]
    }
}
