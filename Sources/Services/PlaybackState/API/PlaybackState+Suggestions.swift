public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// Adds suggestions to the queue of the caller's profile, behind its own entries, also where `enableAutoQueue` is off:
    /// first the next unwatched episode of each series in progress, then titles like those watched last, by genre and
    /// rating. Never what was watched, what the profile may not see, and what it never wants suggested.
    ///
    /// A full queue takes none. Where the catalog does not answer there are none; the error says so.
    public struct GenerateSuggestions: Request {
        public typealias Response = SuggestionsAdded
        // By key: a retry would add more.
        public static let safety = CallSafety.idempotentByKey

        /// How many, 1 to 10; absent: as many as the profile's setting `autoQueueSuggestions` says.
        public var size: Int32?

        /// Creates the request.
        public init(size: Int32? = nil) { self.size = size }
    }

    /// Excludes a title from the suggestions for the caller's profile; a series with all of its episodes. A suggestion of
    /// it leaves the queue; an entry of the profile's own stays.
    public struct NeverSuggest: Request {
        public typealias Response = SuggestionMark
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey

        /// A movie, an episode or a series.
        public var content: ContentID

        /// Creates the request.
        public init(content: ContentID) { self.content = content }
    }

    /// Takes ``NeverSuggest`` back. A title that was not excluded changes nothing.
    public struct SuggestAgain: Request {
        public typealias Response = SuggestionMark
        public static let safety = CallSafety.idempotentByKey

        /// The title.
        public var content: ContentID

        /// Creates the request.
        public init(content: ContentID) { self.content = content }
    }

    /// The titles that are never suggested to the caller's profile, the latest first.
    public struct ListNeverSuggested: Request {
        public typealias Response = NeverSuggestedList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }
}

/// Suggestions that were queued.
public struct SuggestionsAdded: Codable, Sendable, Hashable {
    /// The new entries, in order.
    public var entries: [QueueEntry]
    /// How many entries the queue has now.
    public var total: Int32
    /// How many of them suggestions have put there.
    public var autoAdded: Int32

    /// Lists entries.
    public init(entries: [QueueEntry], total: Int32, autoAdded: Int32) {
        (self.entries, self.total, self.autoAdded) = (entries, total, autoAdded)
    }
}

/// Whether a title may be suggested.
public struct SuggestionMark: Codable, Sendable, Hashable {
    /// The title; not always the requested one, as IDs may be replaced.
    public var content: ContentID
    /// Whether it is never suggested.
    public var isExcluded: Bool
    /// Whether this call changed that.
    public var hasChanged: Bool

    /// Describes a mark.
    public init(content: ContentID, isExcluded: Bool, hasChanged: Bool) {
        (self.content, self.isExcluded, self.hasChanged) = (content, isExcluded, hasChanged)
    }
}

/// Titles that are never suggested.
public struct NeverSuggestedList: Codable, Sendable, Hashable {
    /// The titles, the latest first.
    public var titles: [NeverSuggestedTitle]

    /// Lists titles.
    public init(titles: [NeverSuggestedTitle]) { self.titles = titles }
}

/// A title that is never suggested.
public struct NeverSuggestedTitle: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Its card; absent where the catalog does not answer or has no such title any more, and then only adults see the entry.
    public var card: Card?
    /// Since when.
    public var since: Date

    /// Describes a title.
    public init(content: ContentID, card: Card?, since: Date) {
        (self.content, self.card, self.since) = (content, card, since)
    }
}
