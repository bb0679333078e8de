internal import RPC
internal import ReadingListAPI
internal import TextFolding

/// The errors of this service, and their messages.
enum ReadingListError: Error, Sendable, Hashable {
    case notAWebAddress(WebAddress.Refusal)
    case unknownLink
    case unknownDeletion
    case unknownRule(String)
    case unknownImport
    case noProfile
    case profileGone
    case linkLimitReached(Int)
    case ruleLimitReached(Int)
    case importsBusy(Int)
}

extension ReadingListError: RPCErrorConvertible {
    var rpcError: RPCError {
        var error = RPCError(code, message, details: [RPCErrorDetail(ReadingListProblem(problem))])
        switch self {
        case .notAWebAddress: error.details.append(RPCErrorDetail(InvalidField(field: "url", problem: message)))
        case .importsBusy: error.retryAfter = .seconds(10)
        default: break
        }
        return error
    }

    private var code: RPCCode {
        switch self {
        case .notAWebAddress: .invalidArgument
        case .unknownLink, .unknownDeletion, .unknownRule, .unknownImport: .notFound
        case .noProfile: .permissionDenied
        case .profileGone: .unauthenticated
        case .linkLimitReached, .ruleLimitReached, .importsBusy: .resourceExhausted
        }
    }

    private var problem: ReadingListProblem.Code {
        switch self {
        case .notAWebAddress: .notAWebAddress
        case .unknownLink: .unknownLink
        case .unknownDeletion: .unknownDeletion
        case .unknownRule: .unknownRule
        case .unknownImport: .unknownImport
        case .noProfile: .noProfile
        case .profileGone: .profileGone
        case .linkLimitReached: .linkLimitReached
        case .ruleLimitReached: .ruleLimitReached
        case .importsBusy: .importsBusy
        }
    }

    private var message: String {
        switch self {
        case .notAWebAddress(let refusal): "url: \(refusal.reason)"
        case .unknownLink: "There is no such link on your list. It may have been deleted."
        case .unknownDeletion: "That deletion can no longer be undone: links can be restored for seven days."
        case .unknownRule(let domain): "There is no rule for \(domain.prefix(100))."
        case .unknownImport: "There is no such import; its report may have expired."
        case .noProfile: "This call needs an acting profile; the caller has none."
        case .profileGone: "The profile of this token has been deleted. Sign in again."
        case .linkLimitReached(let limit): "A reading list has at most \(limit) links. Delete some first."
        case .ruleLimitReached(let limit): "A reading list has at most \(limit) rules for sites. Remove one first."
        case .importsBusy(let limit): "\(limit) imports are queued already. Try again when one has ended."
        }
    }
}

extension WebAddress.Refusal {
    /// For people.
    var reason: String {
        switch self {
        case .empty: "is empty. Give a page's address."
        case .tooLong: "has more than \(WebAddress.maximumBytes) bytes."
        case .notWeb(let scheme):
            "begins with \(Excerpt.of(scheme, maximumCharacters: 40)): and only http and https lead to web pages."
        case .notAbsolute: "is not a whole address, such as https://example.org/page."
        case .badHost: "has an invalid host."
        case .badPort: "has an invalid port."
        }
    }
}
