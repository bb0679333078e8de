internal import GRDB
internal import HearthModel

/// The title that a link belongs to, with the link's data of it: everything of a link that a correction can change.
struct EntryIdentity: Codable, Hashable, Sendable {
    var item: String
    var kind: Int64
    var series: String?
    var season: Int64?
    var episode: Int64?
    var seriesTitle: String?
    var title: String
    var year: Int64?

    /// Short keys: one of these is stored with each moved link.
    private enum CodingKeys: Int, CodingKey {
        case item = 1, kind, series, season, episode, seriesTitle, title, year
    }

    init(_ record: EntryRecord) {
        (item, kind, series) = (record.item, record.kind, record.series)
        (season, episode, seriesTitle) = (record.season, record.episode, record.seriesTitle)
        (title, year) = (record.title, record.year)
    }

    /// The columns of a stored link.
    static let columns = "item, kind, series, season, episode, seriesTitle, title, year"

    init(_ row: Row) {
        (item, kind, series) = (row["item"], row["kind"], row["series"])
        (season, episode, seriesTitle) = (row["season"], row["episode"], row["seriesTitle"])
        (title, year) = (row["title"], row["year"])
    }
}

extension EntryRecord {
    /// The link's title.
    var identity: EntryIdentity {
        get { EntryIdentity(self) }
        set {
            (item, kind, series) = (newValue.item, newValue.kind, newValue.series)
            (season, episode, seriesTitle) = (newValue.season, newValue.episode, newValue.seriesTitle)
            (title, year) = (newValue.title, newValue.year)
        }
    }

    /// Moves the link to another title, and keeps the list's data.
    mutating func move(to identity: EntryIdentity) {
        let own = self.identity
        guard own != identity else { return }
        (self.own, self.identity) = (own, identity)
    }
}

/// The title that receives links by a correction.
struct CorrectionTarget: Codable, Hashable, Sendable {
    var item: String
    /// Absent: the links keep their kind.
    var kind: Int64?
    var series: String?
    var season: Int64?
    var episode: Int64?
    var seriesTitle: String?
    /// Absent: the list's name.
    var title: String?
    var year: Int64?

    private enum CodingKeys: Int, CodingKey {
        case item = 1, kind, series, season, episode, seriesTitle, title, year
    }

    init(item: String) { self.item = item }

    /// A link after the move.
    func taking(_ identity: EntryIdentity) -> EntryIdentity {
        var moved = identity
        moved.item = item
        moved.title = title ?? identity.title
        moved.year = title == nil ? identity.year : year
        guard let kind else { return moved }
        (moved.kind, moved.series, moved.seriesTitle) = (kind, series, seriesTitle)
        (moved.season, moved.episode) = (season, episode)
        return moved
    }
}
