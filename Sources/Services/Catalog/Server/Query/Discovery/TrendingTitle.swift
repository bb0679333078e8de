internal import HearthModel

/// A trending title at TMDB.
struct TrendingTitle: Sendable, Hashable {
    /// TMDB's number.
    var id: Int64
    var kind: ContentKind
    /// Its name and original name.
    var names: [String]
    var year: Int?

    init(id: Int64, kind: ContentKind, names: [String], year: Int?) {
        (self.id, self.kind, self.names, self.year) = (id, kind, names, year)
    }
}
