extension TMDB {
    /// A season with its episodes and the requested extras.
    public struct Season: Codable, Sendable, Hashable {
        /// Its number among seasons.
        public var id: Int64
        /// Which one; 0 are the specials.
        public var seasonNumber: Int64
        /// Its name.
        public var name: String
        /// The summary; may be empty.
        public var overview: String?
        /// Its first air date; may be empty.
        public var airDate: String?
        /// Its poster.
        public var posterPath: String?
        /// Its broadcasters.
        public var networks: [Company]?
        /// Out of 10.
        public var voteAverage: Double?
        /// Its episodes, in order.
        public var episodes: [Episode]?
        /// Its cast and crew.
        public var credits: Credits?
        /// Its cast and crew over all of its episodes.
        public var aggregateCredits: AggregateCredits?
        /// Its images.
        public var images: ImageSet?
        /// Trailers and the like.
        public var videos: VideoList?
        /// Its numbers elsewhere.
        public var externalIds: ExternalIDs?
    }
}
