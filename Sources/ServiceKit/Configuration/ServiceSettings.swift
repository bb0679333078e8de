internal import Household
public import Logging
internal import RPC

/// What a process was configured with, each value with the place it came from.
public struct ServiceSettings: Sendable {
    /// Where shards and keys are.
    public let data: ConfiguredValue<String>
    /// Where the service's own shards are; nil when they are in the data directory.
    public let shards: ConfiguredValue<String?>
    /// Where sockets, locks and the owner key are.
    public let run: ConfiguredValue<String>
    /// Which household is meant when nobody says.
    public let household: ConfiguredValue<String>
    /// How much is logged.
    public let logLevel: ConfiguredValue<Logger.Level>
    /// How log lines are written.
    public let logFormat: ConfiguredValue<LogFormat>
    /// A tcp address to listen on beside the private socket; nil when there is none.
    public let listen: ConfiguredValue<String?>
    /// How long running calls have to finish when the process stops, in seconds.
    public let drainSeconds: ConfiguredValue<Int>
    /// How many calls may run at a time.
    public let openCalls: ConfiguredValue<Int>
    /// How many calls one connection may open in a second.
    public let callsPerSecond: ConfiguredValue<Int>
    /// What is said about calls to other services.
    public let calls: ConfiguredValue<[CallSetting]>
    /// Where services are that are not in the run directory.
    public let endpoints: ConfiguredValue<[EndpointSetting]>
    /// A directory whose files have the service die; nil when chaos is not allowed.
    public let chaosDirectory: ConfiguredValue<String?>
    /// The file that was read, nil when there was none.
    public let file: String?
    /// Where all of it came from, and where the service's own settings come from, see ``ownSettings``.
    public let layers: ConfigurationLayers

    /// How long running calls have when nobody says.
    public static let standardDrainSeconds = 10

    /// Reads everything and checks it.
    ///
    /// - Parameters:
    ///   - options: the command line.
    ///   - environment: the process's variables.
    ///   - service: whose part of the file counts; nil for a command that is no service.
    ///   - parts: the names of the services that may have a part in the file, beside `service`.
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

    /// Reads everything out of layers that are put together already.
    ///
    /// - Throws: ``ConfigurationError``.
    public init(
        layers: ConfigurationLayers, environment: [String: String], file: String?
    ) throws(ConfigurationError) {
        let directories = DefaultDirectories(environment: environment)
        data = try layers.value(of: CommonSettings.data, default: directories.data)
        shards = try layers.optional(CommonSettings.shards)
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
        self.file = file
        self.layers = layers
    }

    /// The configuration file: what `--config` or `HEARTH_CONFIG` names, which must be there, else the user's own,
    /// which need not.
    ///
    /// - Throws: ``ConfigurationError``.
    public static func file(
        options: ServiceOptions, environment: [String: String], parts: Set<String> = ServiceSettings.knownServices
    ) throws(ConfigurationError) -> ConfigurationFile? {
        let named = options.config ?? environment["HEARTH_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let standard = DefaultDirectories(environment: environment).configurationFile
        guard let path = named ?? (Self.exists(standard) ? standard : nil) else { return nil }
        return try ConfigurationFile(
            path: path, settings: CommonSettings.names, topSettings: clusterSettings, parts: parts,
            ownSettings: ownSettings)
    }

    /// Every setting as text, with the place its value came from.
    public var table: [(name: String, value: String, source: SettingSource)] {
        [
            (CommonSettings.data.name, data.value, data.source),
            (CommonSettings.shards.name, shards.value ?? "", shards.source),
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
        ]
    }
}
