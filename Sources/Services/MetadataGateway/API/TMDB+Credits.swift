extension TMDB {
    /// A title's cast and crew.
    public struct Credits: Codable, Sendable, Hashable {
        /// The title's ID; absent as an extra of its response.
        public var id: Int64?
        /// The cast, the most important first.
        public var cast: [CastMember]
        /// The crew.
        public var crew: [CrewMember]
    }

    /// An actor and the character played.
    public struct CastMember: Codable, Sendable, Hashable {
        /// The person.
        public var id: Int64
        /// The name.
        public var name: String
        /// The name in its own script.
        public var originalName: String?
        /// 0 unknown, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// The person's main department.
        public var knownForDepartment: String?
        /// The image's path.
        public var profilePath: String?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Known from pornography.
        public var adult: Bool?
        /// The character; may be empty.
        public var character: String?
        /// The entry among a film's.
        public var castId: Int64?
        /// The entry.
        public var creditId: String?
        /// How important, from 0.
        public var order: Int64?
    }

    /// A crew member and the job.
    public struct CrewMember: Codable, Sendable, Hashable {
        /// The person.
        public var id: Int64
        /// The name.
        public var name: String
        /// The name in its own script.
        public var originalName: String?
        /// 0 unknown, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// The person's main department.
        public var knownForDepartment: String?
        /// The image's path.
        public var profilePath: String?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Known from pornography.
        public var adult: Bool?
        /// Where.
        public var department: String?
        /// The job.
        public var job: String?
        /// The entry.
        public var creditId: String?
    }

    /// A show's cast and crew over all seasons.
    public struct AggregateCredits: Codable, Sendable, Hashable {
        /// The show; absent when it came along with it.
        public var id: Int64?
        /// The cast.
        public var cast: [AggregateCast]
        /// The crew.
        public var crew: [AggregateCrew]
    }

    /// An actor and the characters played in a show.
    public struct AggregateCast: Codable, Sendable, Hashable {
        /// The person.
        public var id: Int64
        /// The name.
        public var name: String
        /// The name in its own script.
        public var originalName: String?
        /// 0 unknown, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// The person's main department.
        public var knownForDepartment: String?
        /// The image's path.
        public var profilePath: String?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Known from pornography.
        public var adult: Bool?
        /// The characters.
        public var roles: [CastRole]
        /// How important, from 0.
        public var order: Int64?
        /// In how many episodes.
        public var totalEpisodeCount: Int64?
    }

    /// A role of an actor in a show.
    public struct CastRole: Codable, Sendable, Hashable {
        /// The entry.
        public var creditId: String?
        /// The character; may be empty.
        public var character: String
        /// In how many episodes.
        public var episodeCount: Int64?
    }

    /// A crew member and their jobs for a show.
    public struct AggregateCrew: Codable, Sendable, Hashable {
        /// The person.
        public var id: Int64
        /// The name.
        public var name: String
        /// The name in its own script.
        public var originalName: String?
        /// 0 unknown, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// The person's main department.
        public var knownForDepartment: String?
        /// The image's path.
        public var profilePath: String?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Known from pornography.
        public var adult: Bool?
        /// Where.
        public var department: String?
        /// The jobs.
        public var jobs: [CrewJob]
        /// For how many episodes.
        public var totalEpisodeCount: Int64?
    }

    /// A job of a crew member.
    public struct CrewJob: Codable, Sendable, Hashable {
        /// The entry.
        public var creditId: String?
        /// The job.
        public var job: String
        /// For how many episodes.
        public var episodeCount: Int64?
    }
}
