internal import CatalogAPI
internal import HearthModel

/// The episodes of a series in the order that the household has chosen for it, with the place of each.
struct EpisodeSequence: Sendable, Hashable {
    private(set) var cards: [Card] = []
    private var places: [EpisodePlace?] = []

    /// No episodes yet.
    init() {}

    /// Adds a page of the catalog's list.
    mutating func append(_ page: EpisodeList) {
        cards += page.episodes
        guard let positions = page.positions, positions.count == page.episodes.count else {
            let airings = Dictionary((page.airings ?? []).map { ($0.content, $0) }) { first, _ in first }
            places += page.episodes.map { card in
                EpisodePlace(
                    season: card.season, number: card.episode, airing: airings[card.id].map(EpisodePlace.Airing.init))
            }
            return
        }
        places += positions.map { EpisodePlace(season: $0.part, number: $0.number == 0 ? nil : $0.number) }
    }

    /// The episodes with their places; one that the order does not have is in none.
    var placed: [(card: Card, place: EpisodePlace?)] { Array(zip(cards, places)) }

    /// The first episodes behind a place, in order, and those in the place of the last of them.
    func first(_ count: Int, behind last: EpisodePlace) -> EpisodeSequence {
        let behind = placed.enumerated()
            .compactMap { index, episode in episode.place.map { (place: $0, index: index) } }
            .filter { $0.place > last }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
        let end = behind.prefix(count).last?.place
        var sequence = EpisodeSequence()
        for (place, index) in behind where end.map({ place <= $0 }) ?? false {
            sequence.cards.append(cards[index])
            sequence.places.append(place)
        }
        return sequence
    }

    /// An episode's place; nil for one that is not in the list, or in no place.
    func place(of episode: ContentID) -> EpisodePlace? {
        cards.firstIndex { $0.id == episode }.flatMap { places[$0] }
    }

    /// The place of the episode with these numbers, as broadcast; where it is not in the list, that of the numbers.
    func place(season: Int32, number: Int32) -> EpisodePlace? {
        cards.firstIndex { $0.season == season && $0.episode == number }.map { places[$0] }
            ?? EpisodePlace(season: season, number: number)
    }
}

extension EpisodePlace.Airing {
    fileprivate init(_ airing: SpecialAiring) {
        self.init(
            beforeSeason: airing.beforeSeason, beforeEpisode: airing.beforeEpisode, afterSeason: airing.afterSeason)
    }
}
