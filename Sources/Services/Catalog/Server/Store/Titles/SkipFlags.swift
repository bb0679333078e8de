internal import CatalogFormats
internal import HearthModel

/// A list's skip marks of an episode, as bits. Never renumber.
enum SkipFlags {
    static let recap: Int64 = 1
    static let filler: Int64 = 2

    /// The marks in `recap`, `filler` and `episode-type`.
    static func of(_ entry: M3UEntry, _ kind: ContentKind) -> Int64 {
        guard kind == .episode else { return 0 }
        let type = entry["episode-type"]?.lowercased()
        let isRecap = entry.flag("recap") || type == "recap"
        let isFiller = entry.flag("filler") || type == "filler"
        return (isRecap ? recap : 0) | (isFiller ? filler : 0)
    }
}
