internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// The errors of this service, and their messages.
enum PlaybackError: Error, Sendable, Hashable {
    case unknownContent(ContentID)
    case unknownVariant
    case unknownSession
    case unknownProfile(String)
    case unsupportedType(field: String, String)
    case badReport
    case alreadyQueued
    case queueFull(maximum: Int)
    case notQueued(ContentID)
    case noProfile
    case profileGone
    case notYours
    /// With the time at which it ends, as the household reads it.
    case limitReached(LimitReached, until: String?)
    case noEpisodes(ContentID, season: Int32?)
    /// With the limit, and what to do.
    case tooMany(String)
    case noFreeSlot(NoFreeSlot)
    case tooManyNeverSuggested
    case noLimits
    case tooManyGrants
    case nothingNext
    case noVariantLeft
    case noCatchup
}

extension PlaybackError: RPCErrorConvertible {
    var rpcError: RPCError {
        var error = RPCError(code, message, details: [RPCErrorDetail(problem)])
        if case .unsupportedType(let field, _) = self {
            error.details.append(RPCErrorDetail(InvalidField(field: field, problem: message)))
        }
        if case .limitReached(let limit, _) = self { error.details.append(RPCErrorDetail(limit)) }
        if case .noFreeSlot(let slots) = self { error.details.append(RPCErrorDetail(slots)) }
        return error
    }

    private var code: RPCCode {
        switch self {
        case .unknownContent, .unknownVariant, .unknownSession, .unknownProfile, .notQueued: .notFound
        case .unsupportedType, .badReport: .invalidArgument
        case .alreadyQueued: .alreadyExists
        case .queueFull: .resourceExhausted
        case .noProfile, .notYours: .permissionDenied
        case .profileGone: .unauthenticated
        case .limitReached: .failedPrecondition
        case .noEpisodes: .notFound
        case .tooMany: .resourceExhausted
        case .noFreeSlot, .noLimits: .failedPrecondition
        case .tooManyNeverSuggested, .tooManyGrants: .resourceExhausted
        case .nothingNext, .noCatchup: .notFound
        case .noVariantLeft: .failedPrecondition
        }
    }

    private var problem: PlaybackProblem {
        switch self {
        case .unknownContent: PlaybackProblem(.unknownContent)
        case .unknownVariant: PlaybackProblem(.unknownVariant)
        case .unknownSession: PlaybackProblem(.unknownSession)
        case .unknownProfile: PlaybackProblem(.unknownProfile)
        case .unsupportedType: PlaybackProblem(.unsupportedType)
        case .badReport: PlaybackProblem(.badReport)
        case .alreadyQueued: PlaybackProblem(.alreadyQueued)
        case .queueFull(let maximum): PlaybackProblem(.queueFull, maxQueueSize: Int32(clamping: maximum))
        case .notQueued: PlaybackProblem(.notQueued)
        case .noProfile: PlaybackProblem(.noProfile)
        case .profileGone: PlaybackProblem(.profileGone)
        case .notYours: PlaybackProblem(.notYours)
        case .limitReached: PlaybackProblem(.limitReached)
        case .noEpisodes: PlaybackProblem(.noEpisodes)
        case .tooMany: PlaybackProblem(.tooMany)
        case .noFreeSlot: PlaybackProblem(.noFreeSlot)
        case .tooManyNeverSuggested: PlaybackProblem(.tooManyNeverSuggested)
        case .noLimits: PlaybackProblem(.noLimits)
        case .tooManyGrants: PlaybackProblem(.tooManyGrants)
        case .nothingNext: PlaybackProblem(.nothingNext)
        case .noVariantLeft: PlaybackProblem(.noVariantLeft)
        case .noCatchup: PlaybackProblem(.noCatchup)
        }
    }

    private var message: String {
        switch self {
        case .unknownContent(let id): "The library has no title \"\(id)\". Try a search."
        case .unknownVariant: "The title has no such link. Ask the catalog for those that it has."
        case .unknownSession: "There is no such session: it was removed, or it is another profile's. Play again."
        case .unknownProfile(let id): "There is no profile \"\(id)\" here."
        case .unsupportedType(_, let what): what
        case .badReport: "A report needs numbers and a known state."
        case .alreadyQueued: "It is in the queue already. Move it instead."
        case .queueFull(let maximum): "The queue has \(maximum) entries and no room for more. Remove one first."
        case .notQueued(let id): "\"\(id)\" is not in the queue. Look at the queue again."
        case .noProfile: "This call needs an acting profile; the caller has none."
        case .profileGone: "The profile of this token has been deleted. Sign in again."
        case .notYours: "A kids profile watches for itself."
        case .limitReached(let limit, let until):
            (limit.limit == .hours ? "This is not one of the profile's hours." : "The minutes of today are used up.")
                + (until.map { " It may watch again from \($0) on." } ?? " An adult can change the limits.")
        case .noEpisodes(let id, let season):
            "\"\(id)\" has no episodes\(season.map { " of season \($0)" } ?? "") here. List them in the catalog."
        case .tooMany(let what): what
        case .noFreeSlot(let slots): slots.text
        case .tooManyNeverSuggested:
            "\(PlaybackLimits.neverSuggested) titles are never suggested already. Let one be suggested again first."
        case .noLimits: "The profile has no limits: it needs no more minutes."
        case .tooManyGrants:
            "It was granted minutes \(PlaybackLimits.grantsOfDay) times today. Change its limits instead."
        case .nothingNext: "Nothing comes after this title. Add something to the queue, or play another title."
        case .noVariantLeft: "Every link of the title has failed. Try again later, or refresh its source."
        case .noCatchup: "The channel does not offer this programme any more. Look at the guide for what it offers."
        }
    }
}
