internal import CatalogAPI

/// The attributes of one title to filter, count and sort by: narrow, so that those of all titles stay in memory.
struct TitleAttributes: Sendable {
    /// As ``GenreBits``.
    var genres: UInt32 = 0
    /// Its popularity, see ``Popularity``.
    var popularity: UInt32 = 0
    /// When it was added to the catalog, in seconds since 1970.
    var added: UInt32 = 0
    /// A channel's number, see ``channelNumber(_:)``; the highest for everything without one.
    var number: UInt32 = .max
    /// The release date, see ``TitleDraft/released``.
    var released: UInt32 = 0
    /// Its rank among all titles by sort key, then by id.
    var titleRank: UInt32 = 0
    /// As `Audience.bit`.
    var audience: UInt16 = 0
    /// 0 when unknown.
    var year: UInt16 = 0
    /// The index of its links' languages in ``TitleIndex/languageSets``.
    var languages: UInt16 = 0
    /// 0 when unknown.
    var minutes: UInt16 = 0
    /// As ``KindBit``.
    var kind: UInt8 = 0
    /// As ``QualityBits``.
    var qualities: UInt8 = 0
    /// Tenths of a point, 0 to 100; 0 without a score.
    var score: UInt8 = 0
    /// Whether it is a radio station.
    var isRadio = false

    /// The score weighted by votes: one vote of ten points means little.
    var esteem: UInt32 {
        score == 0 || popularity == 0 ? 0 : UInt32(score) * UInt32(32 - popularity.leadingZeroBitCount)
    }

    /// A stored number in 32 bits: the part before the dot, then three digits of the one behind it.
    static func channelNumber(_ stored: Int64) -> UInt32 {
        guard stored != TitleDraft.noNumber else { return .max }
        return UInt32(clamping: stored / 1_000_000 * 1_000 + min(stored % 1_000_000, 999))
    }
}

/// The popularity as one stored number: thousandths of TMDB's popularity, or without one, of a hundredth of the votes.
enum Popularity {
    /// The highest: 30 bits, so that it fits into a sort key.
    static let maximum: Int64 = (1 << 30) - 1
    private static let votesPerPoint = 100.0

    /// The number to store; 0 for a title without votes.
    static func stored(_ popularity: Double?, votes: Int64) -> Int64 {
        let points = popularity.flatMap { $0 > 0 ? $0 : nil } ?? Double(max(0, votes)) / votesPerPoint
        return points.isFinite ? Int64(min(points * 1_000, Double(maximum))) : 0
    }

    /// The popularity for callers; nil when unknown.
    static func told(_ stored: Int64) -> Double? { stored == 0 ? nil : Double(stored) / 1_000 }
}

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
