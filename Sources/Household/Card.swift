/// A title in short, kept beside every reference to it outside the catalog: enough to filter by policy, sort and show
/// it while the catalog is down.
public struct Card: Codable, Sendable, Hashable {
    /// The title's id.
    public var id: ContentID
    /// What it is.
    public var kind: ContentKind
    /// Its title.
    public var title: String
    /// The year it came out.
    public var year: Int32?
    /// The day it came out, `YYYY-MM-DD`.
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
    /// What that series is called.
    public var seriesTitle: String?
    /// An episode's season.
    public var season: Int32?
    /// An episode's number.
    public var episode: Int32?
    /// TMDB's id.
    public var tmdbID: Int64?
    /// IMDb's id, `tt0078748`.
    public var imdbID: String?
    /// Whether a channel is to be heard and not seen: a radio station; absent for no.
    public var isRadio: Bool?

    /// Makes a card; what is not known stays absent.
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

    /// The same card for a title that has another id now.
    public func under(_ id: ContentID) -> Card {
        var card = self
        card.id = id
        return card
    }
}
