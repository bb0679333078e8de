internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI

/// The first line of an archive; docs/archive-format.md describes all of them.
struct ArchiveHeader: Codable, Sendable, Hashable {
    /// Always ``Archive/format``.
    var format = Archive.format
    var version = Archive.version
    /// When the export began.
    var created: Date
    var hearthVersion: String
    var household: String
    var profiles: [ArchiveProfile]
}

/// A profile that records are of.
struct ArchiveProfile: Codable, Sendable, Hashable {
    var id: String
    var name: String
    var kind: ProfileKind
}

/// One thing of a profile, in exactly one of the fields but ``profile``.
struct ArchiveRecord: Codable, Sendable, Hashable {
    /// Whose, by the id in the header.
    var profile: String
    /// A setting that the profile has changed.
    var setting: SettingChange?
    var favourite: ArchiveFavourite?
    var session: ArchiveSession?
    /// When a title was marked.
    var mark: ArchiveMark?
    /// An entry of the queue; those of a profile stand in its order.
    var queued: ArchiveFavourite?
    var link: ArchiveLink?

    init(_ profile: String) { self.profile = profile }
}

/// A title, named so that people and other programs know it, and since when it is one of a list.
struct ArchiveFavourite: Codable, Sendable, Hashable {
    var content: ContentID
    var added: Date
    var title: ArchiveTitle?
}

/// What a title is called elsewhere.
struct ArchiveTitle: Codable, Sendable, Hashable {
    var name: String
    var year: Int32?
    var tmdbID: Int64?
    var imdbID: String?

    init?(_ card: Card?) {
        guard let card else { return nil }
        (name, year, tmdbID, imdbID) = (card.title, card.year, card.tmdbID, card.imdbID)
    }
}

/// A session of the watch history.
struct ArchiveSession: Codable, Sendable, Hashable {
    var content: ContentID
    var title: ArchiveTitle?
    /// The link that was played, by its id.
    var variant: String
    var device: String
    var started: Date
    var lastWatched: Date?
    /// In seconds.
    var position: Double
    /// In seconds.
    var duration: Double?
    /// The furthest progress, 0 to 1.
    var progress: Double
    var secondsWatched: Double?

    init(_ entry: HistoryEntry) {
        (content, title, variant, device) = (entry.content, ArchiveTitle(entry.card), entry.variant, entry.device)
        (started, lastWatched) = (entry.started, entry.lastWatched)
        (position, duration, progress) = (entry.position, entry.duration, entry.progress)
        secondsWatched = entry.secondsWatched
    }
}

/// The marks of a title.
struct ArchiveMark: Codable, Sendable, Hashable {
    var content: ContentID
    var marks: TitleMarks
}

/// A link of the reading list, with the names that `hearth read import` takes.
struct ArchiveLink: Codable, Sendable, Hashable {
    var url: String
    var title: String?
    var description: String?
    var note: String?
    var tags: [String]
    var created: Date
    var updated: Date
    var isArchived: Bool
    var isStarred: Bool

    private enum CodingKeys: String, CodingKey {
        case url, title, description, note, tags
        case created = "created_at"
        case updated = "updated_at"
        case isArchived = "is_archived"
        case isStarred = "is_starred"
    }
}

/// The last line: what was exported, and the digest of all lines before it.
struct ArchiveManifest: Codable, Sendable, Hashable {
    var parts: [ArchivePart]
    /// How many lines are before this one.
    var lines: Int
    /// SHA-256 of their bytes, in hexadecimal digits.
    var sha256: String
}

/// What a service has of a profile.
struct ArchivePart: Codable, Sendable, Hashable {
    var profile: String
    var service: String
    var records: Int
    /// Why it is not in the archive; absent where it is.
    var missing: String?
}

/// A line of an archive: exactly one of the fields.
struct ArchiveLine: Codable, Sendable {
    var header: ArchiveHeader?
    var record: ArchiveRecord?
    var manifest: ArchiveManifest?
}

enum Archive {
    static let format = "hearth-archive"
    static let version = 1
    /// The longest line that is read, in bytes.
    static let longestLine = 1 << 20
    /// The largest archive that is read, in bytes.
    static let mostBytes = 512 << 20
}
