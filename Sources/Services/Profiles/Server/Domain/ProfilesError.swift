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
    /// The profile's id.
    case profilePINRequired(String)
    /// The profile's id.
    case profilePINWrong(String)
    case pinOfKids(String)
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
    case unknownDevice
    case deviceLimitReached(Int)
    case deviceDisabled
    case signedOut
    case refreshTokenReused
    case unknownPairing
    case pairingLocked(seconds: Int64)
    case pairingLimitReached(seconds: Int64)
    case pairingDecided(String)
    case authorizationPending(seconds: Int64)
    case slowDown(seconds: Int64)
    case accessDenied
    case expiredToken
    case rulesForKids(String)
    case rulesNotApplied
    case storeNotConfigured
    case storeRejected(StoreRejection)
    case purchaseTaken
    case trialUsed
    case purchaseUndecided
    case limitsOfAdults(String)
    case appleNotConfigured
    case appleTokenRefused(String)
    case appleUnavailable
    case appleNotLinked
    case appleLinked
    case householdErasing(String, services: [String])
}

extension ProfilesError: RPCErrorConvertible {
    var rpcError: RPCError {
        var error = RPCError(code, message, details: [RPCErrorDetail(ProfilesProblem(problem))])
        switch self {
        case .pinLocked(let seconds): error.retryAfter = seconds.map { .seconds($0) }
        case .notAFavouriteKind: error.details.append(RPCErrorDetail(InvalidField(field: "content", problem: message)))
        case .notAnAdults: error.details.append(RPCErrorDetail(InvalidField(field: "profiles", problem: message)))
        case .profilePINRequired(let id), .profilePINWrong(let id):
            error.details = [RPCErrorDetail(ProfilesProblem(problem, profile: id))]
        case .tooManyGuesses(let wait): error.retryAfter = wait
        case .pairingLocked(let seconds), .pairingLimitReached(let seconds), .authorizationPending(let seconds),
            .slowDown(let seconds):
            error.retryAfter = .seconds(seconds)
        case .premiumRequired: error.details.append(RPCErrorDetail(FeatureRequired(feature: .moreProfiles)))
        // What a device that syncs shows.
        case .signedOut, .refreshTokenReused, .deviceDisabled:
            error.details.append(RPCErrorDetail(SyncProblem(.deviceRevoked)))
        case .pinOfKids, .limitsOfAdults:
            error.details.append(RPCErrorDetail(InvalidField(field: "profile", problem: message)))
        default: break
        }
        return error
    }

    private var code: RPCCode {
        switch self {
        case .wrongOwnerKey, .profileGone, .rightsChanged, .signedOut, .refreshTokenReused, .expiredToken,
            .appleTokenRefused, .appleNotLinked:
            .unauthenticated
        case .unknownProfile, .unknownContent, .unknownSetting, .unknownMember, .unknownInvitation, .unknownDevice,
            .unknownPairing:
            .notFound
        case .nameTaken, .profileListed, .purchaseTaken, .appleLinked: .alreadyExists
        case .profileLimitReached, .favouriteLimitReached, .pinLocked, .invitationLimitReached, .tooManyGuesses,
            .deviceLimitReached, .pairingLocked, .pairingLimitReached, .slowDown, .rulesNotApplied:
            .resourceExhausted
        case .premiumRequired, .profileNeeded, .profileDeleted, .settingNeedsAnother, .ownerNeeded, .memberNotAdult,
            .invitationAccepted, .householdErasing, .pairingDecided, .authorizationPending, .rulesForKids,
            .storeNotConfigured, .trialUsed, .appleNotConfigured:
            .failedPrecondition
        case .notYours, .noProfile, .pinRequired, .pinWrong, .settingForAdults, .settingOfServices, .profilePINRequired,
            .profilePINWrong, .memberDisabled, .memberNotYours, .deviceDisabled, .accessDenied:
            .permissionDenied
        case .notAFavouriteKind, .notAnAdults, .pinOfKids, .storeRejected, .limitsOfAdults: .invalidArgument
        case .purchaseUndecided, .appleUnavailable: .unavailable
        }
    }
}
