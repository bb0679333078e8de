/// A source's data of a series, as stored with one of its episodes.
package struct SeriesDetails: Codable, Sendable, Hashable {
    /// The overview.
    package var overview: String?
    /// The address of its own picture: the episodes may have others.
    package var picture: String?
    /// The cast, in the source's order.
    package var cast: [String]?
    package var directors: [String]?
    /// As the source writes it.
    package var country: String?
    /// The first broadcast, `YYYY-MM-DD`.
    package var releaseDate: String?
    /// An HTTP address.
    package var trailer: String?
    /// A backdrop's HTTP address.
    package var backdrop: String?
    /// Of 10, in tenths.
    package var score: Double?

    /// Short keys: there may be one of these for each series.
    private enum CodingKeys: Int, CodingKey {
        case overview = 1, picture, cast, directors, country, releaseDate, trailer, backdrop, score
    }

    package init() {}

    /// The data in a panel's list; nil when there are none.
    package init?(_ title: XtreamTitle) {
        (overview, picture) = (title.overview, title.picture.flatMap { ImageAddress.checked($0) })
        if let details = title.details {
            (cast, directors, country) = (details.cast, details.directors, details.country)
            (releaseDate, trailer, backdrop) = (details.releaseDate, details.trailer, details.backdrop)
            score = details.score
        }
        if self == SeriesDetails() { return nil }
    }

    /// The same as a title's details.
    package var details: SourceDetails {
        var details = SourceDetails()
        (details.cast, details.directors, details.country) = (cast, directors, country)
        (details.releaseDate, details.trailer, details.backdrop) = (releaseDate, trailer, backdrop)
        details.score = score
        return details
    }
}
