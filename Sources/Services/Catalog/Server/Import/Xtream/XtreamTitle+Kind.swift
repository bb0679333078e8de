internal import CatalogFormats

extension XtreamTitle.Section {
    /// The catalog's kinds from it, as ``KindBit``.
    var kind: Int64 {
        switch self {
        case .live: KindBit.channel
        case .movie: KindBit.movie
        case .series: KindBit.episode
        }
    }
}
