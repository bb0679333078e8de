public import RPC

extension ReadingList {
    /// Says what a link is, when its signs are wrong; for this link, or as a rule for its site.
    public struct CorrectTypes: RPCRequest {
        public typealias Service = ReadingList
        public typealias Response = TypesCorrected
        public static let method = "CorrectTypes"
        public static let safety = CallSafety.idempotentByKey

        /// The link.
        public var id: String
        /// Video, audio, both, or article; absent: what rules and signs say.
        public var types: [ContentType]?
        /// Whether it holds for every link of the site, those to come among them. Links that the reader has corrected
        /// themselves stay.
        public var forSite: Bool?

        /// Asks for a correction.
        public init(id: String, types: [ContentType]? = nil, forSite: Bool? = nil) {
            self.id = id
            self.types = types
            self.forSite = forSite
        }
    }

    /// The caller's rules for sites.
    public struct ListSiteRules: RPCRequest {
        public typealias Service = ReadingList
        public typealias Response = SiteRuleList
        public static let method = "ListSiteRules"
        public static let safety = CallSafety.readOnly

        /// Asks for the rules.
        public init() {}
    }

    /// Takes a rule for a site away: its links are what their signs say again.
    public struct RemoveSiteRule: RPCRequest {
        public typealias Service = ReadingList
        public typealias Response = LinksChanged
        public static let method = "RemoveSiteRule"
        public static let safety = CallSafety.idempotentByKey

        /// The site's domain.
        public var domain: String

        /// Asks for a rule's end.
        public init(domain: String) { self.domain = domain }
    }
}

/// What became of a correction.
public struct TypesCorrected: Codable, Sendable, Hashable {
    /// The link as it is now.
    public var link: Link
    /// How many links are something else now, this one among them.
    public var changed: Int64

    /// Describes a correction.
    public init(link: Link, changed: Int64) {
        self.link = link
        self.changed = changed
    }
}

/// Rules for sites.
public struct SiteRuleList: Codable, Sendable, Hashable {
    /// The rules, by domain.
    public var rules: [SiteRule]

    /// ReadingListStore rules.
    public init(rules: [SiteRule]) { self.rules = rules }
}

/// What the links of a site are.
public struct SiteRule: Codable, Sendable, Hashable {
    /// The site's domain.
    public var domain: String
    /// What its links are.
    public var types: [ContentType]

    /// Describes a rule.
    public init(domain: String, types: [ContentType]) {
        self.domain = domain
        self.types = types
    }
}
