internal import CZeroMQ

/// A call into libzmq that failed.
public struct ZeroMQError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number, one of errno.h or libzmq's own (`ETERM`, `EFSM`, ...).
    public let code: Int32

    /// What libzmq says about the error number.
    public let reason: String

    /// What was tried, with the endpoint or option it was tried on.
    public let operation: String

    /// Makes an error of an error number that is already known.
    public init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
        reason = zmq_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// The error that libzmq reports for the call that has just failed on this thread.
    static func last(_ operation: @autoclosure () -> String) -> ZeroMQError {
        let code = zmq_errno()
        return ZeroMQError(code: code, operation: operation())
    }

    public var description: String { "\(operation): \(reason)" }
}
