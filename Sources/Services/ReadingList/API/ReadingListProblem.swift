public import HearthModel
public import RPC

/// The detail of this service's errors: the violated rule. Codes are stable, texts may change.
public struct ReadingListProblem: RPCDetail {
    public static let typeName = "hearth.readinglist.Problem"

    /// The rule.
    public var code: Code

    /// Names a rule.
    public init(_ code: Code) { self.code = code }

    /// The rules of this service.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// INVALID_ARGUMENT: that is not the address of a web page.
        public static let notAWebAddress = Code(rawValue: "notAWebAddress")
        /// NOT_FOUND: the caller's list has no such link.
        public static let unknownLink = Code(rawValue: "unknownLink")
        /// NOT_FOUND: there is no such deletion, or it is more than seven days old.
        public static let unknownDeletion = Code(rawValue: "unknownDeletion")
        /// NOT_FOUND: there is no rule for that site.
        public static let unknownRule = Code(rawValue: "unknownRule")
        /// NOT_FOUND: there is no such import.
        public static let unknownImport = Code(rawValue: "unknownImport")
        /// PERMISSION_DENIED: the caller acts as no profile.
        public static let noProfile = Code(rawValue: "noProfile")
        /// UNAUTHENTICATED: the token's profile has been deleted.
        public static let profileGone = Code(rawValue: "profileGone")
        /// RESOURCE_EXHAUSTED: the list's limit of links is reached.
        public static let linkLimitReached = Code(rawValue: "linkLimitReached")
        /// RESOURCE_EXHAUSTED: the profile's limit of site rules is reached.
        public static let ruleLimitReached = Code(rawValue: "ruleLimitReached")
        /// RESOURCE_EXHAUSTED: too many imports wait already.
        public static let importsBusy = Code(rawValue: "importsBusy")
    }
}
