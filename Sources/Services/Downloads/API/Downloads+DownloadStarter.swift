public import Household
public import RPC

// All by key: a retried call must not undo a later request.

extension Downloads {
    /// Starts a download; of a series one for each episode, or for those of one season.
    ///
    /// DownloadStarter what the profile has already, or is fetching, answers with that one; what has expired is fetched again. Room for it is reserved before the
    /// answer, so that what was started together fits together. A link to a live stream or to something that only a
    /// licensed player can play is refused by name.
    public struct Start: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = DownloadsStarted
        public static let method = "Start"
        public static let safety = CallSafety.idempotentByKey
        // The link is looked at first, which takes what its server takes.
        public static let timeout = Duration.seconds(30)

        /// A movie, an episode or a series.
        public var content: ContentID
        /// The link, by its id; absent: the best one at or under the quality. Not with a series.
        public var variant: String?
        /// The quality; absent: ``DownloadQuality/medium``.
        public var quality: DownloadQuality?
        /// One season of a series; absent: all of them.
        public var season: Int32?

        /// Asks for a download.
        public init(
            content: ContentID, variant: String? = nil, quality: DownloadQuality? = nil, season: Int32? = nil
        ) {
            self.content = content
            self.variant = variant
            self.quality = quality
            self.season = season
        }
    }

    /// Stops a download for a while; what has come stays. One that is paused stays so.
    public struct Pause: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = Download
        public static let method = "Pause"
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String

        /// Asks for a pause.
        public init(download: String) { self.download = download }
    }

    /// Goes on with a download that was paused.
    public struct Resume: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = Download
        public static let method = "Resume"
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String

        /// Asks to go on.
        public init(download: String) { self.download = download }
    }

    /// Lets a download go that is not completed. One that is not there (any more) is let go already.
    public struct Cancel: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = Empty
        public static let method = "Cancel"
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String

        /// Asks to let it go.
        public init(download: String) { self.download = download }
    }

    /// Lets a download go, however it stands; its files go with the last profile that has it.
    public struct Delete: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = Empty
        public static let method = "Delete"
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String

        /// Asks to let it go.
        public init(download: String) { self.download = download }
    }

    /// Tries a download again that has failed: it goes on with what is on the disk. Others stay as they are.
    public struct Retry: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = Download
        public static let method = "Retry"
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String

        /// Asks for another try.
        public init(download: String) { self.download = download }
    }

    /// Gives a download another place among those of the profile that are not completed.
    public struct Move: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = Download
        public static let method = "Move"
        public static let safety = CallSafety.idempotentByKey

        /// The download.
        public var download: String
        /// Its new place, from 0; what lies behind the end is the end.
        public var position: Int32

        /// Asks for another place.
        public init(download: String, position: Int32) {
            self.download = download
            self.position = position
        }
    }
}

/// What was started.
public struct DownloadsStarted: Codable, Sendable, Hashable {
    /// The downloads: one, or one for each episode.
    public var downloads: [StartedDownload]

    /// Lists downloads.
    public init(downloads: [StartedDownload]) { self.downloads = downloads }
}

/// A download that was started, or was there.
public struct StartedDownload: Codable, Sendable, Hashable {
    /// The download.
    public var download: Download
    /// Whether the profile had it already.
    public var existing: Bool

    /// Names a download.
    public init(download: Download, existing: Bool) {
        self.download = download
        self.existing = existing
    }
}
