public import HearthModel
public import RPC

extension Catalog {
    /// Reports whether a link of a title played; a player calls it.
    ///
    /// A failed link sorts behind the title's other links that its sources still have for ``failureHours``, until it is
    /// reported to work or its address changes. NOT_FOUND for a title that does not exist or that the caller may not
    /// see.
    public struct ReportStream: Request {
        public typealias Response = StreamStanding
        public static let safety = CallSafety.idempotentByKey
        public static let access = CallAccess.caller.orServices(.downloads)

        /// The title.
        public var id: ContentID
        /// The link, by its id in ``Title/variants``.
        public var variant: String
        /// The outcome.
        public var outcome: StreamOutcome

        /// How long a failure counts, in hours.
        public static let failureHours = 6

        /// Makes the request.
        public init(id: ContentID, variant: String, outcome: StreamOutcome) {
            self.id = id
            self.variant = variant
            self.outcome = outcome
        }
    }
}

/// The outcome of playing a link.
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

    /// Makes the list.
    public init(variants: [Variant]) { self.variants = variants }
}
