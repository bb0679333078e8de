public import Household
public import RPC

extension Catalog {
    /// Explains the data of a title: its classification, which links were grouped and why, its rating and marks, which
    /// audiences it is hidden from, its guide and TMDB match, the source of its intro times, why it is about to be
    /// removed, and its corrections.
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
