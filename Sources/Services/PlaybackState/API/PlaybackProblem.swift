public import HearthModel
public import RPC

/// The detail of this service's errors: the violated rule. Codes are stable, texts may change.
public struct PlaybackProblem: RPCDetail {
    public static let typeName = "hearth.playback.Problem"

    /// The rule.
    public var code: Code
    /// How many entries the queue can have, for ``Code/queueFull``.
    public var maxQueueSize: Int32?

    /// Names a rule.
    public init(_ code: Code, maxQueueSize: Int32? = nil) {
        self.code = code
        self.maxQueueSize = maxQueueSize
    }

    /// The rules of this service.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// NOT_FOUND: the library has no such title, or not for this profile.
        public static let unknownContent = Code(rawValue: "unknownContent")
        /// NOT_FOUND: the title has no such link.
        public static let unknownVariant = Code(rawValue: "unknownVariant")
        /// NOT_FOUND: there is no such session, or it is another profile's.
        public static let unknownSession = Code(rawValue: "unknownSession")
        /// NOT_FOUND: the household has no such profile.
        public static let unknownProfile = Code(rawValue: "unknownProfile")
        /// INVALID_ARGUMENT: that cannot be done with a title of this kind.
        public static let unsupportedType = Code(rawValue: "unsupportedType")
        /// INVALID_ARGUMENT: a report's values are no numbers, or its state is unknown.
        public static let badReport = Code(rawValue: "badReport")
        /// ALREADY_EXISTS: the title is in the queue.
        public static let alreadyQueued = Code(rawValue: "alreadyQueued")
        /// RESOURCE_EXHAUSTED: the queue is full, see ``PlaybackProblem/maxQueueSize``.
        public static let queueFull = Code(rawValue: "queueFull")
        /// NOT_FOUND: the title is not in the queue.
        public static let notQueued = Code(rawValue: "notQueued")
        /// PERMISSION_DENIED: the caller acts as no profile.
        public static let noProfile = Code(rawValue: "noProfile")
        /// UNAUTHENTICATED: the token's own profile has been deleted.
        public static let profileGone = Code(rawValue: "profileGone")
        /// PERMISSION_DENIED: kids profiles watch for themselves.
        public static let notYours = Code(rawValue: "notYours")
        /// FAILED_PRECONDITION: a parental limit is reached; ``LimitReached`` names it.
        public static let limitReached = Code(rawValue: "limitReached")
        /// NOT_FOUND: the series has no episodes, or none of this season, for this profile.
        public static let noEpisodes = Code(rawValue: "noEpisodes")
        /// RESOURCE_EXHAUSTED: more than the limit that the text names.
        public static let tooMany = Code(rawValue: "tooMany")
        /// FAILED_PRECONDITION: all streams that the source's account opens at once are in use; ``NoFreeSlot`` names the
        /// sessions.
        public static let noFreeSlot = Code(rawValue: "noFreeSlot")
        /// Of a report: the session was ended, because its connection slot was given to another one. Its position counts;
        /// the player is to stop.
        public static let slotLost = Code(rawValue: "slotLost")
        /// RESOURCE_EXHAUSTED: so many titles of the profile are never suggested already.
        public static let tooManyNeverSuggested = Code(rawValue: "tooManyNeverSuggested")
        /// FAILED_PRECONDITION: the profile has no limits, and needs no minutes.
        public static let noLimits = Code(rawValue: "noLimits")
        /// RESOURCE_EXHAUSTED: the profile was granted minutes so often today already.
        public static let tooManyGrants = Code(rawValue: "tooManyGrants")
        /// NOT_FOUND: nothing plays after the session's title.
        public static let nothingNext = Code(rawValue: "nothingNext")
        /// FAILED_PRECONDITION: every link of the title has failed in the session.
        public static let noVariantLeft = Code(rawValue: "noVariantLeft")
        /// NOT_FOUND: the channel does not offer this programme as catch-up.
        public static let noCatchup = Code(rawValue: "noCatchup")
    }
}
