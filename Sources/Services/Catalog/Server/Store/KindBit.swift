internal import HearthModel

/// The kinds of titles as bits, as the shard stores them. Never renumber.
enum KindBit {
    static let movie: Int64 = 1
    static let series: Int64 = 2
    static let episode: Int64 = 4
    static let channel: Int64 = 8

    /// The default kinds of a search.
    static let searched = movie | series | channel

    private static let names: [(bit: Int64, kind: ContentKind)] = [
        (movie, .movie), (series, .series), (episode, .episode), (channel, .channel),
    ]

    /// The kind of a stored bit.
    static func kind(_ bit: Int64) -> ContentKind {
        names.first { $0.bit == bit }?.kind ?? ContentKind(rawValue: "unknown")
    }

    /// The bit of a kind; nil for an unknown one.
    static func bit(_ kind: ContentKind) -> Int64? { names.first { $0.kind == kind }?.bit }
}
