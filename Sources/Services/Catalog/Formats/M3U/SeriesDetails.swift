/// What a source says of a series, as it is stored with one of its episodes.
package struct SeriesDetails: Codable, Sendable, Hashable {
    /// What it is about.
    package var overview: String?
    /// Its own picture's address, of http or https: the episodes may have others.
    package var picture: String?
    /// Who is in it, in the source's order.
    package var cast: [String]?
    package var directors: [String]?
    /// As the source writes it.
    package var country: String?
    /// When it began, `YYYY-MM-DD`.
    package var releaseDate: String?
    /// An address of http or https.
    package var trailer: String?
    /// A wide picture's address, of http or https.
    package var backdrop: String?
    /// Of 10, in tenths.
    package var score: Double?

    /// Short keys: there may be one of these for each series.
    private enum CodingKeys: Int, CodingKey {
        case overview = 1, picture, cast, directors, country, releaseDate, trailer, backdrop, score
    }

    package init() {}

    /// What a panel's list says; nil when that is nothing.
    init?(_ title: XtreamTitle) {
        (overview, picture) = (title.overview, title.picture.flatMap { ImageAddress.checked($0) })
        if let details = title.details {
            (cast, directors, country) = (details.cast, details.directors, details.country)
            (releaseDate, trailer, backdrop) = (details.releaseDate, details.trailer, details.backdrop)
            score = details.score
        }
        if self == SeriesDetails() { return nil }
    }

    /// The same as it is told of a title.
    var details: SourceDetails {
        var details = SourceDetails()
        (details.cast, details.directors, details.country) = (cast, directors, country)
        (details.releaseDate, details.trailer, details.backdrop) = (releaseDate, trailer, backdrop)
        details.score = score
        return details
    }
}
