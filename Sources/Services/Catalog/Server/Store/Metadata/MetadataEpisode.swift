internal import CatalogAPI
internal import Foundation
internal import Household
internal import MetadataGatewayAPI

/// What metadata-gateway has told of an episode.
struct MetadataEpisode: Codable, Hashable, Sendable {
    /// What TMDB calls it.
    var name: String
    var overview: String?
    /// `YYYY-MM-DD`.
    var airDate: String?
    var runtimeMinutes: Int32?
    /// A picture's path, for metadata-gateway.
    var still: String?
    /// How many people its score is of.
    var votes: Int64

    /// Short keys: there is one of these for each episode of each season.
    private enum CodingKeys: Int, CodingKey {
        case name = 1, overview, airDate, runtimeMinutes, still, votes
    }

    /// Out of what TMDB knows of an episode.
    init(_ episode: TMDB.Episode) {
        name = String(episode.name.prefix(Self.longestName))
        overview = episode.overview.flatMap(MetadataTitle.given)
        airDate = episode.airDate.flatMap(SourceDetails.day)
        runtimeMinutes = MetadataTitle.minutes(episode.runtime)
        still = episode.stillPath.flatMap(MetadataTitle.given)
        votes = episode.voteCount ?? 0
    }

    /// Characters.
    private static let longestName = 500

    /// The still's address, for a card: the path at its end is what metadata-gateway takes.
    var stillAddress: String? { still.map { "https://image.tmdb.org/t/p/w300\($0)" } }
}

/// What metadata-gateway has told of a season.
struct MetadataSeason: Sendable {
    /// Its episodes by their numbers.
    var episodes: [Int64: MetadataEpisode]
    /// When TMDB gave it, in milliseconds since 1970.
    var fetched: Int64

    /// Out of what TMDB knows of a season.
    init(_ answer: SeasonAnswer) {
        let episodes = (answer.season.episodes ?? []).prefix(Self.maximumEpisodes)
        self.episodes = Dictionary(episodes.map { ($0.episodeNumber, MetadataEpisode($0)) }) { first, _ in first }
        fetched = Int64(answer.source.fetchedAt.timeIntervalSince1970 * 1_000)
    }

    /// Daily programmes have some hundred a year.
    private static let maximumEpisodes = 5_000
}

extension TitleDraft {
    /// Adds to an episode what was learned of it where the sources say nothing; its day is TMDB's, as that of films.
    mutating func fill(from learned: MetadataEpisode) {
        if lacksTitle, !Self.isNumber(learned.name, of: episode) {
            let numbered = title
            title = learned.name
            setSortTitle(originalLanguage: Self.learnedLanguage)
            setKeywords()
            // It was found by its series until now.
            addKeywords(spelling: numbered)
        }
        if overview.isEmpty { overview = learned.overview ?? "" }
        poster = poster ?? learned.stillAddress
        releaseDate = learned.airDate ?? releaseDate
        minutes = minutes ?? learned.runtimeMinutes.map(Int64.init)
    }

    /// What TMDB is asked in.
    private static let learnedLanguage = "en"

    /// Whether it is called by its number alone: its list has no title of its own for it.
    private var lacksTitle: Bool {
        let isBySeries = title.hasSuffix(" \(EpisodeNumber.text(season: season ?? 1, episode: episode ?? 0))")
        return isBySeries || Self.isNumber(title, of: episode)
    }

    /// Whether a title is nothing but an episode's number: "Episode 5", as TMDB, too, calls what it has no title of.
    private static func isNumber(_ title: String, of episode: Int64?) -> Bool {
        let text = FoldedText(title)
        guard let marker = EpisodeMarker.find(in: text, allowsBareEpisode: true) else { return text.words.isEmpty }
        return marker.words == text.words.indices && marker.episode.map(Int64.init) == episode
    }
}

extension TitleMetadata {
    /// What is told of an episode of a series.
    init(_ episode: MetadataEpisode, of series: MetadataTitle, fetched: Int64) {
        self.init(
            name: episode.name, votes: episode.votes, isCertain: series.certainty == .certain,
            fetchedAt: Date(timeIntervalSince1970: Double(fetched) / 1_000), attribution: series.attribution)
        stillPath = episode.still
    }
}
