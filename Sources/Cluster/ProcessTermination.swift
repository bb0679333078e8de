internal import ServiceKit

/// How a process ended.
public enum ProcessTermination: Sendable, Hashable {
    /// With an exit code.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
    /// It could not be started at all.
    case notStarted(String)
    /// It did not respond for this time, and was killed.
    case hung(Duration)

    /// Whether another process held its socket or shard: most often its predecessor, still draining.
    var isHeld: Bool { self == .exited(ExitStatus.held.rawValue) }

    /// Whether a restart would change nothing: it rejected its arguments or its configuration.
    var isFinal: Bool {
        switch self {
        case .exited(ExitStatus.usage.rawValue), .exited(ExitStatus.configuration.rawValue),
            .exited(ExitStatus.notPermitted.rawValue):
            true
        default: false
        }
    }
}

extension ProcessTermination: CustomStringConvertible {
    public var description: String {
        switch self {
        case .exited(let code):
            ExitStatus(rawValue: code).map { "exit code \(code), \($0.meaning)" } ?? "exit code \(code)"
        case .signalled(let number): "killed by \(Self.names[number] ?? "signal \(number)")"
        case .notStarted(let reason): "it could not be started: \(reason)"
        case .hung(let time): "it did not answer for \(time.components.seconds) s and was killed"
        }
    }

    /// The signals that terminate processes, by their numbers on Linux.
    private static let names: [Int32: String] = [
        1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
        9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
    ]
}
