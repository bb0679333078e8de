internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// The errors of this service, and their messages.
enum ProfilesError: Error, Sendable, Hashable {
    case wrongOwnerKey
    case unknownProfile(String)
    case profileGone
    case nameTaken(String)
    case profileListed(String)
    case profileDeleted
    case profileLimitReached(Int)
    case premiumRequired(profiles: Int)
    case profileNeeded(String)
    case notAnAdults(String)
    case notYours(String)
    case noProfile
    case pinRequired
    case pinWrong
    /// Nil: only the owner can end it.
    case pinLocked(seconds: Int64?)
    case unknownContent
    case notAFavouriteKind(ContentKind)
    case favouriteLimitReached(Int)
    case unknownSetting(SettingName)
    case settingForAdults(SettingName)
    case settingOfServices(SettingName)
    case settingNeedsAnother(SettingName, requires: SettingName)
    case unknownMember(String)
    case ownerNeeded(String)
    case memberDisabled(String)
    case memberNotAdult(String)
    case memberNotYours(String)
    case rightsChanged
    case unknownInvitation
    case invitationAccepted
    case invitationLimitReached(Int)
    case tooManyGuesses(retryAfter: Duration)
    case householdErasing(String, services: [String])
}

extension ProfilesError: RPCErrorConvertible {
    var rpcError: RPCError {
        var error = RPCError(code, message, details: [RPCErrorDetail(ProfilesProblem(problem))])
        switch self {
        case .pinLocked(let seconds): error.retryAfter = seconds.map { .seconds($0) }
        case .notAFavouriteKind: error.details.append(RPCErrorDetail(InvalidField(field: "content", problem: message)))
        case .notAnAdults: error.details.append(RPCErrorDetail(InvalidField(field: "profiles", problem: message)))
        case .tooManyGuesses(let wait): error.retryAfter = wait
        default: break
        }
        return error
    }

    private var code: RPCCode {
        switch self {
        case .wrongOwnerKey, .profileGone: .unauthenticated
        case .unknownProfile, .unknownContent, .unknownSetting: .notFound
        case .nameTaken, .profileListed: .alreadyExists
        case .profileLimitReached, .favouriteLimitReached, .pinLocked: .resourceExhausted
        case .premiumRequired, .profileNeeded, .profileDeleted, .settingNeedsAnother: .failedPrecondition
        case .notYours, .noProfile, .pinRequired, .pinWrong, .settingForAdults, .settingOfServices: .permissionDenied
        case .notAFavouriteKind, .notAnAdults: .invalidArgument
        case .unknownMember, .unknownInvitation: .notFound
        case .ownerNeeded, .memberNotAdult, .invitationAccepted, .householdErasing: .failedPrecondition
        case .memberDisabled, .memberNotYours: .permissionDenied
        case .rightsChanged: .unauthenticated
        case .invitationLimitReached, .tooManyGuesses: .resourceExhausted
        }
    }

    private var problem: ProfilesProblem.Code {
        switch self {
        case .wrongOwnerKey: .wrongOwnerKey
        case .unknownProfile: .unknownProfile
        case .profileGone: .profileGone
        case .nameTaken: .nameTaken
        case .profileListed: .profileListed
        case .profileDeleted: .profileDeleted
        case .profileLimitReached: .profileLimitReached
        case .premiumRequired: .premiumRequired
        case .profileNeeded: .profileNeeded
        case .notAnAdults: .notAnAdults
        case .notYours: .notYours
        case .noProfile: .noProfile
        case .pinRequired: .pinRequired
        case .pinWrong: .pinWrong
        case .pinLocked: .pinLocked
        case .unknownContent: .unknownContent
        case .notAFavouriteKind: .notAFavouriteKind
        case .favouriteLimitReached: .favouriteLimitReached
        case .unknownSetting: .unknownSetting
        case .settingForAdults: .settingForAdults
        case .settingOfServices: .settingOfServices
        case .settingNeedsAnother: .settingNeedsAnother
        case .unknownMember: .unknownMember
        case .ownerNeeded: .ownerNeeded
        case .memberDisabled: .memberDisabled
        case .memberNotAdult: .memberNotAdult
        case .memberNotYours: .memberNotYours
        case .rightsChanged: .rightsChanged
        case .unknownInvitation: .unknownInvitation
        case .invitationAccepted: .invitationAccepted
        case .invitationLimitReached: .invitationLimitReached
        case .tooManyGuesses: .tooManyGuesses
        case .householdErasing: .householdErasing
        }
    }

    private var message: String {
        switch self {
        case .wrongOwnerKey: "That is not the owner key of this box. It is in the run directory of the cluster."
        case .unknownProfile(let name): "There is no profile \"\(name.prefix(ProfilesLimits.nameCharacters))\" here."
        case .profileGone: "The profile or member of this token has been deleted. Sign in again."
        case .nameTaken(let name): "There is a profile called \"\(name)\" already. Choose another name."
        case .profileListed(let name): "That profile is listed: it is called \"\(name)\"."
        case .profileDeleted: "That profile was deleted, which is final. Create a new one."
        case .profileLimitReached(let limit): "A household has at most \(limit) profiles. Delete one first."
        case .premiumRequired(let profiles): "The free plan has \(profiles) profiles. Premium has more."
        case .profileNeeded(let name): "\"\(name)\" is a member's own profile: it goes when the member goes."
        case .notAnAdults(let name): "\"\(name)\" is a kids profile: it never sees adult content."
        case .notYours(let name): "\"\(name)\" is another member's profile."
        case .noProfile: "This call needs an acting profile; the caller has none."
        case .pinRequired: "This needs the household's PIN."
        case .pinWrong: "That is not the household's PIN."
        case .pinLocked(nil): "There were too many wrong PINs. The owner can set a new one."
        case .pinLocked(let seconds?): "There were too many wrong PINs. Try again in \(seconds) s."
        case .unknownContent: "The library has no such title. Try a search."
        case .notAFavouriteKind(let kind): "content: movies, series and channels can be favourites; this is \(kind)."
        case .favouriteLimitReached(let limit): "A profile has at most \(limit) favourites. Remove one first."
        case .unknownSetting(let name):
            "There is no setting \"\(name.rawValue.prefix(ProfilesLimits.nameCharacters))\"."
        case .settingForAdults(let name): "\(name) is a setting that an adult changes."
        case .settingOfServices(let name): "\(name) is written by a service; it cannot be changed."
        case .settingNeedsAnother(let name, let required): "\(name) needs \(required) to be on."
        case .unknownMember(let id): "There is no member \"\(id.prefix(ProfilesLimits.nameCharacters))\" here."
        case .ownerNeeded(let name): "\"\(name)\" is the owner, and stays. Hand the household on first."
        case .memberDisabled(let name): "\"\(name)\" is disabled. The owner can enable the member."
        case .memberNotAdult(let name): "\"\(name)\" cannot be the owner: it takes an adult who is not disabled."
        case .memberNotYours(let name): "\"\(name)\" is another member: only the owner changes that one."
        case .rightsChanged: "What this member may do has changed since the token was made. Sign in again."
        case .unknownInvitation: "There is no such invitation, or it can no longer be accepted. Ask for another one."
        case .invitationAccepted: "The invitation was accepted. Remove the member instead."
        case .invitationLimitReached(let limit): "At most \(limit) invitations can be open. Revoke one first."
        case .householdErasing(let name, let services):
            "A household \"\(name)\" was deleted, and \(services.joined(separator: ", ")) still erase its data. Start them, "
                + "or choose another name."
        case .tooManyGuesses: "There were too many wrong invitations just now. Try again in a moment."
        }
    }
}
