public import Foundation
public import Household

/// Something that a profile keeps for watching without the network, or is about to.
public struct Download: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// The movie or episode.
    public var content: ContentID
    /// The title in short.
    public var card: Card
    /// The link that it is fetched from, by its id in the catalog.
    public var variant: String
    /// The quality that was asked for.
    public var quality: DownloadQuality
    /// How it stands.
    public var status: DownloadStatus
    /// Bytes on the disk.
    public var bytes: Int64
    /// Bytes that it will have; an estimate until it is completed, absent when nothing is known.
    public var totalBytes: Int64?
    /// The fraction downloaded, 0 to 1; absent when unknown.
    public var progress: Double?
    /// Bytes that come in a second; absent unless it is being fetched.
    public var bytesPerSecond: Int64?
    /// Seconds until it is there, at that speed.
    public var secondsLeft: Int64?
    /// Its place among those of the profile that wait or are fetched, from 0; absent for all others.
    public var position: Int32?
    /// The file that a player on the service's machine opens; absent until it is completed.
    public var path: String?
    /// When the profile asked for it.
    public var started: Date
    /// When it was completed.
    public var finished: Date?
    /// When the profile lets it go: 30 days after it was completed and asked for. Others who have it keep theirs.
    public var expires: Date?
    /// Whether that time has passed.
    public var isExpired: Bool
    /// Whether all of it is really on the disk, which was looked at for this answer.
    public var isAvailableOffline: Bool
    /// Why it has failed; absent unless it has.
    public var trouble: DownloadTrouble?
    /// Segments that the stream's own playlist says are missing; absent when none is.
    public var missingSegments: Int32?
    /// How long those last, in seconds.
    public var missingSeconds: Double?

    /// Describes a download; what is not known stays absent.
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

/// How a download stands.
public struct DownloadStatus: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for its turn.
    public static let queued = DownloadStatus(rawValue: "queued")
    /// It is being fetched.
    public static let downloading = DownloadStatus(rawValue: "downloading")
    /// Its profile has stopped it for a while.
    public static let paused = DownloadStatus(rawValue: "paused")
    /// It is there.
    public static let completed = DownloadStatus(rawValue: "completed")
    /// It could not be fetched, or is not there any more: ``Download/trouble`` says why. A retry goes on where it was.
    public static let failed = DownloadStatus(rawValue: "failed")
}

/// Which of several qualities of one thing is fetched.
public struct DownloadQuality: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// At most 2 Mbit in a second.
    public static let low = DownloadQuality(rawValue: "low")
    /// At most 5 Mbit in a second.
    public static let medium = DownloadQuality(rawValue: "medium")
    /// At most 10 Mbit in a second.
    public static let high = DownloadQuality(rawValue: "high")
    /// The best that there is.
    public static let best = DownloadQuality(rawValue: "auto")

    /// Those that can be asked for.
    public static let all: [DownloadQuality] = [.low, .medium, .high, .best]
}

/// Why a download has failed.
public struct DownloadTrouble: Codable, Sendable, Hashable {
    /// The rule or circumstance.
    public var code: DownloadsProblem.Code
    /// What happened and what to do, for people.
    public var message: String
    /// Whether the same may succeed when it is tried again as things are.
    public var canRetry: Bool

    /// Describes why.
    public init(code: DownloadsProblem.Code, message: String, canRetry: Bool) {
        self.code = code
        self.message = message
        self.canRetry = canRetry
    }
}
