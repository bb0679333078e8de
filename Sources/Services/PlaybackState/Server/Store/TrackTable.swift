internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// The audio and subtitles that profiles chose last, per series, or per title where there is none.
enum TrackTable {
    /// The table.
    static let creation = [
        // `TrackChoice` in CBOR.
        """
        CREATE TABLE trackChoice (
            profile TEXT NOT NULL,
            work TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (profile, work)
        ) STRICT, WITHOUT ROWID
        """
    ]

    static func put(_ tracks: TrackChoice, of profile: String, for work: String, _ db: Database) throws {
        var tracks = tracks
        tracks.isDefault = nil
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO trackChoice VALUES (?, ?, ?)")
            .execute(arguments: [profile, work, Data(try CBOREncoder().encode(tracks))])
    }

    /// The tracks with which a work begins: those that were chosen, or else those of the languages that the profile and the
    /// household have set; nil where none have.
    static func tracks(of profile: String, for work: String, _ db: Database) throws -> TrackChoice? {
        try chosen(by: profile, for: work, db) ?? LanguageTable.tracks(of: profile, db)
    }

    private static func chosen(by profile: String, for work: String, _ db: Database) throws -> TrackChoice? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM trackChoice WHERE profile = ? AND work = ?")
        return try Data.fetchOne(statement, arguments: [profile, work]).map {
            try CBORDecoder().decode(TrackChoice.self, from: [UInt8]($0))
        }
    }

    /// A title's ID was replaced: a choice for its successor stays.
    static func merge(_ old: ContentID, into new: ContentID, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE OR IGNORE trackChoice SET work = ? WHERE work = ?", arguments: [new.rawValue, old.rawValue])
        try db.execute(sql: "DELETE FROM trackChoice WHERE work = ?", arguments: [old.rawValue])
    }

    /// Erases a deleted profile's choices.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM trackChoice WHERE profile = ?", arguments: [profile])
    }
}
