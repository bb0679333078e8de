public import RPC

extension ReadingList {
    /// Corrects a link's types when its signals are wrong; for this link, or as a rule for its site.
    public struct CorrectTypes: Request {
        public typealias Response = TypesCorrected
        public static let safety = CallSafety.idempotentByKey

        /// The link.
        public var id: String
        /// Video, audio, both, or article; absent: by rules and signals.
        public var types: [ContentType]?
        /// Whether it applies to every link of the site, including future ones. Corrected links stay.
        public var forSite: Bool?

        /// Creates the request.
        public init(id: String, types: [ContentType]? = nil, forSite: Bool? = nil) {
            self.id = id
            self.types = types
            self.forSite = forSite
        }
    }

    /// The caller's rules for sites.
    public struct ListSiteRules: Request {
        public typealias Response = SiteRuleList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// Removes a site's rule: its links are classified by their signals again.
    public struct RemoveSiteRule: Request {
        public typealias Response = LinksChanged
        public static let safety = CallSafety.idempotentByKey

        /// The site's domain.
        public var domain: String

        /// Creates the request.
        public init(domain: String) { self.domain = domain }
    }
}

/// The result of a correction.
public struct TypesCorrected: Codable, Sendable, Hashable {
    /// The link after the change.
    public var link: Link
    /// How many links have changed, including this one.
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

    /// Lists rules.
    public init(rules: [SiteRule]) { self.rules = rules }
}

/// A rule for the types of a site's links.
public struct SiteRule: Codable, Sendable, Hashable {
    /// The site's domain.
    public var domain: String
    /// The types of its links.
    public var types: [ContentType]

    /// Describes a rule.
    public init(domain: String, types: [ContentType]) {
        self.domain = domain
        self.types = types
    }
}
