/// A film or series by its number at TMDB, of which films and series have the same: what `tmdb:movie:N` and `tmdb:tv:N` say.
package struct TMDBID: Hashable, Sendable {
    /// ``ContentKind/movie`` or ``ContentKind/series``.
    package let kind: ContentKind
    /// Above 0.
    package let number: Int64

    /// Names a film or series; nil for what TMDB has no such numbers for.
    package init?(_ kind: ContentKind, _ number: Int64) {
        guard kind == .movie || kind == .series, number > 0 else { return nil }
        (self.kind, self.number) = (kind, number)
    }

    /// Reads an id; nil when it is not of a title outside of the library, or not written as ``content`` writes it.
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

    /// The id that the title has while it is not in the library.
    package var content: ContentID { ContentID(rawValue: "tmdb:\(kind == .series ? "tv" : "movie"):\(number)") }
}
