/// A title in short, kept beside every reference to it outside the catalog: enough to filter by policy, sort and show
/// it while the catalog is down.
public struct Card: Codable, Sendable, Hashable {
    /// The title's id.
    public var id: ContentID
    /// Its kind.
    public var kind: ContentKind
    /// Its title.
    public var title: String
    /// The year of its release.
    public var year: Int32?
    /// The day of its release, `YYYY-MM-DD`.
    public var releaseDate: String?
    /// The poster's URL as text; absent when there is none.
    public var poster: String?
    /// Its rating.
    public var rating: ContentRating
    /// Whether it is marked adult.
    public var isAdult: Bool
    /// Its length in minutes.
    public var runtimeMinutes: Int32?
    /// Genres by TMDB's names.
    public var genres: [String]
    /// Its score, 0 to 10.
    public var score: Double?
    /// The series an episode belongs to.
    public var series: ContentID?
    /// The title of that series.
    public var seriesTitle: String?
    /// An episode's season.
    public var season: Int32?
    /// An episode's number.
    public var episode: Int32?
    /// TMDB's id.
    public var tmdbID: Int64?
    /// IMDb's id, `tt0078748`.
    public var imdbID: String?
    /// Whether a channel is a radio station; absent for no.
    public var isRadio: Bool?
    /// The rule sets of kids profiles (``ViewingRules``) that admit the title, as bits: bit N is set N. Absent: none.
    public var ruleSets: Int64?

    /// Makes a card; unknown values stay absent.
    public init(
        id: ContentID, kind: ContentKind, title: String, rating: ContentRating = .unrated, isAdult: Bool = false,
        genres: [String] = []
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.rating = rating
        self.isAdult = isAdult
        self.genres = genres
    }

    /// A copy of the card for a title whose id has changed.
    public func under(_ id: ContentID) -> Card {
        var card = self
        card.id = id
        return card
    }
}
