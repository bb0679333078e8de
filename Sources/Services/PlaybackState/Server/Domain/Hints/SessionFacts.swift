internal import HearthModel
internal import PlaybackStateAPI

/// What the catalog says about a session's title, asked once when it is opened: the hints follow from it.
struct SessionFacts: Codable, Sendable, Hashable {
    /// A part of the title that can be skipped.
    struct Segment: Codable, Sendable, Hashable {
        var kind: SegmentKind
        /// In seconds from the start.
        var from: Double
        /// In seconds from the start; absent: to the end.
        var to: Double?
        /// Whether the times are a guess, because of which nothing is skipped without asking.
        var isGuess: Bool

        /// Whether it is one of those at the end of a title, or goes on to it.
        var isAtEnd: Bool { to == nil || kind == .credits || kind == .preview }
    }

    /// The episode that comes next.
    struct Next: Codable, Sendable, Hashable {
        var card: Card
        /// Its links, in the order in which to try them.
        var variants: [String]
        var rule: NextUpRule?
    }

    /// The parts that can be skipped.
    var segments: [Segment] = []
    /// The next episode; nil for other titles, and when there is none.
    var next: Next?
    /// Of a channel, those before and after it.
    var channels: ChannelHint?
    /// The session's links by their ids, the best first.
    var variants: [String] = []

    /// The past programme of a channel that is played; nil otherwise.
    var programme: PlayingProgramme?

    /// The parts as players are told them; nil without any.
    var parts: [TitlePart]? {
        guard !segments.isEmpty else { return nil }
        return segments.map { TitlePart(kind: $0.kind, from: $0.from, to: $0.to, isGuess: $0.isGuess) }
    }

    /// Whether there is nothing that hints could follow from.
    var isEmpty: Bool { segments.isEmpty && next == nil && channels == nil }

    /// The position in seconds up to which parts at the start can be skipped; 0 without one.
    var headEnd: Double { segments.filter { !$0.isAtEnd }.compactMap(\.to).max() ?? 0 }

    /// The position in seconds from which parts at the end can be skipped; nil without one.
    var tailStart: Double? { segments.filter(\.isAtEnd).map(\.from).min() }

    /// The position in seconds from which the credits run; nil when they are not known.
    var creditsStart: Double? { segments.first { $0.kind == .credits }?.from }

    /// The parts of which times are usable: a start before its end, neither below zero. From 0 to 0 means none.
    static func usable(_ kind: SegmentKind, from: Double?, to: Double?, isGuess: Bool) -> Segment? {
        let start = from ?? 0
        guard start.isFinite, start >= 0, start < PlaybackLimits.longestSeconds else { return nil }
        if let to {
            guard to.isFinite, to > start, to <= PlaybackLimits.longestSeconds else { return nil }
        } else {
            // Without an end it is the rest of the title, which does not begin at its start.
            guard start > 0 else { return nil }
        }
        return Segment(kind: kind, from: start, to: to, isGuess: isGuess)
    }
}
