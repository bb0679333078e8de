internal import MetadataGatewayAPI
internal import RPC

/// The errors of this service, and their messages.
enum MetadataGatewayError: Error, Sendable, Hashable {
    /// No API key is set for the source.
    case noKey
    /// The source rejects the key.
    case keyRefused
    /// The source has no such title.
    case unknownTitle
    /// The source's response cannot be decoded, at a field.
    case unreadable(String)
    /// The source is unreachable; with the breaker's remaining time, when it is open.
    case down(Duration?)
    /// The source's rate limit is exceeded.
    case crowded(Duration)
    /// TMDB's own responses have no rating, and the viewer may see rated titles only.
    case notForViewer
}

/// A source outside, as people know it.
enum ExternalSource: String {
    case tmdb = "TMDB"
    case tvdb = "TheTVDB"

    /// The site that issues keys.
    var site: String { self == .tmdb ? "themoviedb.org" : "thetvdb.com" }
    /// The settings' names in the environment and in a file.
    var settings: (variable: String, key: String) {
        self == .tmdb ? ("HEARTH_TMDB_KEY", "tmdb-key") : ("HEARTH_TVDB_KEY", "tvdb-key")
    }
}

extension MetadataGatewayError: RPCErrorConvertible {
    var rpcError: RPCError { rpcError(of: .tmdb) }

    /// The error's message, with the name of the source.
    func rpcError(of source: ExternalSource) -> RPCError {
        var error = RPCError(
            code, message(of: source), executed: .no, details: [RPCErrorDetail(MetadataProblem(problem))])
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

    private func message(of source: ExternalSource) -> String {
        let (name, settings) = (source.rawValue, source.settings)
        return switch self {
        case .noKey:
            "There is no key for \(name). Get one at \(source.site) and "
                + (source == .tmdb ? "give it with `hearth setup --tmdb-key-file FILE`, " : "")
                + "start the cluster with \(settings.variable), or name a file of mode 0600 that holds it as"
                + " \(settings.key)-file."
        case .keyRefused:
            "\(name) rejects the key. Check \(settings.variable) or the file that \(settings.key)-file names."
        case .unknownTitle: "\(name) has no such title."
        case .unreadable(let field):
            field.isEmpty
                ? "\(name)'s response cannot be decoded. Try again later."
                : "\(name)'s response is invalid at \(field). Try again later."
        case .down: "\(name) cannot be reached, and no response is cached. Try again later."
        case .crowded: "The rate limit of \(name) is exceeded. Try again in a moment."
        case .notForViewer: "Only profiles without restrictions may read titles outside the library."
        }
    }
}
