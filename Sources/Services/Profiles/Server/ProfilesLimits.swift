/// Every limit of this service, with its unit last.
enum ProfilesLimits {
    /// Profiles that a household can have.
    static let profiles = 10
    /// Profiles that the free plan has.
    static let freeProfiles = 2
    /// Characters of a name.
    static let nameCharacters = 80
    /// Bytes of a name, for characters that are made of many.
    static let nameBytes = 320
    /// Digits of a PIN.
    static let pinDigits = 4...8
    /// Favourites that a profile can have.
    static let favourites = 10_000
    /// How long adding a favourite waits for the catalog, which it can do without.
    static let cardTimeout = Duration.milliseconds(500)
    /// How often cards that are missing are asked for again.
    static let missingCardsInterval = Duration.seconds(30)
    /// Cards that are asked for at once.
    static let missingCards = 200
}
