internal import RPCDiagnostics

/// How a cluster is, as `hearth status --json` writes it.
struct StatusReport: Codable, Sendable, Hashable {
    /// The supervisor's process; absent when the services run without one.
    var supervisorProcessID: Int32?
    /// The run directory.
    var runDirectory: String
    /// The directory of shards and keys, if it is known.
    var dataDirectory: String?
    /// The services, by name.
    var services: [ServiceReport]
    /// The services that do not serve, by name.
    var missing: [String]
    /// What is wrong with the scheduled backups; absent when nothing is.
    var backupProblem: String?
    /// The services of the suite that no cluster was asked to run.
    var notStarted: [String]?
    /// The omissions of this report, and why.
    var note: String?

    /// The services that serve with a part missing.
    var degraded: [ServiceReport] { services.filter { $0.state == "degraded" } }

    /// Those of them that fail a health check: a missing key is said, and wakes no operator.
    var failing: [ServiceReport] { degraded.filter { $0.lacks == nil } }

    /// Prints the degraded services, with the reasons and the advice.
    func printDegraded(_ output: Output) {
        for service in degraded {
            let reason = service.note.map { ", \(Table.printable($0))" } ?? ""
            output.line(output.coloured("Degraded: \(service.service)\(reason)", .yellow))
        }
        if degraded.contains(where: \.hidesReason) {
            output.line("  The log has the reasons: `hearth logs --level error`.")
        }
        if !degraded.isEmpty { output.line("  `hearth doctor` tells how to repair it.") }
    }
}

/// How a service is.
struct ServiceReport: Codable, Sendable, Hashable {
    /// The service.
    var service: String
    /// `serving`, `degraded`, `starting`, `not-serving`, `waiting`, `stopped`, `given-up` or `unreachable`.
    var state: String
    /// Its build.
    var version: String?
    /// Its process.
    var processID: Int32?
    /// Random, new at every start.
    var incarnation: String?
    /// Seconds since its start.
    var uptimeSeconds: Double?
    /// The process's anonymous memory.
    var memoryBytes: Int64?
    /// Calls since its start.
    var calls: UInt64?
    /// Failed ones among them.
    var errors: UInt64?
    /// Of the most called method that is no stream, in microseconds in its handler.
    var p50Microseconds: UInt64?
    /// Of the slowest called method, likewise.
    var p99Microseconds: UInt64?
    /// How often the supervisor started it.
    var starts: Int?
    /// How the process before this one ended, where the supervisor started it again.
    var lastEnd: String?
    /// The reason of its state, for people.
    var note: String?
    /// What it was not given, for people: it serves without it, and does less.
    var lacks: String?
    /// All calls with one response since its start, by how long they took; not written.
    var latency: LatencyHistogram?
    /// Calls since its start that failed because of the service's state; not written.
    var refusedByState: UInt64?

    private enum CodingKeys: String, CodingKey {
        case service, state, version, processID, incarnation, uptimeSeconds, memoryBytes, calls, errors
        case p50Microseconds, p99Microseconds, starts, lastEnd, note, lacks
    }

    /// Whether it has a reason that it tells to operators alone, and no token could be had.
    var hidesReason: Bool { note?.contains(Sys.HealthPart.redactedReason) ?? false }

    /// Whether it serves calls.
    var serves: Bool { state == "serving" || state == "degraded" }

    init(service: String, state: String) {
        self.service = service
        self.state = state
    }
}
