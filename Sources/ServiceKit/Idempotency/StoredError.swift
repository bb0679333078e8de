internal import CBOR
internal import RPC

/// A definite error of the domain, stored as the response to a keyed call and rethrown when the call is retried.
struct StoredError: Codable {
    private struct Detail: Codable {
        let type: String
        let body: [UInt8]
    }

    private let code: RPCCode
    private let message: String
    private let details: [Detail]
    private let retryAfterNanoseconds: Int64?
    private let origin: String?

    /// Codes whose outcome is the same on every retry; all other codes depend on the moment or the machine.
    private static let definite: Set<RPCCode> = [
        .invalidArgument, .notFound, .alreadyExists, .permissionDenied, .failedPrecondition, .outOfRange,
    ]

    /// Nil when the error is not a final response.
    init?(_ error: any Error) {
        let failure: RPCError
        switch error {
        case let error as RPCError: failure = error
        case let error as any RPCErrorConvertible: failure = error.rpcError
        default: return nil
        }
        guard failure.executed == .yes, Self.definite.contains(failure.code) else { return nil }
        code = failure.code
        message = failure.message
        details = failure.details.map { Detail(type: $0.type, body: $0.body) }
        retryAfterNanoseconds = failure.retryAfter?.wholeNanoseconds
        origin = failure.origin
    }

    var rpcError: RPCError {
        RPCError(
            code, message, executed: .yes, details: details.map { RPCErrorDetail(type: $0.type, body: $0.body) },
            retryAfter: retryAfterNanoseconds.map { .nanoseconds($0) }, origin: origin)
    }
}
