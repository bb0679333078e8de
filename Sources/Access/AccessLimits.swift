/// Every limit of tokens and keys, with its unit last.
public enum AccessLimits {
    /// The lifetime of a person's token; clients fetch the next one before it expires.
    public static let personTokenLifetime = Duration.seconds(15 * 60)
    /// The lifetime of a service's token for itself.
    public static let serviceTokenLifetime = Duration.seconds(5 * 60)
    /// The longest lifetime that a token may claim, whatever key signed it.
    public static let longestTokenLifetime = Duration.seconds(60 * 60)
    /// How far two hosts' civil clocks may be apart before a fresh token seems to come from the future.
    public static let clockLeeway = Duration.seconds(5)
    /// The longest token that is parsed.
    public static let tokenBytes = 4 << 10
    /// The capacity of the cache of verified tokens.
    public static let cachedTokens = 2_048
    /// Key files that are read in one directory.
    public static let keyFiles = 256
    /// The longest key file.
    public static let keyFileBytes = 4 << 10
    /// The shortest interval between two reloads of the key directory, however many tokens name unknown keys.
    public static let keyReloadInterval = Duration.seconds(1)
    /// How long a loaded key directory is trusted, so that a removed key stops to be valid.
    public static let keyLifetime = Duration.seconds(60)
    /// How often a running service checks for removed and retired keys. Streams with their tokens end by then, and
    /// calls with them are refused.
    public static let keyCheckInterval = Duration.seconds(10)
    /// Bytes of the owner key.
    public static let ownerKeyBytes = 32
}
