public import HearthModel
public import RPC

extension Catalog {
    /// Streams the whole library in the order in which titles were added.
    ///
    /// It neither blocks imports nor waits for them: titles published meanwhile are included. A title that changes
    /// meanwhile may come twice; the later one counts. A title that is removed meanwhile may still come.
    public struct ListTitles: ServerStream {
        public typealias ResponseItem = TitleBatch
        public static let safety = CallSafety.readOnly

        /// The kinds; absent: movies, series and channels.
        public var kinds: [ContentKind]?

        /// Makes the request.
        public init(kinds: [ContentKind]? = nil) { self.kinds = kinds }
    }
}

/// A batch of titles.
public struct TitleBatch: Codable, Sendable, Hashable {
    /// The titles, at most 200.
    public var cards: [Card]

    /// Makes a batch.
    public init(cards: [Card]) { self.cards = cards }
}
