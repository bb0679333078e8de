internal import CatalogAPI

/// Qualities of a picture as bits, as the shard stores them. Never renumber.
enum QualityBits {
    /// The qualities by bit, each up to the height of the next one.
    private static let all: [(name: PictureQuality, lines: Int64)] = [
        (.sd, 1), (.hd, 700), (.fullHD, 1_000), (.ultraHD, 2_000), (.eightK, 4_000),
    ]

    /// How many there are.
    static var count: Int { all.count }

    /// The bit of a picture's height in lines; 0 when unknown.
    static func bit(lines: Int64) -> Int64 {
        all.lastIndex { lines >= $0.lines }.map { 1 << Int64($0) } ?? 0
    }

    /// The bit of a quality; nil for an unknown one.
    static func bit(_ quality: PictureQuality) -> Int64? {
        all.firstIndex { $0.name == quality }.map { 1 << Int64($0) }
    }

    /// The quality of a bit's index.
    static func quality(at index: Int) -> PictureQuality { all[index].name }

    /// The bits of all heights in a table's column, as SQL for ``CatalogMigrations``.
    static func sql(lines column: String) -> String {
        all.enumerated().map { index, quality in
            let next = index + 1 < all.count ? " AND \(column) < \(all[index + 1].lines)" : ""
            return "coalesce(max(\(column) >= \(quality.lines)\(next)), 0) * \(1 << index)"
        }.joined(separator: " + ")
    }
}
