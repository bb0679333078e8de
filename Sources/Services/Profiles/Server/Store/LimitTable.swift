internal import CBOR
internal import Foundation
internal import GRDB
internal import ProfilesAPI

/// The parental limits of profiles, in CBOR. Limits that were removed keep their row, so that snapshots tell of it.
enum LimitTable {
    /// The table. The foreign key deletes a profile's limits with it.
    static let creation = """
        CREATE TABLE parentalLimits (
            profile INTEGER PRIMARY KEY REFERENCES profile (row) ON DELETE CASCADE,
            body BLOB
        ) STRICT
        """

    static func limits(of profile: String, _ db: Database) throws -> ParentalLimits? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT parentalLimits.body FROM parentalLimits
                JOIN profile ON profile.row = parentalLimits.profile WHERE profile.id = ?
                """)
        let body = try Data.fetchOne(statement, arguments: [profile])
        return try body.map(decode)
    }

    /// Stores the limits of a profile; nil for none.
    static func put(_ limits: ParentalLimits?, of profile: String, _ db: Database) throws {
        let body = try limits.map { Data(try CBOREncoder().encode($0)) }
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO parentalLimits SELECT row, ? FROM profile WHERE id = ?"
        ).execute(arguments: [body, profile])
    }

    /// The limits of the profiles that ever had any.
    static func all(_ db: Database) throws -> [ProfileLimits] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT profile.id, parentalLimits.body FROM parentalLimits
                JOIN profile ON profile.row = parentalLimits.profile ORDER BY profile.row
                """)
        return try Row.fetchAll(statement).map { row in
            let body: Data? = row[1]
            return ProfileLimits(profile: row[0], limits: try body.map(decode))
        }
    }

    private static func decode(_ body: Data) throws -> ParentalLimits {
        try CBORDecoder().decode(ParentalLimits.self, from: Array(body))
    }
}
