public import HearthModel
public import RPC

extension Catalog {
    /// Summarizes a title: the most significant sentences of its overview, in their order.
    public struct Summarize: Request {
        public typealias Response = Summary
        public static let safety = CallSafety.readOnly

        /// The title.
        public var id: ContentID
        /// The number of sentences, 1 to ``maximumSentences``; absent: ``defaultSentences``.
        public var sentences: Int32?

        /// The maximum number of sentences.
        public static let maximumSentences: Int32 = 5
        /// The number of sentences when the request gives none.
        public static let defaultSentences: Int32 = 2

        /// Makes the request.
        public init(id: ContentID, sentences: Int32? = nil) {
            self.id = id
            self.sentences = sentences
        }
    }
}

/// The summary of a title, extracted from the overview; nothing is generated.
public struct Summary: Codable, Sendable, Hashable {
    /// The sentences; absent when the title has no overview.
    public var text: String?
    /// The same in at most ``shortCharacters`` characters, truncated between words if needed.
    public var short: String?
    /// Whether ``text`` is the whole overview.
    public var isWhole: Bool

    /// The maximum length of ``short`` in characters.
    public static let shortCharacters = 150

    /// Makes a summary.
    public init(text: String?, short: String?, isWhole: Bool) {
        self.text = text
        self.short = short
        self.isWhole = isWhole
    }
}
