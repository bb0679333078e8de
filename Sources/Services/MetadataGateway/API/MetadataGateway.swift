public import Foundation
public import RPC

/// The one door to what others know of films and shows: The Movie Database (TMDB), and TheTVDB for where intros are,
/// asked as seldom as can be.
///
/// Every response may come from the household's cache, and says how old it is. While the source is down, the cached
/// response is served. ``Discover`` and ``GetCards`` are for every profile: they filter titles by the caller's policy.
/// The others return TMDB's own responses, which no policy has filtered: kids profiles may not call them.
public enum MetadataGateway: RPCService {
    public static let name = "hearth.metadata.v1.MetadataGateway"
    public static let requests: [any RPCMethod.Type] = [
        SearchTitles.self, ListTitles.self, GetMovie.self, GetShow.self, GetGenres.self, GetConfiguration.self,
        GetImage.self, GetSourceStatus.self, Discover.self, GetCards.self, GetSeason.self,
        GetSeasonMarks.self,
    ]

    /// Those who may have TMDB's own answers: adults, and the services that keep what they find.
    static let askers = CallAccess.roles("owner", "adult").orServices("catalog", "scheduler", "reading-list")
}

/// Where an answer comes from, and how old it is.
public struct AnswerSource: Codable, Sendable, Hashable {
    /// When the source gave it.
    public var fetchedAt: Date
    /// Older than it should be: the source is being asked again, or cannot be reached.
    public var isStale: Bool
    /// What must be shown with it, word for word.
    public var attribution: String

    /// Says where an answer comes from.
    public init(fetchedAt: Date, isStale: Bool, attribution: String) {
        self.fetchedAt = fetchedAt
        self.isStale = isStale
        self.attribution = attribution
    }
}
