internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// Reads slots as a caller sees them: titles that its policy hides are left out, their slots are not.
struct SlotReader: Sendable {
    let visibility: Visibility
    /// Milliseconds since 1970 by the household's clock.
    let now: Int64

    /// All accounts, by source.
    func list(_ db: Database) throws -> SlotList {
        let accounts = try Row.fetchAll(
            db, sql: "SELECT source, maximum FROM slotSource WHERE seen >= ? ORDER BY source",
            arguments: [now - PlaybackLimits.slotSourceMilliseconds]
        ).map { row in
            let held = try SlotTable.held(of: row[0], db)
            return AccountSlots(
                source: row[0], maximum: row[1], used: Int32(Set(held.map(\.holder.stream)).count),
                holders: try holders(of: held, db))
        }
        return SlotList(rule: try SlotTable.rule(db), accounts: accounts)
    }

    /// Sessions that hold slots, as the caller sees them.
    func holders(of held: [SlotTable.Held], _ db: Database) throws -> [SlotHolder] {
        let profiles = try db.cachedStatement(
            sql: """
                SELECT id FROM profile WHERE row = ? AND NOT EXISTS (
                    SELECT 1 FROM quarantine q WHERE q.kind = 'profile' AND q.id = profile.id)
                """)
        let contents = try db.cachedStatement(sql: "SELECT id, audience, kind, card FROM content WHERE row = ?")
        return try held.map { one in
            var holder = SlotHolder(
                profile: try String.fetchOne(profiles, arguments: [one.owner]) ?? "", device: one.device,
                since: Date(milliseconds: one.holder.since), isSilent: one.holder.isDead(at: now) ? true : nil)
            guard let row = try Row.fetchOne(contents, arguments: [one.content]),
                visibility.allows(audience: row[1], kind: row[2])
            else { return holder }
            holder.content = ContentID(rawValue: row[0])
            holder.card = try ContentTable.decode(row[3])
            return holder
        }
    }
}
