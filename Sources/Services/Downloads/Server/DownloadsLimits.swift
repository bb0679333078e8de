internal import RPC

/// Every limit of this service, with its unit last.
enum DownloadsLimits {
    /// Files that are fetched at a time in a household.
    static let running = 3
    /// Downloads that a profile can have.
    static let downloadsPerProfile = 2_000
    /// Bytes of an id.
    static let idBytes = 40
    /// Bytes of a variant's id.
    static let variantBytes = 100
    /// A profile's default quota; the setting is `maxDownloadStorageGB`.
    static let quotaBytes: Int64 = 10_000_000_000
    /// The default of free space that downloads leave on the disk.
    static let floorBytes: Int64 = 1_000_000_000
    /// Bytes that are fetched between two moments at which a file is made durable: what is fetched twice at most.
    static let durableBytes = 4 << 20
    /// Room that is reserved more when a reservation is used up.
    static let growthBytes: Int64 = 16 << 20
    /// Bytes of one segment.
    static let segmentBytes = 1 << 30
    /// Bytes of one file.
    static let fileBytes = 1 << 40
    /// Bytes of a key; a longer answer is a web page.
    static let keyBytes = 16
    /// Bytes of a key as its server may send it, packed.
    static let encodedKeyBytes = 1 << 10
    /// Bytes that are looked at to tell what something is.
    static let sniffedBytes = 1 << 10
    /// Tries of one thing that does not come further than before.
    static let tries = 8
    /// The first pause between tries.
    static let shortestPause = Duration.milliseconds(500)
    /// The longest pause between tries that the server does not ask for.
    static let longestPause = Duration.seconds(60)
    /// How long a link's look, a playlist and a key may take.
    static let probeTimeout = Duration.seconds(30)
    /// How long a file or a segment may take.
    static let mediaTime = Duration.seconds(24 * 3_600)
    /// How long a server may send nothing.
    static let idleTimeout = Duration.seconds(20)
    /// How long a completed download is kept: `downloadExpirationDays`.
    static let lifetime = Duration.seconds(30 * 24 * 3_600)
    /// How often it is looked for what has expired.
    static let expiryInterval = Duration.seconds(3_600)
    /// How often followers are told that more has come.
    static let progressInterval = Duration.milliseconds(250)
    /// Bytes of a file that one item of a stream has.
    static let pieceBytes = 64 << 10
    /// The assumed duration of a title when unknown, in minutes.
    static let unknownMinutes: Int32 = 90
    /// The assumed bit rate in bits per second when unknown.
    static let unknownBitsPerSecond = 5_000_000
}
