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
        case .pinOfKids: error.details.append(RPCErrorDetail(InvalidField(field: "profile", problem: message)))
        case .tooManyGuesses(let wait): error.retryAfter = wait
        case .pairingLocked(let seconds), .pairingLimitReached(let seconds), .authorizationPending(let seconds),
            .slowDown(let seconds):
            error.retryAfter = .seconds(seconds)
        case .premiumRequired: error.details.append(RPCErrorDetail(FeatureRequired(feature: .moreProfiles)))
        case .pinOfKids, .limitsOfAdults:
            error.details.append(RPCErrorDetail(InvalidField(field: "profile", problem: message)))
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
        case .profilePINRequired, .profilePINWrong: .permissionDenied
        case .pinOfKids: .invalidArgument
        case .unknownMember, .unknownInvitation: .notFound
        case .ownerNeeded, .memberNotAdult, .invitationAccepted, .householdErasing: .failedPrecondition
        case .memberDisabled, .memberNotYours: .permissionDenied
        case .rightsChanged: .unauthenticated
        case .invitationLimitReached, .tooManyGuesses: .resourceExhausted
        case .unknownDevice, .unknownPairing: .notFound
        case .deviceLimitReached, .pairingLocked, .pairingLimitReached, .slowDown: .resourceExhausted
        case .deviceDisabled, .accessDenied: .permissionDenied
        case .signedOut, .refreshTokenReused, .expiredToken: .unauthenticated
        case .pairingDecided, .authorizationPending: .failedPrecondition
        case .rulesForKids: .failedPrecondition
        case .rulesNotApplied: .resourceExhausted
        case .storeNotConfigured, .trialUsed: .failedPrecondition
        case .storeRejected: .invalidArgument
        case .purchaseTaken: .alreadyExists
        case .purchaseUndecided: .unavailable
        case .pinOfKids, .limitsOfAdults: .invalidArgument
        case .appleNotConfigured: .failedPrecondition
        case .appleTokenRefused, .appleNotLinked: .unauthenticated
        case .appleUnavailable: .unavailable
        case .appleLinked: .alreadyExists
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
        case .profilePINRequired: .pinRequired
        case .profilePINWrong: .pinWrong
        case .pinOfKids: .pinOfKids
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
        case .unknownDevice: .unknownDevice
        case .deviceLimitReached: .deviceLimitReached
        case .deviceDisabled: .deviceDisabled
        case .signedOut: .signedOut
        case .refreshTokenReused: .refreshTokenReused
        case .unknownPairing: .unknownPairing
        case .pairingLocked: .pairingLocked
        case .pairingLimitReached: .pairingLimitReached
        case .pairingDecided: .pairingDecided
        case .authorizationPending: .authorizationPending
        case .slowDown: .slowDown
        case .accessDenied: .accessDenied
        case .expiredToken: .expiredToken
        case .rulesForKids: .rulesForKids
        case .rulesNotApplied: .rulesNotApplied
        case .storeNotConfigured: .storeNotConfigured
        case .storeRejected: .storeRejected
        case .purchaseTaken: .purchaseTaken
        case .trialUsed: .trialUsed
        case .purchaseUndecided: .purchaseUndecided
        case .limitsOfAdults: .limitsOfAdults
        case .appleNotConfigured: .appleNotConfigured
        case .appleTokenRefused: .appleTokenRefused
        case .appleUnavailable: .appleUnavailable
        case .appleNotLinked: .appleNotLinked
        case .appleLinked: .appleLinked
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
        case .profilePINRequired: "This needs the profile's own PIN."
        case .profilePINWrong: "That is not the profile's own PIN."
        case .pinOfKids(let name):
            "\"\(name)\" is a kids profile and has no PIN: the household's guards it. Set that one."
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
        case .unknownDevice: "There is no such device, or it is another member's. List the devices."
        case .deviceLimitReached(let limit): "A household has at most \(limit) devices. Sign one out first."
        case .deviceDisabled: "This device is disabled. Its member or the owner can enable it."
        case .signedOut: "This device is signed out. Sign in again."
        case .refreshTokenReused: "The refresh token was used before, so this device is signed out. Sign in again."
        case .unknownPairing:
            "No device waits under that code. Compare it with the device's screen; a code lasts 10 minutes."
        case .pairingLocked(let seconds): "There were too many wrong codes. Try again in \(seconds) s."
        case .pairingLimitReached(let seconds):
            "Too many devices wait for approval in this household. Try again in \(seconds) s."
        case .pairingDecided(let state): "That device is \(state) already. Begin again on the device if that was wrong."
        case .authorizationPending(let seconds): "No member has approved the code yet. Poll again in \(seconds) s."
        case .slowDown(let seconds):
            "The device polls too often. Poll again in \(seconds) s, and no sooner from now on."
        case .accessDenied: "A member has denied this device."
        case .expiredToken: "The code has expired, or was used. Begin again."
        case .rulesForKids(let name): "\"\(name)\" is an adult's profile; viewing rules are for kids profiles."
        case .rulesNotApplied:
            "The catalog has not applied the last changes of viewing rules. Start it, and try again."
        case .storeNotConfigured: "No store is configured here: profiles needs store-root-file and store-bundle-id."
        case .storeRejected(let rejection): rejection.message
        case .purchaseTaken: "Another household has that purchase. Restore it there, or buy it for this one."
        case .trialUsed: "This household has had its trial. A purchase without a trial begins premium."
        case .purchaseUndecided: "Whether the purchase is another household's cannot be told now. Try again."
        case .limitsOfAdults(let name): "\"\(name)\" is an adult's profile: only kids profiles have limits."
        case .appleNotConfigured: "Sign in with Apple is not configured here: the setting apple-client-ids is missing."
        case .appleTokenRefused(let why): "Apple's token is refused: \(why). Sign in with Apple again."
        case .appleUnavailable: "Apple's keys cannot be fetched, so its tokens cannot be verified. Try again later."
        case .appleNotLinked: "That account at Apple is no member's here. Sign in another way, and link it."
        case .appleLinked:
            "The account at Apple is another member's, or you have linked another one. Unlink that first."
        }
    }
}
