public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// Which profiles have finished titles, are in them, or have not begun them. For a kids profile only itself is listed.
    public struct WhoWatched: Request {
        public typealias Response = ViewerList
        public static let safety = CallSafety.readOnly

        /// Titles and series, 1 to ``maximumCount``.
        public var contents: [ContentID]
        /// The progress from which on a title counts as watched, above 0 and up to 1; absent: 0.9.
        public var watchedThreshold: Double?

        /// The most titles in one call.
        public static let maximumCount = 50

        /// Creates the request.
        public init(contents: [ContentID], watchedThreshold: Double? = nil) {
            (self.contents, self.watchedThreshold) = (contents, watchedThreshold)
        }
    }
}

/// Who has watched titles.
public struct ViewerList: Codable, Sendable, Hashable {
    /// The titles in the order of the request, without those that are unknown or hidden from the caller.
    public var titles: [TitleViewers]

    /// Lists titles.
    public init(titles: [TitleViewers]) { self.titles = titles }
}

/// Who has watched a title.
public struct TitleViewers: Codable, Sendable, Hashable {
    /// The title; not always the requested one, as ids may be replaced.
    public var content: ContentID
    /// Its card; absent while none is known.
    public var card: Card?
    /// The profiles, the oldest first.
    public var profiles: [ProfileViewing]

    /// Describes a title.
    public init(content: ContentID, card: Card?, profiles: [ProfileViewing]) {
        (self.content, self.card, self.profiles) = (content, card, profiles)
    }
}

/// How far a profile is with a title.
public struct ProfileViewing: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// Finished, in it, or not begun.
    public var state: ViewingState
    /// The watched part, 0 to 1: of a series the share of its episodes that are finished.
    public var progress: Double
    /// Of a series: how many episodes are finished, without specials.
    public var episodesFinished: Int32?
    /// Of a series: how many episodes the library has, without specials; absent while the catalog does not answer.
    public var episodes: Int32?
    /// When it was last watched or marked; absent: not yet.
    public var lastWatched: Date?

    /// Describes a profile.
    public init(
        profile: String, state: ViewingState, progress: Double = 0, episodesFinished: Int32? = nil,
        episodes: Int32? = nil, lastWatched: Date? = nil
    ) {
        (self.profile, self.state, self.progress) = (profile, state, progress)
        (self.episodesFinished, self.episodes, self.lastWatched) = (episodesFinished, episodes, lastWatched)
    }
}

/// How far a profile is.
public struct ViewingState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It has watched the title, or every episode that the library has.
    public static let finished = ViewingState(rawValue: "finished")
    /// It has begun the title and not finished it.
    public static let begun = ViewingState(rawValue: "begun")
    /// It has not begun it.
    public static let notBegun = ViewingState(rawValue: "notBegun")
}
