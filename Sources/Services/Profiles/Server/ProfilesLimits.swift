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
    /// Minutes of a day, the most that a parental limit allows.
    static let dayMinutes: Int32 = 1_440
}
