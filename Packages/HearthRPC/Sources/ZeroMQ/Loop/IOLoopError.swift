/// Why a loop does not run, or no longer runs.
public enum IOLoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system could not provide a thread or a file descriptor; with the errno.
    case cannotStart(errorNumber: Int32, operation: String)

    /// The loop has stopped, and the operation was not begun.
    case stopped

    public var description: String {
        switch self {
        case .cannotStart(let number, let operation): "\(operation): \(SystemError.text(number))"
        case .stopped: "the I/O loop has stopped"
        }
    }
}
