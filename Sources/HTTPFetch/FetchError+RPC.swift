public import RPC

extension FetchError: RPCErrorConvertible {
    /// The error for a service's callers, with advice.
    public var rpcError: RPCError {
        var error = RPCError(code, "\(subject) \(advice)", executed: isTransient ? .no : .yes)
        if case .status(_, let retryAfter) = kind { error.retryAfter = retryAfter }
        return error
    }

    private var subject: String { address.isEmpty ? "The address" : address }

    private var code: RPCCode {
        switch kind {
        case .invalidURL, .invalidRequest: .invalidArgument
        case .refusedAddress: .permissionDenied
        case .timedOut, .tooSlow: .deadlineExceeded
        case .unresolved, .unreachable, .incomplete, .broken, .stopped: .unavailable
        case .insecure, .pinMismatch, .tooManyRedirects, .refusedRedirect: .failedPrecondition
        case .tooLarge: .resourceExhausted
        case .status(404, _), .status(410, _): .notFound
        case .status(429, _): .resourceExhausted
        case .status: isTransient ? .unavailable : .failedPrecondition
        }
    }

    private var advice: String {
        switch kind {
        case .invalidURL: "is not a whole address of a web page, such as https://example.org/page."
        case .invalidRequest(let what): "cannot be requested: \(what) is malformed."
        // Without the address's purpose: it would tell callers about the network of this machine.
        case .refusedAddress: "is not on the public internet. Allow the host in the configuration if that is intended."
        case .unresolved: "cannot be found. Check its spelling and this machine's network, and try again."
        case .unreachable: "cannot be reached. Try again later."
        case .timedOut: "did not answer in time. Try again later."
        case .tooSlow(let rate): "sent too slowly, less than \(rate) bytes a second. Try again later."
        case .insecure: "has no valid certificate, so nothing was sent. Its operator must fix that."
        case .pinMismatch: "shows another key than the one it is pinned to, so nothing was sent. Check the pins."
        case .tooLarge(let part, let limit): "has a \(part.rawValue) of more than \(limit) bytes."
        case .tooManyRedirects(let limit): "redirects more than \(limit) times. Give the final address."
        case .refusedRedirect: "redirects to a target that is not followed. Give the final address."
        case .incomplete, .broken: "broke off its answer. Try again later."
        case .status(404, _), .status(410, _): "does not exist there (any more)."
        case .status(401, _), .status(403, _): "requires a login."
        case .status(429, _): "was asked for too often. Try again later."
        case .status(let status, _): "was answered with \(status)\(isTransient ? ". Try again later." : ".")"
        case .stopped: "was not fetched: the service is shutting down."
        }
    }
}
