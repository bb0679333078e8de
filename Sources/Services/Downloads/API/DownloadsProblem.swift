public import HearthModel
public import RPC

/// The detail of this service's errors: the violated rule. Codes are stable, texts may change.
public struct DownloadsProblem: RPCDetail {
    public static let typeName = "hearth.downloads.Problem"

    /// The rule.
    public var code: Code
    /// With ``Code/storageQuotaExceeded`` and ``Code/diskFull``: the limit and its use.
    public var storage: StorageNeed?

    /// Makes a problem.
    public init(_ code: Code, storage: StorageNeed? = nil) {
        self.code = code
        self.storage = storage
    }

    /// The rules of this service, and the failures of a download.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// NOT_FOUND: the caller has no such title.
        public static let unknownContent = Code(rawValue: "unknownContent")
        /// NOT_FOUND: the caller has no such download.
        public static let unknownDownload = Code(rawValue: "unknownDownload")
        /// NOT_FOUND: the download has no such file.
        public static let unknownFile = Code(rawValue: "unknownFile")
        /// PERMISSION_DENIED: the caller acts as no profile.
        public static let noProfile = Code(rawValue: "noProfile")
        /// UNAUTHENTICATED: the token's profile has been deleted.
        public static let profileGone = Code(rawValue: "profileGone")
        /// FAILED_PRECONDITION: a live stream has no end.
        public static let live = Code(rawValue: "live")
        /// FAILED_PRECONDITION: the stream is DRM-protected; only a licensed player can decrypt it.
        public static let protected = Code(rawValue: "protected")
        /// FAILED_PRECONDITION: the link's media cannot be downloaded.
        public static let notSupported = Code(rawValue: "notSupported")
        /// INVALID_ARGUMENT: the link is not an HTTP address.
        public static let invalidURL = Code(rawValue: "invalidURL")
        /// RESOURCE_EXHAUSTED: the profile's quota is exceeded.
        public static let storageQuotaExceeded = Code(rawValue: "storageQuotaExceeded")
        /// RESOURCE_EXHAUSTED: the disk is full.
        public static let diskFull = Code(rawValue: "diskFull")
        /// A write to the disk failed: it is read-only or defective.
        public static let diskFailed = Code(rawValue: "diskFailed")
        /// RESOURCE_EXHAUSTED: the profile has reached the limit of downloads.
        public static let tooManyDownloads = Code(rawValue: "tooManyDownloads")
        /// FAILED_PRECONDITION: the download's status does not allow the operation.
        public static let wrongState = Code(rawValue: "wrongState")
        /// The server or the network stayed unreachable for all attempts.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The server refuses the link (any more): the account has expired, or the file is gone.
        public static let refused = Code(rawValue: "refused")
        /// The media are damaged: truncated, encrypted with another key, not a playlist.
        public static let damaged = Code(rawValue: "damaged")
        /// Files are no longer on the disk.
        public static let filesMissing = Code(rawValue: "filesMissing")
        /// FAILED_PRECONDITION: the calling device has said that it downloads nothing.
        public static let deviceCannotDownload = Code(rawValue: "deviceCannotDownload")
    }
}

/// The space a download needs, and the limit.
public struct StorageNeed: Codable, Sendable, Hashable {
    /// Bytes on the disk or reserved.
    public var usedBytes: Int64
    /// The limit in bytes.
    public var limitBytes: Int64
    /// Bytes that the download needs.
    public var neededBytes: Int64
    /// The ids of the caller's completed downloads, the largest first, at most ``maximumDeletable``: candidates for
    /// deletion.
    public var deletable: [String]
    /// The configuration setting of the limit; absent where there is none.
    public var setting: String?
    /// With a series: the number of requested episodes not on the disk, which ``neededBytes`` covers.
    public var episodes: Int32?
    /// With a series: how many of those would fit, from the first on.
    public var fittingEpisodes: Int32?

    /// The maximum number of ids in ``deletable``.
    public static let maximumDeletable = 10

    /// Makes a need.
    public init(usedBytes: Int64, limitBytes: Int64, neededBytes: Int64, deletable: [String] = []) {
        self.usedBytes = usedBytes
        self.limitBytes = limitBytes
        self.neededBytes = neededBytes
        self.deletable = deletable
    }
}
