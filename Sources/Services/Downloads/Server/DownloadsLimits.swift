internal import HTTPFetch
internal import RPC

/// Every limit of this service, with its unit last.
enum DownloadsLimits {
    /// Concurrent fetches in a household.
    static let running = 3
    /// Downloads of one profile.
    static let downloadsPerProfile = 2_000
    /// Bytes of an id.
    static let idBytes = 40
    /// Bytes of a variant's id.
    static let variantBytes = 100
    /// A profile's quota until it sets `maxDownloadStorageGB` or the operator `download-quota-mb`.
    static let quotaBytes: Int64 = 10_000_000_000
    /// The default of free space that downloads leave on the disk.
    static let floorBytes: Int64 = 1_000_000_000
    /// Bytes of a file that are fetched twice after a kill, at most.
    static let refetchedBytes = 4 << 20
    /// Bytes written between two syncs of a file. On a busy machine as much as a fetcher buffers is being written when the sync
    /// is due, and as much is received until it is done: all of it is lost by a kill.
    static let syncBytes = refetchedBytes - 2 * FetchConfiguration().bufferBytes
    /// Bytes by which a used-up reservation grows.
    static let growthBytes: Int64 = 16 << 20
    /// Bytes of one segment.
    static let segmentBytes = 1 << 30
    /// Bytes of one file.
    static let fileBytes = 1 << 40
    /// Bytes of a key; a longer response is a web page.
    static let keyBytes = 16
    /// Bytes of a key as its server may send it, compressed.
    static let encodedKeyBytes = 1 << 10
    /// Bytes read to detect the kind of media.
    static let sniffedBytes = 1 << 10
    /// Attempts without progress.
    static let tries = 8
    /// The first backoff.
    static let shortestPause = Duration.milliseconds(500)
    /// The longest backoff that the server does not request.
    static let longestPause = Duration.seconds(60)
    /// The timeout of a probe, a playlist and a key.
    static let probeTimeout = Duration.seconds(30)
    /// The timeout of a file or a segment.
    static let mediaTime = Duration.seconds(24 * 3_600)
    /// The timeout of a server that sends nothing.
    static let idleTimeout = Duration.seconds(20)
    /// How long a completed download is kept, in days, until the profile sets `downloadExpirationDays`.
    static let lifetimeDays: Int64 = 30
    /// The same as a duration.
    static let lifetime = Duration.seconds(lifetimeDays * 24 * 3_600)
    /// How often downloads are checked for expiry.
    static let expiryInterval = Duration.seconds(3_600)
    /// The interval of progress items to followers.
    static let progressInterval = Duration.milliseconds(250)
    /// Bytes of a file in one stream item.
    static let pieceBytes = 64 << 10
    /// The assumed duration of a title when unknown, in minutes.
    static let unknownMinutes: Int32 = 90
    /// The assumed bit rate in bits per second when unknown.
    static let unknownBitsPerSecond = 5_000_000
    /// Bytes of a gigabyte of `maxDownloadStorageGB`.
    static let bytesOfGigabyte: Int64 = 1_000_000_000
    /// Milliseconds of a day.
    static let dayMilliseconds: Int64 = 86_400_000
    /// Titles that can be noted as watched at once.
    static let watchedTitles = 500
}
