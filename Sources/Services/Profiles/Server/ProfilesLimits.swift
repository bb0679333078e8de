internal import HearthModel
internal import MetadataGatewayAPI

/// Every limit of this service, with its unit last.
enum ProfilesLimits {
    /// Profiles that a household can have.
    static let profiles = 10
    /// Profiles that the free plan has.
    static let freeProfiles = PlanRules.freeProfiles
    /// Characters of a name.
    static let nameCharacters = 80
    /// The most bytes of a name, for characters of several code points.
    static let nameBytes = 320
    /// Digits of a PIN.
    static let pinDigits = 4...8
    /// PIN hashes running or queued at once, in the whole process. One hash takes some 0.3 s and 64 MiB, and one runs
    /// at a time.
    static let pinChecksAtOnce = 8
    /// The most memory of one PIN hash: four times today's cost, since a restored shard may be of a later release.
    static let pinHashMemoryBytes = 256 << 20
    /// When a caller that found all slots in use may retry.
    static let pinRetryAfter = Duration.seconds(1)
    /// Favourites that a profile can have.
    static let favourites = 10_000
    /// The part of a call's time that may go into waiting for the catalog, which adding a favourite can do without: 1 s of
    /// the usual 5.
    static let cardTimeShare = 5
    /// How often the cards of active households are checked.
    static let cardRefreshInterval = Duration.seconds(30)
    /// The lifetime of a card of a title outside the library.
    static let cardLifetime = Duration.seconds(30 * 86_400)
    /// Subtracted from the age of a card that is to be refreshed at once, in seconds.
    static let refreshAge = Double(cardLifetime.components.seconds + 1)
    /// The maximum age of TMDB's cards by its terms.
    static let maximumCardAge = Duration.seconds(180 * 86_400)
    /// Cards fetched from the catalog in one call.
    static let cardsAtOnce = 200
    /// Cards fetched from metadata-gateway in one call: its own limit.
    static let outsideCardBatch = MetadataGateway.GetCards.maximumCount
    /// Invitations that a household can have open at once.
    static let openInvitations = 20
    /// Invitations that are kept with those that have ended.
    static let keptInvitations = 100
    /// How long an invitation that has ended is listed.
    static let endedInvitationLifetime = Duration.seconds(30 * 86_400)
    /// The lifetimes that an invitation can have, in minutes: from 5 minutes to 7 days.
    static let invitationMinutes: ClosedRange<Int32> = 5...10_080
    /// The lifetime of an invitation that names none, in minutes: a day.
    static let usualInvitationMinutes: Int32 = 1_440
    /// Bytes of an invitation's secret: 192 bits, 32 characters in Base64.
    static let invitationSecretBytes = 24
    /// Wrong tokens of invitations that the process looks up at once.
    static let invitationGuesses = 50
    /// How long it takes until one more wrong token is looked up.
    static let invitationGuessInterval = Duration.milliseconds(100)
    /// Devices that a household can have signed in.
    static let devices = 50
    /// The longest refresh token or device code that is parsed, in bytes.
    static let refreshTokenBytes = 200
    /// How long a refresh token is valid without being used.
    static let refreshLifetime = Duration.seconds(90 * 86_400)
    /// How long a used refresh token gets the same successor again, for a retry whose response was lost.
    static let refreshGrace = Duration.seconds(30)
    /// Devices of a household that can wait for approval at once.
    static let pairings = 20
    /// How long a pairing code is valid.
    static let pairingLifetime = Duration.seconds(10 * 60)
    /// The least time between two polls for a pairing (RFC 8628, section 3.2).
    static let pairingInterval = Duration.seconds(5)
    /// What is added to it for a device that polls too early (RFC 8628, section 3.5).
    static let pairingSlowDown = Duration.seconds(5)
    /// The longest interval that a device comes to by polling too early.
    static let longestPairingInterval = Duration.seconds(60)
    /// Wrong user codes in a household before all are refused for a while: five at one of 20^8 codes is the 2^-32 that RFC
    /// 8628, section 5.1, takes as its example.
    static let pairingGuesses = 5
    /// How long wrong user codes count, from the first one on, and how long codes are refused.
    static let pairingGuessLifetime = Duration.seconds(10 * 60)
    /// Viewing rules of a kids profile.
    static let viewingRules = ViewingRules.maximumRules
    /// Characters of a text of a rule.
    static let viewingRuleCharacters = ViewingRules.maximumCharacters
    /// The rules of a profile in bytes: they are all in one event.
    static let viewingRulesBytes = 64 << 10
    /// The longest signed transaction or renewal, in bytes: the store's have some 5,000.
    static let storeTransactionBytes = 24 << 10
    /// The longest signed notification, in bytes: it contains two of those, in Base64.
    static let storeNotificationBytes = 96 << 10
    /// Characters of an id from the store.
    static let storeIDCharacters = 128
    /// How far the store's clock may be ahead of this one.
    static let storeClockLeeway = Duration.seconds(5 * 60)
    /// The most purchases that one household can have: the store makes one for each account and group.
    static let purchases = 64
    /// Notifications of a household that are remembered; older ones are known by the times in them.
    static let storeNotifications = 256
    /// The longest file of the store's roots, in bytes.
    static let storeRootFileBytes = 64 << 10
    /// Days that a product can be tried for free, as the store's offers have it.
    static let trialDays: Int32 = 7
    /// Minutes of a day, the most that a parental limit allows.
    static let dayMinutes: Int32 = 1_440
    /// How often the key that signs people's tokens is checked.
    static let keyCheckInterval = Duration.seconds(60)
    /// The longest identity token of Apple's that is parsed.
    static let appleTokenBytes = 8 << 10
    /// How long ago Apple may have issued a token: it is used at once.
    static let appleTokenAge = Duration.seconds(10 * 60)
    /// How far Apple's clock may be ahead of this one.
    static let appleClockLeeway = Duration.seconds(60)
    /// The least and the longest time for which Apple's keys are kept, whatever it says.
    static let appleKeysLifetime = Duration.seconds(5 * 60)...Duration.seconds(86_400)
    /// The least time between two fetches of Apple's keys for an unknown key.
    static let appleKeysInterval = Duration.seconds(60)
    /// The least time between two fetches of Apple's keys while there are none.
    static let appleKeysRetry = Duration.seconds(10)
    /// How long a fetch of Apple's keys may take.
    static let appleKeysTime = Duration.seconds(4)
    /// Connections to Apple that may be open at a time.
    static let appleConnections = 2
    /// The most bytes of Apple's keys.
    static let appleKeysBytes = 256 << 10
    /// How long a household that is to be deleted stays, in time that the service runs.
    static let deletionGrace = Duration.seconds(7 * 86_400)
    /// How long the deletion of a household is told after that, in time that the service runs: services that were down
    /// for so long do not learn of it.
    static let erasureLifetime = Duration.seconds(30 * 86_400)
    /// Bytes of the file with the developer's key for Apple.
    static let appleKeyFileBytes = 4 << 10
    /// Bytes of an authorization code.
    static let appleCodeBytes = 2 << 10
    /// Bytes of a response of Apple's token endpoints, and of a refresh token.
    static let appleTokenResponseBytes = 32 << 10
    /// How often what is to be revoked at Apple is tried.
    static let appleRevocationInterval = Duration.seconds(600)
    /// The longest time after what a device has seen for which its operation is accepted, in milliseconds: about four months.
    static let longestElapsedMilliseconds: Int64 = 10_000_000_000
}
