/// A film or series by its number at TMDB (the two are numbered independently): the content of `tmdb:movie:N` and
/// `tmdb:tv:N`.
package struct TMDBID: Hashable, Sendable {
    /// ``ContentKind/movie`` or ``ContentKind/series``.
    package let kind: ContentKind
    /// Above 0.
    package let number: Int64

    /// Makes an id of a film or series; nil for kinds without such numbers at TMDB.
    package init?(_ kind: ContentKind, _ number: Int64) {
        guard kind == .movie || kind == .series, number > 0 else { return nil }
        (self.kind, self.number) = (kind, number)
    }

    /// Parses an id; nil when it belongs to a title of the library, or differs from the form of ``content``.
    package init?(_ content: ContentID) {
        let parts = content.rawValue.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int64(parts[2]) else { return nil }
        self.init(parts[1] == "tv" ? .series : .movie, number)
        guard self.content == content else { return nil }
    }

    /// The number of the title of a card; nil when the title was not matched.
    package init?(of card: Card) {
        guard let number = card.tmdbID else { return nil }
        self.init(card.kind, number)
    }

    /// The content id of the title while it is outside the library.
    package var content: ContentID { ContentID(rawValue: "tmdb:\(kind == .series ? "tv" : "movie"):\(number)") }
}
