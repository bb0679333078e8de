extension TMDB {
    /// A season with its episodes, and with what was asked for along with it.
    public struct Season: Codable, Sendable, Hashable {
        /// Its number among seasons.
        public var id: Int64
        /// Which one; 0 are the specials.
        public var seasonNumber: Int64
        /// Its name.
        public var name: String
        /// What it is about; may be empty.
        public var overview: String?
        /// Its first day; may be empty.
        public var airDate: String?
        /// Its poster.
        public var posterPath: String?
        /// Who broadcasts it.
        public var networks: [Company]?
        /// Out of 10.
        public var voteAverage: Double?
        /// Its episodes, in order.
        public var episodes: [Episode]?
        /// Who is in it and who made it.
        public var credits: Credits?
        /// Who is in it and who made it, over all its episodes.
        public var aggregateCredits: AggregateCredits?
        /// Its pictures.
        public var images: ImageSet?
        /// Trailers and the like.
        public var videos: VideoList?
        /// Its numbers elsewhere.
        public var externalIds: ExternalIDs?
    }
}
