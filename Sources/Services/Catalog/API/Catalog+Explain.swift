public import HearthModel
public import RPC

extension Catalog {
    /// Explains the data of a title: its classification, which links were grouped and why, its rating and marks, which
    /// audiences it is hidden from, its guide and TMDB match, the source of its intro times, why it is about to be
    /// removed, and its corrections.
    public struct Explain: Request {
        public typealias Response = Explanation
        public static let safety = CallSafety.readOnly

        /// The title.
        public var id: ContentID

        /// Makes the request.
        public init(id: ContentID) { self.id = id }
    }
}

/// The explanation of a title.
public struct Explanation: Codable, Sendable, Hashable {
    /// The title.
    public var id: ContentID
    /// The decisions, in order.
    public var decisions: [Decision]

    /// Makes an explanation.
    public init(id: ContentID, decisions: [Decision]) {
        self.id = id
        self.decisions = decisions
    }
}

/// One decision and its reason.
public struct Decision: Codable, Sendable, Hashable {
    /// The subject: `id`, `kind`, `grouped`, `rating`, `adult`, `guide`, `metadata`, `intro`, `correction`, `hidden`,
    /// `left out`.
    public var about: String
    /// The result.
    public var result: String
    /// The reason.
    public var reason: String

    /// Makes a decision.
    public init(about: String, result: String, reason: String) {
        self.about = about
        self.result = result
        self.reason = reason
    }
}
