public import Household
public import RPC

extension Catalog {
    /// Says how a link of a title went, for whoever plays one.
    ///
    /// A link that has failed stands behind the others that its sources still have for ``failureHours``, until it is said to work,
    /// or until its address is another one. NOT_FOUND for what is not there, or not for the caller.
    public struct ReportStream: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = StreamStanding
        public static let method = "ReportStream"
        public static let safety = CallSafety.idempotentByKey
        public static let access = CallAccess.caller.orServices("downloads")

        /// The title.
        public var id: ContentID
        /// The link, by its id in ``Title/variants``.
        public var variant: String
        /// How it went.
        public var outcome: StreamOutcome

        /// For how long a failure counts.
        public static let failureHours = 6

        /// Tells of a link.
        public init(id: ContentID, variant: String, outcome: StreamOutcome) {
            self.id = id
            self.variant = variant
            self.outcome = outcome
        }
    }
}

/// How a link went.
public struct StreamOutcome: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It could not be opened, or broke off.
    public static let failed = StreamOutcome(rawValue: "failed")
    /// It plays.
    public static let worked = StreamOutcome(rawValue: "worked")
}

/// The links of a title after a report.
public struct StreamStanding: Codable, Sendable, Hashable {
    /// The links, the best first.
    public var variants: [Variant]

    /// Lists links.
    public init(variants: [Variant]) { self.variants = variants }
}
