extension TMDB {
    /// Who is in it and who made it.
    public struct Credits: Codable, Sendable, Hashable {
        /// What it is about; absent when it came along with it.
        public var id: Int64?
        /// Who is in it, the most important first.
        public var cast: [CastMember]
        /// Who made it.
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
        /// 0 not said, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// What the person does most.
        public var knownForDepartment: String?
        /// A picture.
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

    /// Who did what.
    public struct CrewMember: Codable, Sendable, Hashable {
        /// The person.
        public var id: Int64
        /// The name.
        public var name: String
        /// The name in its own script.
        public var originalName: String?
        /// 0 not said, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// What the person does most.
        public var knownForDepartment: String?
        /// A picture.
        public var profilePath: String?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Known from pornography.
        public var adult: Bool?
        /// Where.
        public var department: String?
        /// What.
        public var job: String?
        /// The entry.
        public var creditId: String?
    }

    /// Who is in a show and who made it, over all seasons.
    public struct AggregateCredits: Codable, Sendable, Hashable {
        /// The show; absent when it came along with it.
        public var id: Int64?
        /// Who is in it.
        public var cast: [AggregateCast]
        /// Who made it.
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
        /// 0 not said, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// What the person does most.
        public var knownForDepartment: String?
        /// A picture.
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
        /// 0 not said, 1 female, 2 male, 3 non-binary.
        public var gender: Int64?
        /// What the person does most.
        public var knownForDepartment: String?
        /// A picture.
        public var profilePath: String?
        /// TMDB's measure of the day.
        public var popularity: Double?
        /// Known from pornography.
        public var adult: Bool?
        /// Where.
        public var department: String?
        /// What.
        public var jobs: [CrewJob]
        /// For how many episodes.
        public var totalEpisodeCount: Int64?
    }

    /// A job of a crew member.
    public struct CrewJob: Codable, Sendable, Hashable {
        /// The entry.
        public var creditId: String?
        /// What.
        public var job: String
        /// For how many episodes.
        public var episodeCount: Int64?
    }
}
