public import Household
public import RPC

/// The detail of this service's errors: which of its rules was in the way. Codes stay, texts may change.
public struct DownloadsProblem: RPCDetail {
    public static let typeName = "hearth.downloads.Problem"

    /// The rule.
    public var code: Code
    /// With ``Code/storageQuotaExceeded`` and ``Code/diskFull``: what there is room for, and what is taken.
    public var storage: StorageNeed?

    /// Names a rule.
    public init(_ code: Code, storage: StorageNeed? = nil) {
        self.code = code
        self.storage = storage
    }

    /// The rules of this service, and what gets in the way of a download.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// NOT_FOUND: there is no such title for the caller.
        public static let unknownContent = Code(rawValue: "unknownContent")
        /// NOT_FOUND: the caller has no such download.
        public static let unknownDownload = Code(rawValue: "unknownDownload")
        /// NOT_FOUND: the download has no such file.
        public static let unknownFile = Code(rawValue: "unknownFile")
        /// PERMISSION_DENIED: the caller acts as no profile.
        public static let noProfile = Code(rawValue: "noProfile")
        /// UNAUTHENTICATED: the token's profile has been deleted.
        public static let profileGone = Code(rawValue: "profileGone")
        /// FAILED_PRECONDITION: a live stream has no end that could be waited for.
        public static let live = Code(rawValue: "live")
        /// FAILED_PRECONDITION: only a licensed player can undo its protection.
        public static let protected = Code(rawValue: "protected")
        /// FAILED_PRECONDITION: the link leads to nothing that can be kept.
        public static let notSupported = Code(rawValue: "notSupported")
        /// INVALID_ARGUMENT: the link is no address on the web.
        public static let invalidURL = Code(rawValue: "invalidURL")
        /// RESOURCE_EXHAUSTED: the profile's downloads would take more room than it has.
        public static let storageQuotaExceeded = Code(rawValue: "storageQuotaExceeded")
        /// RESOURCE_EXHAUSTED: the disk has no room for it.
        public static let diskFull = Code(rawValue: "diskFull")
        /// The disk did not take it: it is read-only, or it fails.
        public static let diskFailed = Code(rawValue: "diskFailed")
        /// RESOURCE_EXHAUSTED: the profile has as many downloads as it can have.
        public static let tooManyDownloads = Code(rawValue: "tooManyDownloads")
        /// FAILED_PRECONDITION: it is not in a state for that.
        public static let wrongState = Code(rawValue: "wrongState")
        /// The server or the network could not be reached often enough.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The server does not give it (any more): the account has ended, or the link is gone.
        public static let refused = Code(rawValue: "refused")
        /// What came is not what was announced: cut, encrypted with another key, not a playlist.
        public static let damaged = Code(rawValue: "damaged")
        /// Files of it are not on the disk any more.
        public static let filesMissing = Code(rawValue: "filesMissing")
    }
}

/// What a download would need, and what there is.
public struct StorageNeed: Codable, Sendable, Hashable {
    /// Bytes that are there or reserved.
    public var usedBytes: Int64
    /// Bytes that there may be.
    public var limitBytes: Int64
    /// Bytes that it needs.
    public var neededBytes: Int64
    /// The caller's completed downloads by their ids, the largest first, at most ``maximumDeletable``: what could go.
    public var deletable: [String]
    /// The setting that limits it, by its name in the configuration; absent where none does.
    public var setting: String?
    /// With a series: how many episodes were asked for that are not there, which ``neededBytes`` are for.
    public var episodes: Int32?
    /// With a series: how many of those would fit, from the first on.
    public var fittingEpisodes: Int32?

    /// The most downloads that are named.
    public static let maximumDeletable = 10

    /// Describes a need.
    public init(usedBytes: Int64, limitBytes: Int64, neededBytes: Int64, deletable: [String] = []) {
        self.usedBytes = usedBytes
        self.limitBytes = limitBytes
        self.neededBytes = neededBytes
        self.deletable = deletable
    }
}
