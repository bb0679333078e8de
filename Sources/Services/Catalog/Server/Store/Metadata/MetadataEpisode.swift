internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import TextFolding

/// The metadata of an episode.
struct MetadataEpisode: Codable, Hashable, Sendable {
    /// TMDB's title.
    var name: String
    var overview: String?
    /// `YYYY-MM-DD`.
    var airDate: String?
    var runtimeMinutes: Int32?
    /// The path of a still, for metadata-gateway.
    var still: String?
    /// The number of votes of its score.
    var votes: Int64

    /// Short keys: there is one of these for each episode of each season.
    private enum CodingKeys: Int, CodingKey {
        case name = 1, overview, airDate, runtimeMinutes, still, votes
    }

    /// The still's address, for a card: metadata-gateway accepts the path at its end.
    var stillAddress: String? { still.map { "https://image.tmdb.org/t/p/w300\($0)" } }
}

/// The metadata of a season.
struct MetadataSeason: Sendable {
    /// Its episodes, by number.
    var episodes: [Int64: MetadataEpisode]
    /// When it was fetched from TMDB, in milliseconds since 1970.
    var fetched: Int64

    /// Whether it says nothing of an episode, which is then not translated.
    var lacksTexts: Bool { episodes.values.contains { $0.overview == nil } }

    /// The season with what it lacks from the same season in English. Of an episode without a text the name is a number in
    /// the language, such as "Folge 5", and is taken from there, too.
    func filled(from english: MetadataSeason) -> MetadataSeason {
        var filled = self
        for (number, episode) in episodes where episode.overview == nil {
            guard let other = english.episodes[number] else { continue }
            filled.episodes[number]?.overview = other.overview
            if episode.name.hasSuffix(" \(number)") { filled.episodes[number]?.name = other.name }
        }
        return filled
    }
}

extension TitleDraft {
    /// Fills an episode's missing data from its metadata; the day is TMDB's, as for films.
    mutating func fill(from learned: MetadataEpisode) {
        if lacksTitle, !Self.isNumber(learned.name, of: episode) {
            let numbered = title
            title = learned.name
            setSortTitle(originalLanguage: Self.learnedLanguage)
            setKeywords()
            // The previous title stays a search term.
            addKeywords(spelling: numbered)
        }
        if overview.isEmpty { overview = learned.overview ?? "" }
        poster = poster ?? learned.stillAddress
        releaseDate = learned.airDate ?? releaseDate
        minutes = minutes ?? learned.runtimeMinutes.map(Int64.init)
    }

    /// The language of TMDB requests.
    private static let learnedLanguage = "en"

    /// Whether its title is just its number: its list has no title for it.
    private var lacksTitle: Bool {
        let isBySeries = title.hasSuffix(" \(EpisodeNumber.text(season: season ?? 1, episode: episode ?? 0))")
        return isBySeries || Self.isNumber(title, of: episode)
    }

    /// Whether a title is just an episode's number: "Episode 5", TMDB's placeholder as well.
    private static func isNumber(_ title: String, of episode: Int64?) -> Bool {
        let text = FoldedText(title)
        guard let marker = EpisodeMarker.find(in: text, allowsBareEpisode: true) else { return text.words.isEmpty }
        return marker.words == text.words.indices && marker.episode.map(Int64.init) == episode
    }
}

extension TitleMetadata {
    /// Makes a title's metadata from an episode's.
    init(_ episode: MetadataEpisode, of series: MetadataTitle, fetched: Int64) {
        self.init(
            name: episode.name, votes: episode.votes, isCertain: series.certainty == .certain,
            fetchedAt: Date(timeIntervalSince1970: Double(fetched) / 1_000), attribution: series.attribution)
        stillPath = episode.still
    }
}
