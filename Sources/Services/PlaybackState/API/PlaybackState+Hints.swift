public import HearthModel
public import RPC

extension PlaybackState {
    /// Takes the next-up card of a session away: nothing plays by itself after it. It counts as an input of the viewer.
    ///
    /// NOT_FOUND (`unknownSession`) when there is no such session of the caller's profile.
    public struct CancelNextUp: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotent

        /// The session, as ``Playback/session`` named it.
        public var session: String

        /// Creates the request.
        public init(session: String) { self.session = session }
    }

    /// Ends a session and plays what comes next on the same device for the same viewers: the next episode of the series,
    /// else the head of the queue.
    ///
    /// A session whose next-up card is due, or that has come to its credits, is completed: the title counts as watched and
    /// leaves the queue. An earlier one is only ended. NOT_FOUND (`nothingNext`) when nothing comes next; the session then
    /// stays as it is. Otherwise as ``Play``.
    public struct PlayNext: Request {
        public typealias Response = Playback
        // The response is stored without the address, which a retry fetches again.
        public static let safety = CallSafety.idempotentByKey

        /// The session, as ``Playback/session`` named it.
        public var session: String
        /// Whether the countdown has ended without an input of the viewer; absent: the viewer asked for it.
        public var playsByItself: Bool?

        /// Creates the request.
        public init(session: String, playsByItself: Bool? = nil) {
            (self.session, self.playsByItself) = (session, playsByItself)
        }
    }
}

/// What a player should offer or do now in one session. An absent field means: nothing of that kind.
public struct PlaybackHints: Codable, Sendable, Hashable {
    /// The session that they are for.
    public var session: String
    /// A part of the title that can be skipped, while the position is in it.
    public var skip: SkipHint?
    /// Whether the position is in the credits.
    public var creditsReached: Bool?
    /// What plays next, from the credits on, or in the last half minute where the catalog has no times of them.
    public var nextUp: NextUpHint?
    /// Load this now, so that it starts at once: told once in a session.
    public var prebuffer: PrebufferHint?
    /// Of a channel, those before and after it: told once in a session.
    public var channels: ChannelHint?
    /// Ask whether the viewer is still watching, and pause until it says so; nothing plays by itself before.
    public var stillWatching: StillWatchingReason?

    /// Hints without content.
    public init(session: String) { self.session = session }
}

/// The kinds of a title's parts that can be skipped.
public struct SegmentKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The opening.
    public static let intro = SegmentKind(rawValue: "intro")
    /// What happened before.
    public static let recap = SegmentKind(rawValue: "recap")
    /// A part before the opening.
    public static let teaser = SegmentKind(rawValue: "teaser")
    /// The credits.
    public static let credits = SegmentKind(rawValue: "credits")
    /// What happens in the next episode.
    public static let preview = SegmentKind(rawValue: "preview")

    /// All known kinds.
    public static let all: [SegmentKind] = [.intro, .recap, .teaser, .credits, .preview]
}

/// What a player does with a part that can be skipped.
public struct SegmentAction: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Play it, and offer nothing.
    public static let play = SegmentAction(rawValue: "play")
    /// Offer to skip it.
    public static let ask = SegmentAction(rawValue: "ask")
    /// Skip it without being asked.
    public static let skip = SegmentAction(rawValue: "skip")
}

/// A part of a title that can be skipped.
public struct SkipHint: Codable, Sendable, Hashable {
    /// Its kind.
    public var kind: SegmentKind
    /// Its start, in seconds from the title's start.
    public var from: Double
    /// Where to go on, in seconds from the title's start.
    public var to: Double
    /// Whether to offer it or to do it at once; ``SegmentAction/play`` is never told.
    public var action: SegmentAction

    /// Describes a part.
    public init(kind: SegmentKind, from: Double, to: Double, action: SegmentAction) {
        (self.kind, self.from, self.to, self.action) = (kind, from, to, action)
    }
}

/// Where a part of a title is that can be skipped, as the catalog knew it when the session was opened.
public struct TitlePart: Codable, Sendable, Hashable {
    /// Its kind.
    public var kind: SegmentKind
    /// Its start, in seconds from the title's start.
    public var from: Double
    /// Its end; absent: the end of the title.
    public var to: Double?
    /// Whether the times are a guess, because of which nothing is skipped by itself.
    public var isGuess: Bool

    /// Describes a part.
    public init(kind: SegmentKind, from: Double, to: Double?, isGuess: Bool) {
        (self.kind, self.from, self.to, self.isGuess) = (kind, from, to, isGuess)
    }
}

/// What plays next.
public struct NextUpHint: Codable, Sendable, Hashable {
    /// The title.
    public var card: Card
    /// After how many seconds it plays by itself, 0 for at the end at once (`autoPlayCountdownSeconds`); absent: not by
    /// itself, see ``PlaybackHints/stillWatching``.
    public var countdownSeconds: Int32?
    /// Why this episode; absent for a title from the queue.
    public var rule: NextUpRule?

    /// Describes what plays next.
    public init(card: Card, countdownSeconds: Int32?, rule: NextUpRule? = nil) {
        (self.card, self.countdownSeconds, self.rule) = (card, countdownSeconds, rule)
    }
}

/// What to load before it is asked for.
public struct PrebufferHint: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Its links by their ids, in the order in which to try them.
    public var variants: [String]

    /// Describes what to load.
    public init(content: ContentID, variants: [String]) { (self.content, self.variants) = (content, variants) }
}

/// The channels before and after one, by number.
public struct ChannelHint: Codable, Sendable, Hashable {
    /// The channel before it; absent for the first one.
    public var previous: PrebufferHint?
    /// The channel after it; absent for the last one.
    public var next: PrebufferHint?

    /// Names channels.
    public init(previous: PrebufferHint?, next: PrebufferHint?) { (self.previous, self.next) = (previous, next) }
}

/// Why a viewer is asked whether it is still watching.
public struct StillWatchingReason: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// So many titles have played by themselves (`stillWatchingTitles`).
    public static let titles = StillWatchingReason(rawValue: "titles")
    /// So many minutes have passed without an input (`stillWatchingMinutes`).
    public static let minutes = StillWatchingReason(rawValue: "minutes")
}
