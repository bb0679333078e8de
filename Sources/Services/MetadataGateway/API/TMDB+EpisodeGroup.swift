extension TMDB {
    /// Another order of a show's episodes, with its episodes.
    public struct EpisodeGroupDetails: Codable, Sendable, Hashable {
        /// Its id.
        public var id: String
        /// Its name.
        public var name: String
        /// The description; may be empty.
        public var description: String?
        /// How many episodes it has.
        public var episodeCount: Int64?
        /// How many parts it has.
        public var groupCount: Int64?
        /// 1 by first day, 2 absolute, 3 DVD, 4 digital, 5 story arcs, 6 production, 7 television.
        public var type: Int64?
        /// Its parts.
        public var groups: [EpisodeGroupPart]
    }

    /// A part of an order of episodes: a season, a disc, a story arc.
    public struct EpisodeGroupPart: Codable, Sendable, Hashable {
        /// Its id.
        public var id: String?
        /// Its name.
        public var name: String?
        /// Its place among the parts. Orders with a part for specials have 0 for it.
        public var order: Int64
        /// Its episodes.
        public var episodes: [GroupedEpisode]?
    }

    /// An episode in another order.
    public struct GroupedEpisode: Codable, Sendable, Hashable {
        /// Its place in its part, from 0.
        public var order: Int64
        /// Its season by the day of its first broadcast; 0 are the specials.
        public var seasonNumber: Int64
        /// Its number in that season.
        public var episodeNumber: Int64
        /// Its name.
        public var name: String?
        /// The show's number.
        public var showId: Int64?
    }
}
