/// The exit codes of the suite, out of `sysexits.h`: a script can tell what went wrong without reading.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// All went well.
    case success = 0
    /// The command was understood and came to a definite failure, such as "not found".
    case failure = 1
    /// The command line is wrong (EX_USAGE).
    case usage = 64
    /// An input file is not what it should be (EX_DATAERR).
    case data = 65
    /// An input file is not there (EX_NOINPUT).
    case noInput = 66
    /// The service that the command needs does not run or cannot be reached (EX_UNAVAILABLE).
    case unavailable = 69
    /// The process broke down: a shard failed, or a promise of its own was broken (EX_SOFTWARE).
    case fatal = 70
    /// Something else holds the place: another cluster, another process with the same socket (EX_CANTCREAT).
    case held = 73
    /// The outcome is not known: begun, and no answer came (EX_TEMPFAIL).
    case unknown = 75
    /// The caller may not do this (EX_NOPERM).
    case notPermitted = 77
    /// The configuration is wrong (EX_CONFIG).
    case configuration = 78

    /// What it means, in a few words.
    public var meaning: String {
        switch self {
        case .success: "all well"
        case .failure: "a definite failure"
        case .usage: "wrong command line"
        case .data: "an input file is not what it should be"
        case .noInput: "an input file is not there"
        case .unavailable: "a service is not running"
        case .fatal: "it broke down"
        case .held: "something else holds the place"
        case .unknown: "the outcome is not known"
        case .notPermitted: "not permitted"
        case .configuration: "wrong configuration"
        }
    }
}
