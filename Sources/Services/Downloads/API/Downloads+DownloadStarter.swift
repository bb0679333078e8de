public import Foundation
public import HearthModel
public import RPC

// All by key: a retried call must not undo a later request.

extension Downloads {
    /// Starts a download; for a series, one for each episode or for those of one season.
    ///
    /// A title that the profile has already or is fetching returns the existing download; an expired one is fetched
    /// again. Space is reserved before the response, so that downloads started together fit together. A link to a live
    /// stream or to DRM-protected media is rejected with its own code.
    public struct Start: Request {
        public typealias Response = DownloadsStarted
        public static let safety = CallSafety.idempotentByKey
        public static let access = CallAccess.caller.needing(.downloads)
        // The link is probed first, which takes as long as its server does.
        public static let timeout = Duration.seconds(30)

        /// The movie, episode or series.
        public var content: ContentID
        /// The link's id; absent: the best link at or under the quality. Not with a series.
        public var variant: String?
        /// The quality; absent: that of the profile's setting `downloadQuality`, ``DownloadQuality/medium`` at first.
        public var quality: DownloadQuality?
        /// One season of a series; absent: all of them.
        public var season: Int32?

        /// Makes the request.
        public init(
            content: ContentID, variant: String? = nil, quality: DownloadQuality? = nil, season: Int32? = nil
        ) {
            self.content = content
            self.variant = variant
            self.quality = quality
            self.season = season
        }
    }

    /// Pauses a download; fetched data is kept. A paused download stays paused.
    public struct Pause: Request {
        public typealias Response = Download
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String

        /// Makes the request.
        public init(download: String) { self.download = download }
    }

    /// Resumes a paused download.
    public struct Resume: Request {
        public typealias Response = Download
        public static let safety = CallSafety.idempotentByKey
        public static let access = CallAccess.caller.needing(.downloads)

        /// The download.
        public var download: String

        /// Makes the request.
        public init(download: String) { self.download = download }
    }

    /// Cancels a download that is not completed. Cancelling one that does not exist (any more) succeeds.
    public struct Cancel: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String

        /// Makes the request.
        public init(download: String) { self.download = download }
    }

    /// Deletes a download in any status; its files are deleted with the last profile that has it.
    public struct Delete: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String

        /// Makes the request.
        public init(download: String) { self.download = download }
    }

    /// Retries a failed download, which resumes from the data on the disk. Others stay as they are.
    public struct Retry: Request {
        public typealias Response = Download
        public static let safety = CallSafety.idempotentByKey
        public static let access = CallAccess.caller.needing(.downloads)

        /// The download.
        public var download: String

        /// Makes the request.
        public init(download: String) { self.download = download }
    }

    /// Moves a download in the profile's queue of unfinished ones.
    public struct Move: Request {
        public typealias Response = Download
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String
        /// Its new position, from 0; a position past the end is the end.
        public var position: Int32

        /// Makes the request.
        public init(download: String, position: Int32) {
            self.download = download
            self.position = position
        }
    }
}

extension Downloads {
    /// Notes that a profile has watched titles: where its setting `autoDeleteWatchedDownloads` is on, their downloads
    /// that it requested before are deleted.
    public struct NoteWatched: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(CallAccess.operatorRole).orServices(.playbackState)

        /// The profile's id.
        public var profile: String
        /// The titles, 1 to 500.
        public var contents: [ContentID]
        /// When it had watched them: a download that was requested later is kept.
        public var watched: Date

        /// Makes the request.
        public init(profile: String, contents: [ContentID], watched: Date) {
            (self.profile, self.contents, self.watched) = (profile, contents, watched)
        }
    }
}

/// The started downloads.
public struct DownloadsStarted: Codable, Sendable, Hashable {
    /// The downloads: one, or one for each episode.
    public var downloads: [StartedDownload]

    /// Makes the list.
    public init(downloads: [StartedDownload]) { self.downloads = downloads }
}

/// A download that was started or already existed.
public struct StartedDownload: Codable, Sendable, Hashable {
    /// The download.
    public var download: Download
    /// Whether it already existed.
    public var existing: Bool

    /// Makes the result.
    public init(download: Download, existing: Bool) {
        self.download = download
        self.existing = existing
    }
}
