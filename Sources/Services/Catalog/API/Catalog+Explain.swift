public import Household
public import RPC

extension Catalog {
    /// Why a title is what it is: what it was taken for, which links were grouped and why, why it is rated and marked as it is,
    /// from whom that hides it, how it got its guide and TMDB's title, where its intro is from, why it is about to be left out,
    /// and what people have put right.
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
    /// What was decided: `id`, `kind`, `grouped`, `rating`, `adult`, `guide`, `metadata`, `intro`, `correction`, `hidden`,
    /// `left out`.
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
