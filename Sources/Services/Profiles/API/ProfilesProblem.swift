public import HearthModel
public import RPC

/// The detail of this service's errors: the violated rule. Codes are stable, texts may change.
public struct ProfilesProblem: RPCDetail {
    public static let typeName = "hearth.profiles.Problem"

    /// The rule.
    public var code: Code
    /// The profile whose own PIN is meant by `pinRequired` and `pinWrong`; absent: the household's.
    public var profile: String?

    /// Names a rule.
    public init(_ code: Code, profile: String? = nil) { (self.code, self.profile) = (code, profile) }

    /// The rules of this service.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// UNAUTHENTICATED: the proof is not the owner key.
        public static let wrongOwnerKey = Code(rawValue: "wrongOwnerKey")
        /// NOT_FOUND: no profile here has that id or name.
        public static let unknownProfile = Code(rawValue: "unknownProfile")
        /// UNAUTHENTICATED: the token's own member or profile has been deleted.
        public static let profileGone = Code(rawValue: "profileGone")
        /// ALREADY_EXISTS: another profile has that name.
        public static let nameTaken = Code(rawValue: "nameTaken")
        /// RESOURCE_EXHAUSTED: the household's limit of profiles is reached.
        public static let profileLimitReached = Code(rawValue: "profileLimitReached")
        /// ALREADY_EXISTS: a profile of that id is listed.
        public static let profileListed = Code(rawValue: "profileListed")
        /// FAILED_PRECONDITION: a profile of that ID was deleted; the tombstone is permanent.
        public static let profileDeleted = Code(rawValue: "profileDeleted")
        /// FAILED_PRECONDITION: the free plan's limit is reached.
        public static let premiumRequired = Code(rawValue: "premiumRequired")
        /// FAILED_PRECONDITION: the owner's own profile and the last adult one stay.
        public static let profileNeeded = Code(rawValue: "profileNeeded")
        /// INVALID_ARGUMENT: kids profiles never see adult content.
        public static let notAnAdults = Code(rawValue: "notAnAdults")
        /// PERMISSION_DENIED: it is another member's.
        public static let notYours = Code(rawValue: "notYours")
        /// PERMISSION_DENIED: the caller acts as no profile.
        public static let noProfile = Code(rawValue: "noProfile")
        /// PERMISSION_DENIED: this needs the household's PIN, and there was none.
        public static let pinRequired = Code(rawValue: "pinRequired")
        /// PERMISSION_DENIED: that is not the PIN.
        public static let pinWrong = Code(rawValue: "pinWrong")
        /// RESOURCE_EXHAUSTED: too many wrong PINs; retry after the given time, or ask the owner.
        public static let pinLocked = Code(rawValue: "pinLocked")
        /// NOT_FOUND: the library has no such title, or not for this profile.
        public static let unknownContent = Code(rawValue: "unknownContent")
        /// INVALID_ARGUMENT: movies, series and channels are favourites, episodes are not.
        public static let notAFavouriteKind = Code(rawValue: "notAFavouriteKind")
        /// NOT_FOUND: there is no setting of that name.
        public static let unknownSetting = Code(rawValue: "unknownSetting")
        /// PERMISSION_DENIED: a kids profile cannot change that setting.
        public static let settingForAdults = Code(rawValue: "settingForAdults")
        /// PERMISSION_DENIED: that setting is written by a service.
        public static let settingOfServices = Code(rawValue: "settingOfServices")
        /// FAILED_PRECONDITION: the setting needs another one to be on.
        public static let settingNeedsAnother = Code(rawValue: "settingNeedsAnother")
        /// RESOURCE_EXHAUSTED: the profile's limit of favourites is reached.
        public static let favouriteLimitReached = Code(rawValue: "favouriteLimitReached")
        /// INVALID_ARGUMENT: a kids profile has no PIN of its own; the household's guards it.
        public static let pinOfKids = Code(rawValue: "pinOfKids")
        /// NOT_FOUND: no member here has that id.
        public static let unknownMember = Code(rawValue: "unknownMember")
        /// FAILED_PRECONDITION: the household needs its owner, who hands it on first.
        public static let ownerNeeded = Code(rawValue: "ownerNeeded")
        /// PERMISSION_DENIED: the member is disabled.
        public static let memberDisabled = Code(rawValue: "memberDisabled")
        /// FAILED_PRECONDITION: only an adult member who is not disabled becomes the owner.
        public static let memberNotAdult = Code(rawValue: "memberNotAdult")
        /// PERMISSION_DENIED: only the owner changes another member.
        public static let memberNotYours = Code(rawValue: "memberNotYours")
        /// UNAUTHENTICATED: the member's rights have changed since the token was made.
        public static let rightsChanged = Code(rawValue: "rightsChanged")
        /// NOT_FOUND: no invitation can be accepted with that token, or has that id.
        public static let unknownInvitation = Code(rawValue: "unknownInvitation")
        /// FAILED_PRECONDITION: the invitation was accepted.
        public static let invitationAccepted = Code(rawValue: "invitationAccepted")
        /// RESOURCE_EXHAUSTED: the limit of open invitations is reached.
        public static let invitationLimitReached = Code(rawValue: "invitationLimitReached")
        /// RESOURCE_EXHAUSTED: there were too many wrong tokens of invitations; retry after the given time.
        public static let tooManyGuesses = Code(rawValue: "tooManyGuesses")
        /// NOT_FOUND: the caller has no device of that id.
        public static let unknownDevice = Code(rawValue: "unknownDevice")
        /// RESOURCE_EXHAUSTED: the household's limit of devices is reached.
        public static let deviceLimitReached = Code(rawValue: "deviceLimitReached")
        /// PERMISSION_DENIED: the device is disabled.
        public static let deviceDisabled = Code(rawValue: "deviceDisabled")
        /// UNAUTHENTICATED: the device is signed out; its member has to sign in again.
        public static let signedOut = Code(rawValue: "signedOut")
        /// UNAUTHENTICATED: the refresh token was used before, and has signed the device out.
        public static let refreshTokenReused = Code(rawValue: "refreshTokenReused")
        /// NOT_FOUND: no device waits for approval under that code.
        public static let unknownPairing = Code(rawValue: "unknownPairing")
        /// RESOURCE_EXHAUSTED: too many wrong codes; retry after the given time.
        public static let pairingLocked = Code(rawValue: "pairingLocked")
        /// RESOURCE_EXHAUSTED: too many devices wait for approval; retry after the given time.
        public static let pairingLimitReached = Code(rawValue: "pairingLimitReached")
        /// FAILED_PRECONDITION: the device behind that code was already approved for another member, denied or signed in.
        public static let pairingDecided = Code(rawValue: "pairingDecided")
        /// FAILED_PRECONDITION: no member has decided yet (RFC 8628, section 3.5).
        public static let authorizationPending = Code(rawValue: "authorization_pending")
        /// RESOURCE_EXHAUSTED: the device polls too often (RFC 8628, section 3.5).
        public static let slowDown = Code(rawValue: "slow_down")
        /// PERMISSION_DENIED: a member has denied the device (RFC 8628, section 3.5).
        public static let accessDenied = Code(rawValue: "access_denied")
        /// UNAUTHENTICATED: the device code has expired, was used, or never existed (RFC 8628, section 3.5).
        public static let expiredToken = Code(rawValue: "expired_token")
        /// FAILED_PRECONDITION: viewing rules are for kids profiles.
        public static let rulesForKids = Code(rawValue: "rulesForKids")
        /// RESOURCE_EXHAUSTED: the catalog has not applied the last changes of rules; retry when it runs.
        public static let rulesNotApplied = Code(rawValue: "rulesNotApplied")
        /// FAILED_PRECONDITION: no store is configured here.
        public static let storeNotConfigured = Code(rawValue: "storeNotConfigured")
        /// INVALID_ARGUMENT: it is not signed by the store, or about something else than this app's plans.
        public static let storeRejected = Code(rawValue: "storeRejected")
        /// ALREADY_EXISTS: another household has that purchase.
        public static let purchaseTaken = Code(rawValue: "purchaseTaken")
        /// FAILED_PRECONDITION: the household has had its trial.
        public static let trialUsed = Code(rawValue: "trialUsed")
        /// UNAVAILABLE: the purchase is being redeemed, or another household's data cannot be read now.
        public static let purchaseUndecided = Code(rawValue: "purchaseUndecided")
        /// INVALID_ARGUMENT: only kids profiles have parental limits.
        public static let limitsOfAdults = Code(rawValue: "limitsOfAdults")
        /// FAILED_PRECONDITION: no client id for Sign in with Apple is configured.
        public static let appleNotConfigured = Code(rawValue: "appleNotConfigured")
        /// UNAUTHENTICATED: an identity token of Apple's proves nothing; the message says why.
        public static let appleTokenRefused = Code(rawValue: "appleTokenRefused")
        /// UNAVAILABLE: Apple's keys cannot be fetched.
        public static let appleUnavailable = Code(rawValue: "appleUnavailable")
        /// UNAUTHENTICATED: no member has linked that account at Apple.
        public static let appleNotLinked = Code(rawValue: "appleNotLinked")
        /// ALREADY_EXISTS: the account is another member's, or the member has another account.
        public static let appleLinked = Code(rawValue: "appleLinked")
        /// FAILED_PRECONDITION: a deleted household had that name, and services have not erased its data yet.
        public static let householdErasing = Code(rawValue: "householdErasing")
    }
}
