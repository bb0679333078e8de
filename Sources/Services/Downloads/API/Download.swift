public import Foundation
public import HearthModel

/// A title that a profile downloads to watch offline.
public struct Download: Codable, Sendable, Hashable {
    /// The download's id.
    public var id: String
    /// The movie or episode.
    public var content: ContentID
    /// The title's card.
    public var card: Card
    /// The id of the catalog link that it is fetched from.
    public var variant: String
    /// The requested quality.
    public var quality: DownloadQuality
    /// The download's status.
    public var status: DownloadStatus
    /// Bytes on the disk.
    public var bytes: Int64
    /// The total size in bytes; an estimate until it is completed, absent when unknown.
    public var totalBytes: Int64?
    /// The fraction downloaded, 0 to 1; absent when unknown.
    public var progress: Double?
    /// The transfer rate in bytes per second; absent unless it is being fetched.
    public var bytesPerSecond: Int64?
    /// Estimated seconds until completion at that rate.
    public var secondsLeft: Int64?
    /// Its position in the profile's queue, from 0; absent unless it is pending or being fetched.
    public var position: Int32?
    /// The path of the file for a player on the service's machine; absent until it is completed, and in
    /// lists for a profile with limits: ``Downloads/Locate`` checks these.
    public var path: String?
    /// When the profile requested it.
    public var started: Date
    /// When it was completed.
    public var finished: Date?
    /// When it expires for this profile: as many days after it was completed and requested as the profile's setting
    /// `downloadExpirationDays` says, 30 at first. Other profiles keep theirs.
    public var expires: Date?
    /// Whether it has expired.
    public var isExpired: Bool
    /// Whether all its files are on the disk, checked for this response.
    public var isAvailableOffline: Bool
    /// Why it failed; absent unless it did.
    public var trouble: DownloadTrouble?
    /// The number of segments that the stream's own playlist marks as missing; absent when none is.
    public var missingSegments: Int32?
    /// Their duration in seconds.
    public var missingSeconds: Double?

    /// Makes a download; unknown values stay absent.
    public init(
        id: String, content: ContentID, card: Card, variant: String, quality: DownloadQuality, status: DownloadStatus,
        bytes: Int64, started: Date, isExpired: Bool = false, isAvailableOffline: Bool = false
    ) {
        self.id = id
        self.content = content
        self.card = card
        self.variant = variant
        self.quality = quality
        self.status = status
        self.bytes = bytes
        self.started = started
        self.isExpired = isExpired
        self.isAvailableOffline = isAvailableOffline
    }
}

/// The status of a download.
public struct DownloadStatus: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pending in the queue.
    public static let queued = DownloadStatus(rawValue: "queued")
    /// Being fetched.
    public static let downloading = DownloadStatus(rawValue: "downloading")
    /// Paused by its profile.
    public static let paused = DownloadStatus(rawValue: "paused")
    /// Completed: all files are on the disk.
    public static let completed = DownloadStatus(rawValue: "completed")
    /// Failed, or its files are missing: ``Download/trouble`` says why. A retry resumes it.
    public static let failed = DownloadStatus(rawValue: "failed")
}

/// The quality to fetch.
public struct DownloadQuality: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// At most 2 Mbit/s.
    public static let low = DownloadQuality(rawValue: "low")
    /// At most 5 Mbit/s.
    public static let medium = DownloadQuality(rawValue: "medium")
    /// At most 10 Mbit/s.
    public static let high = DownloadQuality(rawValue: "high")
    /// The best available.
    public static let best = DownloadQuality(rawValue: "auto")

    /// The qualities that a request may name.
    public static let all: [DownloadQuality] = [.low, .medium, .high, .best]
}

/// Why a download failed.
public struct DownloadTrouble: Codable, Sendable, Hashable {
    /// The rule or failure.
    public var code: DownloadsProblem.Code
    /// What happened and what to do, for display.
    public var message: String
    /// Whether a retry may succeed without any other change.
    public var canRetry: Bool

    /// Makes a failure.
    public init(code: DownloadsProblem.Code, message: String, canRetry: Bool) {
        self.code = code
        self.message = message
        self.canRetry = canRetry
    }
}
