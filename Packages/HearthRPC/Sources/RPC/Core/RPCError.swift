/// Why a call failed: the one error type at the boundary.
///
/// Codes are gRPC's. Beyond them it says whether the call had an effect (``executed``), carries details that decode
/// into the service's own error types, and names the service that failed first.
public struct RPCError: Error, Sendable {
    /// gRPC's code.
    public var code: RPCCode
    /// What happened, for people. Never holds secrets or internals.
    public var message: String
    /// Whether the call had an effect.
    public var executed: Executed
    /// Typed details, see ``detail(_:)``.
    public var details: [RPCErrorDetail]
    /// The earliest time to retry; nil when the server gave none.
    public var retryAfter: Duration?
    /// The service that failed first; nil when it is the called one.
    public var origin: String?
    /// Whether the client itself refused the call, since the server has left too many unanswered. It is not retried as
    /// other refusals are: it would only be refused again.
    public internal(set) var isHeldBack = false

    /// Makes an error.
    public init(
        _ code: RPCCode, _ message: String, executed: Executed = .yes, details: [RPCErrorDetail] = [],
        retryAfter: Duration? = nil, origin: String? = nil
    ) {
        self.code = code
        self.message = message
        self.executed = executed
        self.details = details
        self.retryAfter = retryAfter
        self.origin = origin
    }

    /// The detail of type `Detail`, or nil when there is none that decodes.
    public func detail<Detail: RPCDetail>(_ type: Detail.Type) -> Detail? {
        for detail in details where detail.type == Detail.typeName {
            if let value = try? detail.decode(Detail.self) { return value }
        }
        return nil
    }
}

extension RPCError: CustomStringConvertible {
    public var description: String {
        let origin = origin.map { " (from \($0))" } ?? ""
        return "\(code): \(message)\(origin), executed: \(executed)"
    }
}

/// A domain's error with its own conversion to an `RPCError`.
public protocol RPCErrorConvertible: Error {
    /// The error as callers receive it.
    var rpcError: RPCError { get }
}

extension RPCError {
    /// The form of `error` that callers may see: itself when it is meant for callers, else "unknown" and no details.
    ///
    /// - Parameter safety: a read-only method had no effect whatever went wrong.
    static func boundary(_ error: any Error, safety: CallSafety) -> RPCError {
        switch error {
        case let error as RPCError: return error
        case let error as any RPCErrorConvertible: return error.rpcError
        case is CancellationError:
            return RPCError(.cancelled, "The call was cancelled.", executed: safety == .readOnly ? .no : .maybe)
        default:
            return RPCError(
                .unknown, "The service failed with an internal error; its log has the details.",
                executed: safety == .readOnly ? .no : .maybe)
        }
    }
}
