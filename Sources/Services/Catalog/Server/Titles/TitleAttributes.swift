internal import CatalogAPI

/// What a search filters, counts and sorts by of one title: narrow, so that those of all titles stay in memory.
struct TitleAttributes: Sendable {
    /// As ``GenreBits``.
    var genres: UInt32 = 0
    /// How well known it is, see ``Popularity``.
    var popularity: UInt32 = 0
    /// When it came into the catalog, in seconds since 1970.
    var added: UInt32 = 0
    /// A channel's number, see ``channelNumber(_:)``; the highest for everything without one.
    var number: UInt32 = .max
    /// The day it came out, see ``TitleDraft/released``.
    var released: UInt32 = 0
    /// Its place among all titles by the title to sort by, then by id.
    var titleRank: UInt32 = 0
    /// As `Audience.bit`.
    var audience: UInt16 = 0
    /// 0 when it is not known.
    var year: UInt16 = 0
    /// Which of ``TitleIndex/languageSets`` its links are in.
    var languages: UInt16 = 0
    /// 0 when it is not known.
    var minutes: UInt16 = 0
    /// As ``KindBit``.
    var kind: UInt8 = 0
    /// As ``QualityBits``.
    var qualities: UInt8 = 0
    /// Tenths of a point, 0 to 100; 0 without a score.
    var score: UInt8 = 0
    /// Whether it is a radio station.
    var isRadio = false

    /// The score, worth more the better known the title is: one vote of ten points says little.
    var esteem: UInt32 {
        score == 0 || popularity == 0 ? 0 : UInt32(score) * UInt32(32 - popularity.leadingZeroBitCount)
    }

    /// A stored number in 32 bits: the part before the dot, then three digits of the one behind it.
    static func channelNumber(_ stored: Int64) -> UInt32 {
        guard stored != TitleDraft.noNumber else { return .max }
        return UInt32(clamping: stored / 1_000_000 * 1_000 + min(stored % 1_000_000, 999))
    }
}

/// How well known titles are, as one number that is stored: thousandths of TMDB's popularity, or where it gives none, of a
/// hundredth of the votes.
enum Popularity {
    /// The highest: 30 bits, so that it fits into the key of an order.
    static let maximum: Int64 = (1 << 30) - 1
    private static let votesPerPoint = 100.0

    /// The number to store; 0 for a title without votes.
    static func stored(_ popularity: Double?, votes: Int64) -> Int64 {
        let points = popularity.flatMap { $0 > 0 ? $0 : nil } ?? Double(max(0, votes)) / votesPerPoint
        return points.isFinite ? Int64(min(points * 1_000, Double(maximum))) : 0
    }

    /// What callers are told of a stored number; nil where nothing is known.
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

    /// The bit of a picture so many lines high; 0 when that is not known.
    static func bit(lines: Int64) -> Int64 {
        all.lastIndex { lines >= $0.lines }.map { 1 << Int64($0) } ?? 0
    }

    /// The bit of a quality; nil for one that is not known here.
    static func bit(_ quality: PictureQuality) -> Int64? {
        all.firstIndex { $0.name == quality }.map { 1 << Int64($0) }
    }

    /// The quality of a bit's place.
    static func quality(at index: Int) -> PictureQuality { all[index].name }

    /// The bits of all heights in a table's column, as SQL for ``CatalogMigrations``.
    static func sql(lines column: String) -> String {
        all.enumerated().map { index, quality in
            let next = index + 1 < all.count ? " AND \(column) < \(all[index + 1].lines)" : ""
            return "coalesce(max(\(column) >= \(quality.lines)\(next)), 0) * \(1 << index)"
        }.joined(separator: " + ")
    }
}
