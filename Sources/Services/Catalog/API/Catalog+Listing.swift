public import Household
public import RPC

extension Catalog {
    /// Everything there is, in the order in which it came in: the whole library as a stream, for who wants all of it.
    ///
    /// It holds nothing up and is held up by nothing: what an import publishes meanwhile comes, too. A title that changes in
    /// the meantime may come twice; the later one counts. What goes in the meantime may still come.
    public struct ListTitles: RPCServerStream {
        public typealias Service = Catalog
        public typealias ResponseItem = TitleBatch
        public static let method = "ListTitles"
        public static let safety = CallSafety.readOnly

        /// The kinds; absent: movies, series and channels.
        public var kinds: [ContentKind]?

        /// Asks for everything.
        public init(kinds: [ContentKind]? = nil) { self.kinds = kinds }
    }
}

/// Some of the titles that there are.
public struct TitleBatch: Codable, Sendable, Hashable {
    /// The titles, at most 200.
    public var cards: [Card]

    /// Lists titles.
    public init(cards: [Card]) { self.cards = cards }
}
