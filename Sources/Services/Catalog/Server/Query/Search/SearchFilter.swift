internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import HearthModel

/// The filter of a search besides its text. It includes the policy.
struct SearchFilter: Sendable {
    /// The audiences whose titles the viewer's policy admits.
    var audience: AudienceMask
    /// The searched kinds, as bits.
    var kinds: UInt8
    /// Further kinds to count, searched or not, as bits.
    var countedKinds: UInt8 = 0
    /// Titles in the requested groups; nil for any.
    var groups: TitleSet?
    /// The range of durations; nil for any.
    var minutes: ClosedRange<UInt16>?
    /// Genres, as bits: a title must have one; 0 for any.
    var genres: UInt32 = 0
    /// Years: a title must be of one; empty for any.
    var years: [ClosedRange<UInt16>] = []
    /// Ratings, as their audiences: a title must have one; nil for any.
    var ratings: UInt16?
    /// By index in ``TitleIndex/languageSets``, those with a requested language; nil for any.
    var languages: [Bool]?
    /// Qualities, as bits: a title must have one; 0 for any.
    var qualities: UInt8 = 0
    /// The titles of the requested providers; nil for any.
    var providers: TitleSet?
    /// The titles of the profile's subscriptions; nil for any.
    var subscribed: TitleSet?
    /// Groups of genres, as bits: a title must have one of each; "action comedies" are both.
    var genreGroups: [UInt32] = []
    /// Whether a title must have votes.
    var requiresPopularity = false
    /// Whether a title must have a score with enough votes.
    var requiresScore = false
    /// Whether a title must be rated for children, or be unrated with a genre for them.
    var wantsKidsTitles = false
    /// Whether a title must or must not be a radio station; nil for any.
    var isRadio: Bool?
    /// The title that a title must resemble.
    var similarity: Similarity?

    /// The facets, as bits.
    enum Facet {
        static let genre: UInt8 = 1
        static let year: UInt8 = 2
        static let rating: UInt8 = 4
        static let language: UInt8 = 8
        static let quality: UInt8 = 16
        static let provider: UInt8 = 32
        static let kind: UInt8 = 64
    }

    /// Whether a title passes the policy and the non-facet filters.
    func admits(_ title: TitleAttributes, _ position: UInt32) -> Bool {
        guard passesPolicy(title) else { return false }
        if let minutes, !minutes.contains(title.minutes) { return false }
        if let groups, !groups.contains(position) { return false }
        if let subscribed, !subscribed.contains(position) { return false }
        if requiresPopularity, title.popularity == 0 { return false }
        if requiresScore, title.esteem == 0 { return false }
        if let isRadio, title.isRadio != isRadio { return false }
        if wantsKidsTitles, !Self.isKidsTitle(title) { return false }
        if let similarity, !similarity.admits(title, position) { return false }
        return true
    }

    private static func isKidsTitle(_ title: TitleAttributes) -> Bool {
        let audience = Audience(bit: Int64(title.audience))
        guard !audience.isAdult else { return false }
        return switch audience.rating {
        case .g, .pg: true
        case .unrated: title.genres & kidsGenres != 0
        default: false
        }
    }

    private static let kidsGenres = UInt32(clamping: GenreBits.mask([.family, .kids, .animation]))

    /// Whether a title passes the policy.
    func passesPolicy(_ title: TitleAttributes) -> Bool {
        let mask = title.kind == UInt8(KindBit.channel) ? audience.live : audience.titles
        return title.kind & (kinds | countedKinds) != 0 && (Int64(title.audience) | title.ruleSets) & mask != 0
    }

    /// The facets whose filter a title fails, as bits of ``Facet``.
    func failures(_ title: TitleAttributes, _ position: UInt32) -> UInt8 {
        var failures: UInt8 = title.kind & kinds == 0 ? Facet.kind : 0
        if genres != 0, title.genres & genres == 0 { failures |= Facet.genre }
        for group in genreGroups where title.genres & group == 0 { failures |= Facet.genre }
        if !years.isEmpty, title.year == 0 || !years.contains(where: { $0.contains(title.year) }) {
            failures |= Facet.year
        }
        if let ratings, title.audience & ratings == 0 { failures |= Facet.rating }
        if let languages, !languages[Int(title.languages)] { failures |= Facet.language }
        if qualities != 0, title.qualities & qualities == 0 { failures |= Facet.quality }
        if let providers, !providers.contains(position) { failures |= Facet.provider }
        return failures
    }

    /// Whether a title passes all filters.
    func passes(_ title: TitleAttributes, _ position: UInt32) -> Bool {
        admits(title, position) && failures(title, position) == 0
    }

    /// The titles in groups, by name; unknown groups have none.
    static func titles(inGroups names: [String], of titles: TitleIndex, _ db: Database) throws -> TitleSet {
        var set = TitleSet(of: titles.rows.count)
        let statement = try db.cachedStatement(
            sql: "SELECT m.row FROM groupName g CROSS JOIN membership m ON m.groupID = g.id WHERE g.name = ?")
        for name in names {
            let rows = try Int64.fetchCursor(statement, arguments: [name])
            while let row = try rows.next() {
                if let position = titles.position(of: row) { set.insert(UInt32(position)) }
            }
        }
        return set
    }
}
