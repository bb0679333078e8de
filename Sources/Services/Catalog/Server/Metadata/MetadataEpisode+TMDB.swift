internal import CatalogFormats
internal import Foundation
internal import MetadataGatewayAPI

extension MetadataEpisode {
    /// Makes it from TMDB's data of an episode.
    init(_ episode: TMDB.Episode) {
        name = String(episode.name.prefix(Self.longestName))
        overview = episode.overview.flatMap(MetadataTitle.nonEmpty)
        airDate = episode.airDate.flatMap(SourceDetails.day)
        runtimeMinutes = MetadataTitle.minutes(episode.runtime)
        still = episode.stillPath.flatMap(MetadataTitle.nonEmpty)
        votes = episode.voteCount ?? 0
    }

    /// Characters.
    private static let longestName = 500
}

extension MetadataSeason {
    /// Makes it from TMDB's data of a season.
    init(_ response: SeasonAnswer) {
        let episodes = (response.season.episodes ?? []).prefix(Self.maximumEpisodes)
        self.episodes = Dictionary(episodes.map { ($0.episodeNumber, MetadataEpisode($0)) }) { first, _ in first }
        fetched = Int64(response.source.fetchedAt.timeIntervalSince1970 * 1_000)
    }

    /// Daily programmes have some hundred a year.
    private static let maximumEpisodes = 5_000
}
