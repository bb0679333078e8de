public import HearthModel

extension Card {
    /// A film.
    static func movie(
        _ id: String, _ title: String, _ rating: ContentRating = .pg, isAdult: Bool = false
    ) -> Card {
        Card(id: ContentID(rawValue: id), kind: .movie, title: title, rating: rating, isAdult: isAdult)
    }

    /// Anything.
    static func of(_ kind: ContentKind, _ id: String, _ title: String) -> Card {
        Card(id: ContentID(rawValue: id), kind: kind, title: title, rating: .g)
    }
}

extension ContentID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
