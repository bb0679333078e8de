/// The exit codes of the suite, from `sysexits.h`: a script can tell the kind of failure without parsing output.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Success.
    case success = 0
    /// The command was understood and came to a definite failure, such as "not found".
    case failure = 1
    /// The command line is wrong (EX_USAGE).
    case usage = 64
    /// An input file has invalid content (EX_DATAERR).
    case data = 65
    /// An input file does not exist (EX_NOINPUT).
    case noInput = 66
    /// The service that the command needs is not running or unreachable (EX_UNAVAILABLE).
    case unavailable = 69
    /// The process failed internally: a shard failed or an invariant was violated (EX_SOFTWARE).
    case fatal = 70
    /// Another process holds the resource: another cluster, or a process with the same socket (EX_CANTCREAT).
    case held = 73
    /// The outcome is unknown: the call was sent and no response came (EX_TEMPFAIL).
    case unknown = 75
    /// The caller lacks permission (EX_NOPERM).
    case notPermitted = 77
    /// The configuration is invalid (EX_CONFIG).
    case configuration = 78

    /// The meaning, in a few words.
    public var meaning: String {
        switch self {
        case .success: "all well"
        case .failure: "a definite failure"
        case .usage: "wrong command line"
        case .data: "an input file is invalid"
        case .noInput: "an input file is missing"
        case .unavailable: "a service is not running"
        case .fatal: "an internal failure"
        case .held: "another process holds the resource"
        case .unknown: "the outcome is not known"
        case .notPermitted: "not permitted"
        case .configuration: "wrong configuration"
        }
    }
}
