internal import HearthModel
public import Logging
public import TraceExport

/// The settings shared by all executables of the suite.
public enum CommonSettings {
    /// The directory of shards and keys.
    public static let data = Setting<String>(
        "data", help: "the directory of shards and keys", allowed: "a path", parse: path)

    /// The directory of the service's own shards, when they are not in the data directory.
    public static let shards = Setting<String>(
        "shards", help: "the directory of the service's own shards, when they are not in the data directory",
        allowed: "a path", parse: path)

    /// Whether shards may be on a network file system.
    public static let networkFileSystem = Setting<Bool>(
        "network-file-system",
        help: "whether shards may be on a network file system such as NFS or SMB; allow is unsafe, data can be lost",
        allowed: oneOf(networkFileSystemWords),
        parse: { networkFileSystemWords.contains($0) ? $0 == networkFileSystemWords[1] : nil })

    /// The values of ``networkFileSystem``: the default, and the unsafe one.
    static let networkFileSystemWords = ["refuse", "allow"]

    /// The directory of sockets, locks and the owner key.
    public static let run = Setting<String>(
        "run", help: "the private directory of sockets and the owner key", allowed: "a path", parse: path)

    /// The default household.
    public static let household = Setting<String>(
        "household", help: "the household", allowed: HouseholdName.rule,
        parse: { HouseholdName.isValid($0) ? $0 : nil })

    /// The log level.
    public static let logLevel = Setting<Logger.Level>(
        "log-level", help: "the log level", allowed: oneOf(Logger.Level.allCases.map(\.rawValue)),
        parse: { Logger.Level(rawValue: $0) })

    /// The format of log lines.
    public static let logFormat = Setting<LogFormat>(
        "log-format", help: "the format of log lines", allowed: oneOf(LogFormat.allCases.map(\.rawValue)),
        parse: { LogFormat(rawValue: $0) })

    /// A tcp address to listen on, beside the private socket.
    public static let listen = Setting<String>(
        "listen", help: "a tcp address to listen on beside the private socket; CURVE keys are needed beyond loopback",
        allowed: "tcp://ADDRESS:PORT with an IPv4 address and a port from 1 to 65535", parse: EndpointSetting.listening)

    /// The drain time: how long calls in flight have to finish at shutdown.
    public static let drainSeconds = Setting<Int>(
        "drain-seconds", help: "how long calls in flight have to finish when the service stops",
        allowed: "a whole number from 0 to \(longestDrainSeconds)",
        parse: { Int($0).flatMap { (0...longestDrainSeconds).contains($0) ? $0 : nil } })

    /// The maximum of concurrent calls.
    public static let openCalls = Setting<Int>(
        "open-calls", help: "the maximum of concurrent calls; those that can wait get half of these slots",
        allowed: "a whole number from 1 to \(mostOpenCalls)",
        parse: { Int($0).flatMap { (1...mostOpenCalls).contains($0) ? $0 : nil } })

    /// The maximum of calls that one connection may open in a second.
    public static let callsPerSecond = Setting<Int>(
        "calls-per-second", help: "how many calls one connection may open in a second, a tenth of them at once",
        allowed: "a whole number from \(fewestCallsPerSecond) to \(mostCallsPerSecond)",
        parse: { Int($0).flatMap { (fewestCallsPerSecond...mostCallsPerSecond).contains($0) ? $0 : nil } })

    /// Policies for calls to other services.
    public static let calls = Setting<[CallSetting]>(
        list: "calls", help: "call policies for other services", allowed: "entries of \(CallSetting.rule)",
        parse: { texts in
            let entries = texts.compactMap { CallSetting($0) }
            return entries.count == texts.count ? entries : nil
        })

    /// Endpoints of services outside the run directory.
    public static let endpoints = Setting<[EndpointSetting]>(
        list: "endpoints", help: "endpoints of services on other machines",
        allowed: "entries of \(EndpointSetting.rule)",
        parse: EndpointSetting.read)

    /// The directory with the files that trigger failpoints, see ``FailPoints``.
    public static let chaosDirectory = Setting<String>(
        "chaos-directory",
        help: "allows chaos: faults injected by operators, and a private directory whose files trigger failpoints",
        allowed: "a path", parse: path)

    /// The OpenTelemetry collector that spans are sent to.
    public static let traceCollector = Setting<CollectorAddress>(
        "trace-collector", help: "an OpenTelemetry collector that the spans of recorded calls are sent to",
        allowed: CollectorAddress.rule, parse: { CollectorAddress($0) })

    /// How many of a hundred commands are recorded for the collector.
    public static let tracePercent = Setting<SamplingRate>(
        "trace-percent", help: "how many of a hundred commands are recorded for the collector",
        allowed: "a whole number from 0 to 100",
        parse: { Int($0).flatMap { (0...100).contains($0) ? SamplingRate(percent: $0) : nil } })

    /// The names of all these settings.
    public static let names: Set<String> = [
        data.name, shards.name, networkFileSystem.name, run.name, household.name, logLevel.name, logFormat.name,
        listen.name,
        drainSeconds.name, openCalls.name, callsPerSecond.name, calls.name, endpoints.name, chaosDirectory.name,
        traceCollector.name, tracePercent.name,
    ]

    /// The longest drain that can be configured.
    public static let longestDrainSeconds = 600

    /// The default limit of calls that one connection may open in a second: far above a household's busiest client,
    /// which reports the playback position every few seconds.
    public static let standardCallsPerSecond = 10_000

    /// The lowest limit that can be configured: below it the supervisor could not check its services' health.
    static let fewestCallsPerSecond = 100

    /// The highest limit of calls a second that can be configured.
    public static let mostCallsPerSecond = 10_000_000

    /// The highest limit of concurrent calls that can be configured.
    public static let mostOpenCalls = 1_000_000

    /// Joins words for a sentence: "a, b or c".
    static func oneOf(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or \(last)"
    }

    @Sendable private static func path(_ text: String) -> String? {
        text.isEmpty || text.utf8.contains(0) ? nil : text
    }
}
