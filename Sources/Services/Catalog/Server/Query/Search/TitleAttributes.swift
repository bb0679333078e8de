internal import CatalogAPI

/// The attributes of one title to filter, count and sort by: narrow, so that those of all titles stay in memory.
struct TitleAttributes: Sendable {
    /// The rule sets that admit it, as bits of the stored column.
    var ruleSets: Int64 = 0
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
