internal import MetadataGatewayAPI

/// Every limit of this service, with its unit last.
enum ProfilesLimits {
    /// Profiles that a household can have.
    static let profiles = 10
    /// Profiles that the free plan has.
    static let freeProfiles = 2
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
    /// How long a household that is to be deleted stays, in time that the service runs.
    static let deletionGrace = Duration.seconds(7 * 86_400)
    /// How long the deletion of a household is told after that, in time that the service runs: services that were down
    /// for so long do not learn of it.
    static let erasureLifetime = Duration.seconds(30 * 86_400)
}
