internal import CZeroMQ

/// A call into libzmq that failed.
public struct ZeroMQError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number, one of errno.h or libzmq's own (`ETERM`, `EFSM`, ...).
    public let code: Int32

    /// libzmq's description of the error number, or a remedy.
    public let reason: String

    /// The failed operation, with its endpoint or option.
    public let operation: String

    /// Makes an error from a known error number.
    public init(code: Int32, operation: String) {
        let reason = zmq_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        self.init(code: code, operation: operation, reason: reason)
    }

    init(code: Int32, operation: String, reason: String) {
        (self.code, self.operation, self.reason) = (code, operation, reason)
    }

    /// The error that libzmq reports for the call that has just failed on this thread.
    static func last(_ operation: @autoclosure () -> String) -> ZeroMQError {
        let code = zmq_errno()
        return ZeroMQError(code: code, operation: operation())
    }

    public var description: String { "\(operation): \(reason)" }
}
