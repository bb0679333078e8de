public import Household
public import RPC

extension Catalog {
    /// Why a title is what it is: what its id was made from, which links were grouped, why it is rated and marked as it is,
    /// and how it got its guide.
    public struct Explain: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = Explanation
        public static let method = "Explain"
        public static let safety = CallSafety.readOnly

        /// The title.
        public var id: ContentID

        /// Asks why.
        public init(id: ContentID) { self.id = id }
    }
}

/// Why a title is what it is.
public struct Explanation: Codable, Sendable, Hashable {
    /// The title.
    public var id: ContentID
    /// The decisions, in the order in which they were made.
    public var decisions: [Decision]

    /// Explains a title.
    public init(id: ContentID, decisions: [Decision]) {
        self.id = id
        self.decisions = decisions
    }
}

/// One decision and its reason.
public struct Decision: Codable, Sendable, Hashable {
    /// What was decided: `kind`, `grouped`, `rating`, `adult`, `guide`, `metadata`.
    public var about: String
    /// What came of it.
    public var result: String
    /// Why.
    public var reason: String

    /// A decision.
    public init(about: String, result: String, reason: String) {
        self.about = about
        self.result = result
        self.reason = reason
    }
}
