internal import HearthModel
internal import ProfilesAPI
internal import RPC

extension ProfilesError {
    /// The rule that was violated, as clients know it.
    var problem: ProfilesProblem.Code {
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

    /// The text for people, which says what to do.
    var message: String {
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
