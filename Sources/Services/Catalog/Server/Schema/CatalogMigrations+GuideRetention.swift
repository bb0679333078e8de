internal import CBOR
internal import Foundation
internal import GRDB

extension CatalogMigrations {
    static let longProgrammes = [
        // An index of the few that run for more than four hours, so that a lookup need not scan a month.
        """
        CREATE INDEX programme_long ON programme (channel, start, stop, born, died) WHERE stop - start > 14400
        """
    ]

    private static let past = [
        // The days of catch-up that a channel's list offers, to find channels that offer more than a week.
        "ALTER TABLE entry ADD COLUMN catchupDays INTEGER",
        "CREATE INDEX entry_by_catchup ON entry (catchupDays, item) WHERE catchupDays > 7",
        // The value of `{catchup-id}`.
        "ALTER TABLE programme ADD COLUMN catchupID TEXT",
        // Past programmes are looked up channel by channel.
        "DROP INDEX programme_by_stop",
    ]

    /// The days, as `entry.tags` stored them then.
    private struct Days: Decodable {
        var catchupDays: Int64?

        private enum CodingKeys: Int, CodingKey { case catchupDays = 15 }
    }

    /// Adds the columns, and extracts the days from the stored links: an unchanged list does not write them again.
    static func makePast(_ db: Database) throws {
        for statement in past { try db.execute(sql: statement) }
        let rows = try Row.fetchCursor(db, sql: "SELECT row, tags FROM entry WHERE kind = \(KindBit.channel)")
        var found: [(row: Int64, days: Int64)] = []
        while let row = try rows.next() {
            let tags = try CBORDecoder().decode(Days.self, from: [UInt8](row[1] as Data))
            if let days = tags.catchupDays { found.append((row[0], days)) }
        }
        for entry in found {
            try db.cachedStatement(sql: "UPDATE entry SET catchupDays = ? WHERE row = ?")
                .execute(arguments: [entry.days, entry.row])
        }
    }
}
