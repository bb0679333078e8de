/// Why a loop does not run, or no longer.
public enum IOLoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system gave no thread or no file descriptor, for the reason that the error number tells.
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
