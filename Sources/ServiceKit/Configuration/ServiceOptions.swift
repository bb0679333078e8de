public import ArgumentParser

/// The flags that every service has. Settings without a flag come from `HEARTH_*`, the file, or a default.
public struct ServiceOptions: ParsableArguments {
    /// The directory of shards and keys.
    @Option(help: ArgumentHelp("The directory of shards and keys.", valueName: "directory"))
    public var data: String?

    /// The directory of the service's own shards, when they are elsewhere.
    @Option(help: ArgumentHelp("The directory of the service's own shards, when elsewhere.", valueName: "directory"))
    public var shards: String?

    /// The private directory of sockets and the owner key.
    @Option(help: ArgumentHelp("The private directory of sockets and the owner key.", valueName: "directory"))
    public var run: String?

    /// The default household, for callers that name none.
    @Option(help: ArgumentHelp("The default household, for callers that name none.", valueName: "name"))
    public var household: String?

    /// How much is logged: trace to critical.
    @Option(help: ArgumentHelp("How much is logged: trace to critical.", valueName: "level"))
    public var logLevel: String?

    /// How log lines are written: text or json.
    @Option(help: ArgumentHelp("How log lines are written: text or json.", valueName: "format"))
    public var logFormat: String?

    /// A YAML file with settings.
    @Option(help: ArgumentHelp("A YAML file with settings.", valueName: "file"))
    public var config: String?

    /// Listen on a tcp address too; one that others reach needs CURVE keys.
    @Option(help: ArgumentHelp("Listen on tcp://ADDRESS:PORT too, with CURVE beyond loopback.", valueName: "address"))
    public var listen: String?

    /// How long calls in flight have to finish when the service stops.
    @Option(help: ArgumentHelp("How long calls in flight have to finish when the service stops.", valueName: "seconds"))
    public var drainSeconds: String?

    /// The maximum of concurrent calls.
    @Option(help: ArgumentHelp("The maximum of concurrent calls.", valueName: "calls"))
    public var openCalls: String?

    /// How many calls one connection may open in a second.
    @Option(help: ArgumentHelp("How many calls one connection may open in a second.", valueName: "calls"))
    public var callsPerSecond: String?

    /// Allow chaos: injected faults, and failpoints triggered by files in this directory.
    @Option(help: ArgumentHelp("Allow faults, and failpoints by this directory's files.", valueName: "directory"))
    public var chaosDirectory: String?

    /// Stop when the process that started this one ends.
    @Flag(help: "Stop when the process that started this one ends.")
    public var dieWithParent = false

    /// Print the version of the shard's schema that this build knows, and end.
    @Flag(help: "Print the shard's schema version that this build knows, and end.")
    public var schemaVersion = false

    /// Creates options without flags.
    public init() {}

    /// The flags given, by setting.
    public var given: [String: String] {
        let all: [(String, String?)] = [
            (CommonSettings.data.name, data), (CommonSettings.shards.name, shards),
            (CommonSettings.run.name, run), (CommonSettings.household.name, household),
            (CommonSettings.logLevel.name, logLevel), (CommonSettings.logFormat.name, logFormat),
            (CommonSettings.listen.name, listen), (CommonSettings.drainSeconds.name, drainSeconds),
            (CommonSettings.openCalls.name, openCalls), (CommonSettings.callsPerSecond.name, callsPerSecond),
            (CommonSettings.chaosDirectory.name, chaosDirectory),
        ]
        return Dictionary(uniqueKeysWithValues: all.compactMap { name, value in value.map { (name, $0) } })
    }
}
