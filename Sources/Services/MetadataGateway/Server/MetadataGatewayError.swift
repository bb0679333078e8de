internal import MetadataGatewayAPI
internal import RPC

/// What this service cannot give, and what people are told about it.
enum MetadataGatewayError: Error, Sendable, Hashable {
    /// Nobody has set a key for TMDB.
    case noKey
    /// TMDB does not take the key.
    case keyRefused
    /// TMDB has nothing of that number.
    case unknownTitle
    /// TMDB's answer cannot be read, at a field.
    case unreadable(String)
    /// TMDB cannot be reached; with how long it is left alone, where it failed too often in a row.
    case down(Duration?)
    /// More questions than TMDB takes.
    case crowded(Duration)
    /// What is found here has no rating, and the viewer may see only what has.
    case notForViewer
}

extension MetadataGatewayError: RPCErrorConvertible {
    var rpcError: RPCError {
        var error = RPCError(code, message, executed: .no, details: [RPCErrorDetail(MetadataProblem(problem))])
        switch self {
        case .down(let wait): error.retryAfter = wait
        case .crowded(let wait): error.retryAfter = wait
        default: break
        }
        return error
    }

    private var code: RPCCode {
        switch self {
        case .noKey, .keyRefused: .failedPrecondition
        case .unknownTitle: .notFound
        case .unreadable, .down: .unavailable
        case .crowded: .resourceExhausted
        case .notForViewer: .permissionDenied
        }
    }

    private var problem: MetadataProblem.Code {
        switch self {
        case .noKey: .noKey
        case .keyRefused: .keyRefused
        case .unknownTitle: .unknownTitle
        case .unreadable: .unreadable
        case .down: .sourceDown
        case .crowded: .crowded
        case .notForViewer: .notForViewer
        }
    }

    private var message: String {
        switch self {
        case .noKey:
            "There is no key for TMDB. Get one at themoviedb.org and set HEARTH_TMDB_KEY, or name a file of mode 0600 that"
                + " holds it as tmdb-key-file."
        case .keyRefused: "TMDB does not take the key. Check HEARTH_TMDB_KEY or the file that tmdb-key-file names."
        case .unknownTitle: "TMDB has no such title."
        case .unreadable(let field):
            field.isEmpty
                ? "TMDB's answer cannot be read. Try again later."
                : "TMDB's answer is not what it should be at \(field). Try again later."
        case .down: "TMDB cannot be reached, and nothing older is there. Try again later."
        case .crowded: "More is asked of TMDB than it takes. Try again in a moment."
        case .notForViewer: "Only who may see everything may look beyond the library."
        }
    }
}
