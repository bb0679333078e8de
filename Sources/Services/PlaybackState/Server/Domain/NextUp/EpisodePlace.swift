internal import HearthModel

/// An episode's place in the order of its series: by season and number, specials where they air.
///
/// A special (season 0) has a place only when it is known between which episodes it airs.
struct EpisodePlace: Sendable, Hashable, Comparable {
    /// When a special airs, as databases of series have it.
    struct Airing: Sendable, Hashable {
        /// Before this season, or before ``beforeEpisode`` of it.
        var beforeSeason: Int32?
        var beforeEpisode: Int32?
        /// After all episodes of this season.
        var afterSeason: Int32?
    }

    private let season: Int32
    private let number: Int32
    /// -1 for a special before the episode with this number, 1 for one after the season, 0 for an episode.
    private let side: Int32
    /// A special's own number; 0 for an episode.
    private let special: Int32

    /// Whether it is a special's.
    var isSpecial: Bool { side != 0 }

    /// The place of an episode with this number; nil for a special that airs at no known place, and without a season or
    /// a number.
    init?(season: Int32?, number: Int32?, airing: Airing? = nil) {
        guard let season else { return nil }
        if season > 0 {
            guard let number else { return nil }
            (self.season, self.number, side, special) = (season, number, 0, 0)
            return
        }
        special = number ?? 0
        if let before = airing?.beforeSeason, before > 0 {
            (self.season, self.number, side) = (before, airing?.beforeEpisode ?? .min, -1)
        } else if let after = airing?.afterSeason, after > 0 {
            (self.season, self.number, side) = (after, .max, 1)
        } else {
            return nil
        }
    }

    /// The place that a card alone tells, which does not say when a special airs.
    init?(_ card: Card) { self.init(season: card.season, number: card.episode) }

    static func < (left: EpisodePlace, right: EpisodePlace) -> Bool {
        (left.season, left.number, left.side, left.special) < (right.season, right.number, right.side, right.special)
    }
}
