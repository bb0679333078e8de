/// Every limit of tokens and keys, with its unit last.
public enum AccessLimits {
    /// How long a person's token holds; clients fetch the next one before it ends.
    public static let personTokenLifetime = Duration.seconds(15 * 60)
    /// How long a service's token for itself holds.
    public static let serviceTokenLifetime = Duration.seconds(5 * 60)
    /// The longest life a token may claim, whoever signed it.
    public static let longestTokenLifetime = Duration.seconds(60 * 60)
    /// How far two hosts' civil clocks may be apart before a fresh token seems to come from the future.
    public static let clockLeeway = Duration.seconds(5)
    /// The longest token that is looked at.
    public static let tokenBytes = 4 << 10
    /// Verified tokens that are remembered.
    public static let cachedTokens = 2_048
    /// Key files that are read in one directory.
    public static let keyFiles = 256
    /// The longest key file.
    public static let keyFileBytes = 4 << 10
    /// How often the key directory is read again at most, however many tokens name unknown keys.
    public static let keyReloadInterval = Duration.seconds(1)
    /// How long a read key directory is trusted, so that a key which was taken away stops to count.
    public static let keyLifetime = Duration.seconds(60)
    /// How often a running service looks whether a key was taken away or has retired. Streams of its tokens end by then, and
    /// calls with them are refused.
    public static let keyCheckInterval = Duration.seconds(10)
    /// Bytes of the owner key.
    public static let ownerKeyBytes = 32
}
