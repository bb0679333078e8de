public import Household
public import RPC

extension Catalog {
    /// The sentences of a title's overview that say most of it, in their order.
    public struct Summarize: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = Summary
        public static let method = "Summarize"
        public static let safety = CallSafety.readOnly

        /// The title.
        public var id: ContentID
        /// How many sentences, 1 to ``maximumSentences``; absent: ``defaultSentences``.
        public var sentences: Int32?

        /// The most sentences that can be asked for.
        public static let maximumSentences: Int32 = 5
        /// The number of sentences when the request gives none.
        public static let defaultSentences: Int32 = 2

        /// Asks for a summary.
        public init(id: ContentID, sentences: Int32? = nil) {
            self.id = id
            self.sentences = sentences
        }
    }
}

/// What a title is about, in short. Nothing in it is made up: it is out of the overview.
public struct Summary: Codable, Sendable, Hashable {
    /// The sentences; absent when the title has no overview.
    public var text: String?
    /// The same in at most ``shortCharacters`` characters, cut between words where it must be.
    public var short: String?
    /// Whether ``text`` is the whole overview.
    public var isWhole: Bool

    /// The most characters of ``short``.
    public static let shortCharacters = 150

    /// Makes a summary.
    public init(text: String?, short: String?, isWhole: Bool) {
        self.text = text
        self.short = short
        self.isWhole = isWhole
    }
}
