public import Foundation
public import HearthModel
public import RPC

/// External metadata of films and shows: The Movie Database (TMDB), and TheTVDB for the times of intros, cached.
///
/// Every response may come from the household's cache, and says how old it is. While the source is down, the cached
/// response is served. ``Discover`` and ``GetCards`` are for every profile: they filter titles by the caller's policy.
/// The others return TMDB's own responses, which no policy has filtered: kids profiles may not call them.
public enum MetadataGateway: ServiceContract {
    public static let serviceName = ServiceManifest.metadataGateway.name
    public static let name = "hearth.metadata.v1.MetadataGateway"
    public static let requests: [any RPCMethod.Type] = [
        SearchTitles.self, ListTitles.self, GetMovie.self, GetShow.self, GetGenres.self, GetConfiguration.self,
        GetImage.self, GetSourceStatus.self, Discover.self, GetCards.self, GetSeason.self,
        GetSeasonMarks.self, GetEpisodeGroup.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == MetadataGateway {}

    /// The callers that may read TMDB's own responses: adults, and services that store metadata.
    static let askers = CallAccess.roles("owner", "adult").orServices(.catalog, .scheduler, .readingList)
}

/// A response's source, and its age.
public struct AnswerSource: Codable, Sendable, Hashable {
    /// When the source gave it.
    public var fetchedAt: Date
    /// Whether the entry is stale: a refresh is in flight, or the source is unreachable.
    public var isStale: Bool
    /// The attribution to show with it, verbatim.
    public var attribution: String

    /// Creates it.
    public init(fetchedAt: Date, isStale: Bool, attribution: String) {
        self.fetchedAt = fetchedAt
        self.isStale = isStale
        self.attribution = attribution
    }
}
