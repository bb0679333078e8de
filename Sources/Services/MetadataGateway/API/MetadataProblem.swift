public import HearthModel
public import RPC

/// The detail of this service's errors. Codes stay, texts may change.
public struct MetadataProblem: RPCDetail {
    public static let typeName = "hearth.metadata.Problem"

    /// The reason.
    public var code: Code

    /// Creates a problem with its reason.
    public init(_ code: Code) { self.code = code }

    /// The reasons.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// FAILED_PRECONDITION: no API key is set for the source.
        public static let noKey = Code(rawValue: "noKey")
        /// FAILED_PRECONDITION: the source rejects the key.
        public static let keyRefused = Code(rawValue: "keyRefused")
        /// NOT_FOUND: the source has no such title.
        public static let unknownTitle = Code(rawValue: "unknownTitle")
        /// UNAVAILABLE: the source's response cannot be decoded.
        public static let unreadable = Code(rawValue: "unreadable")
        /// UNAVAILABLE: the source cannot be reached, and no response is cached.
        public static let sourceDown = Code(rawValue: "sourceDown")
        /// RESOURCE_EXHAUSTED: the source's rate limit is exceeded.
        public static let crowded = Code(rawValue: "crowded")
        /// PERMISSION_DENIED: TMDB's own responses have no rating, and the caller may see rated titles only.
        public static let notForViewer = Code(rawValue: "notForViewer")
    }
}
