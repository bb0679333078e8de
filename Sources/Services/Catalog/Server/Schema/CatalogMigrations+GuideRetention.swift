internal import CBOR
internal import Foundation
internal import GRDB

extension CatalogMigrations {
    static let longProgrammes = [
        // The few that run for more than four hours, so that who looks for them need not look at all of a month.
        """
        CREATE INDEX programme_long ON programme (channel, start, stop, born, died) WHERE stop - start > 14400
        """
    ]

    private static let past = [
        // For how many days a channel's list offers past programmes, so that those are found that offer more than a week.
        "ALTER TABLE entry ADD COLUMN catchupDays INTEGER",
        "CREATE INDEX entry_by_catchup ON entry (catchupDays, item) WHERE catchupDays > 7",
        // What `{catchup-id}` stands for.
        "ALTER TABLE programme ADD COLUMN catchupID TEXT",
        // What is over is looked for channel by channel.
        "DROP INDEX programme_by_stop",
    ]

    /// The days, as `entry.tags` had them then.
    private struct Days: Decodable {
        var catchupDays: Int64?

        private enum CodingKeys: Int, CodingKey { case catchupDays = 15 }
    }

    /// Adds the columns, and takes the days out of what is stored of the links: an unchanged list does not write them again.
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
