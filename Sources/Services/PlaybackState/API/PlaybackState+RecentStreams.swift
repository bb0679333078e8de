public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// The links that the caller's profile has played in the last 24 hours, the latest first: their IDs, never their
    /// addresses. ``Play`` records them; finished downloads are none.
    public struct ListRecentStreams: Request {
        public typealias Response = RecentStreamList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// Forgets the caller's profile's recently used streams: all, or only those that have expired and were not removed yet.
    public struct ClearRecentStreams: Request {
        public typealias Response = RecentStreamsCleared
        // By key: a retry would forget streams that were used since.
        public static let safety = CallSafety.idempotentByKey

        /// True: only expired ones.
        public var onlyExpired: Bool?

        /// Creates the request.
        public init(onlyExpired: Bool? = nil) { self.onlyExpired = onlyExpired }
    }
}

/// Recently used streams.
public struct RecentStreamList: Codable, Sendable, Hashable {
    /// The streams, the latest first, at most 200. Those of titles that the caller may not see are left out.
    public var streams: [RecentStream]
    /// How many the profile has, also those that are left out.
    public var total: Int32
    /// The bytes of their rows.
    public var bytes: Int64

    /// Lists streams.
    public init(streams: [RecentStream], total: Int32, bytes: Int64) {
        (self.streams, self.total, self.bytes) = (streams, total, bytes)
    }
}

/// A recently used stream.
public struct RecentStream: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// The title's card; absent until the catalog has answered, and then only adults see the stream.
    public var card: Card?
    /// The link, by its id.
    public var variant: String
    /// When it was recorded first.
    public var cachedAt: Date
    /// When it was played last.
    public var lastAccessed: Date
    /// When it expires: 24 hours after it was played last.
    public var expires: Date

    /// Describes a stream.
    public init(
        content: ContentID, card: Card?, variant: String, cachedAt: Date, lastAccessed: Date, expires: Date
    ) {
        (self.content, self.card, self.variant) = (content, card, variant)
        (self.cachedAt, self.lastAccessed, self.expires) = (cachedAt, lastAccessed, expires)
    }
}

/// The number of forgotten streams.
public struct RecentStreamsCleared: Codable, Sendable, Hashable {
    /// How many.
    public var removed: Int32

    /// Creates the response.
    public init(removed: Int32) { self.removed = removed }
}
