public import Foundation
public import RPC

/// The one door to what others know of films and shows: The Movie Database (TMDB), and TheTVDB for where intros are, asked as
/// seldom as can be.
///
/// Every answer may come out of the household's cache, and says how old it is. With the source down there is what was there
/// before. ``Discover`` and ``GetCards`` are for everybody: they hold titles to the caller's policy. The others give TMDB's own
/// answers, which have passed nobody's: children do not ask those.
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
