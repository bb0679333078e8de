internal import CBOR
internal import Foundation
internal import GRDB
internal import Household

/// The household's slots.
enum SlotTable {
    private static let columns = """
        row, id, day, start, minutes, origin, rule, exceptions, card, episodes, label, isFamilyFriendly, partnerMustLike,
        reasons, version, (SELECT group_concat(profile, char(31)) FROM slotProfile WHERE item = slot.row)
        """

    static func find(_ id: String, _ db: Database) throws -> Slot? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM slot WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(slot)
    }

    /// The slots that can take place on some days: those that are once and begin then, and all that recur.
    static func slots(on days: ClosedRange<CivilDate>, _ db: Database) throws -> [Slot] {
        let sql = """
            SELECT \(columns) FROM slot WHERE rule IS NULL AND day BETWEEN ? AND ?
            UNION ALL SELECT \(columns) FROM slot WHERE rule IS NOT NULL ORDER BY 1
            """
        return try Row.fetchAll(
            try db.cachedStatement(sql: sql),
            arguments: [days.lowerBound.dayNumber, days.upperBound.dayNumber]
        ).map(slot)
    }

    /// The slots that a stretch of time is held against, and a day more on either side.
    static func timetable(_ span: TimeSpan, _ zone: HouseholdZone, _ db: Database) throws -> Timetable {
        let days = (zone.wall(at: span.start).date - 2)...(zone.wall(at: span.end).date + 2)
        return Timetable(zone: zone, slots: try slots(on: days, db))
    }

    /// - Throws: ``SchedulerError/taken`` when somebody of the slot would be in two places.
    static func check(_ slot: Slot, _ zone: HouseholdZone, _ db: Database) throws {
        let days = slot.rule == nil ? 0 : Timetable.horizonDays
        let near = try slots(on: (slot.start.date - 2)...(slot.start.date + days + 2), db)
        if let clash = Timetable(zone: zone, slots: near).clash(of: slot) { throw SchedulerError.taken(clash, zone) }
    }

    /// - Returns: the slot as it is kept.
    static func insert(_ slot: Slot, _ db: Database) throws -> Slot {
        let isFull = try Bool.fetchOne(
            db, sql: "SELECT (SELECT count(*) FROM slot) >= ?", arguments: [SchedulerLimits.slots])
        if isFull ?? false { throw SchedulerError.limitReached("slots", SchedulerLimits.slots) }
        if slot.rule != nil { try checkRecurring(db) }
        try db.cachedStatement(
            sql: "INSERT INTO slot VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [slot.id] + (try values(slot)))
        var slot = slot
        slot.row = db.lastInsertedRowID
        try put(slot.profiles, of: slot.row, db)
        return slot
    }

    static func update(_ slot: Slot, from old: Slot, _ db: Database) throws {
        if slot.rule != nil, old.rule == nil { try checkRecurring(db) }
        let sql = """
            UPDATE slot SET day = ?, start = ?, minutes = ?, origin = ?, rule = ?, exceptions = ?, card = ?, episodes = ?,
            label = ?, isFamilyFriendly = ?, partnerMustLike = ?, reasons = ?, version = ? WHERE row = ?
            """
        try db.cachedStatement(sql: sql).execute(arguments: try values(slot) + [slot.row])
        try put(slot.profiles, of: slot.row, db)
    }

    static func remove(_ slot: Slot, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM slot WHERE row = ?", arguments: [slot.row])
    }

    private static func checkRecurring(_ db: Database) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM slot WHERE rule IS NOT NULL") ?? 0
        guard count < SchedulerLimits.recurringSlots else {
            throw SchedulerError.limitReached("slots that recur", SchedulerLimits.recurringSlots)
        }
    }

    private static func put(_ profiles: Set<String>, of row: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM slotProfile WHERE item = ?").execute(arguments: [row])
        for profile in profiles.sorted() {
            try db.cachedStatement(sql: "INSERT INTO slotProfile VALUES (?, ?)").execute(arguments: [row, profile])
        }
    }

    /// Everything but the id and the profiles, in the table's order.
    private static func values(_ slot: Slot) throws -> StatementArguments {
        [
            slot.start.date.dayNumber, slot.start.time.minutes, slot.minutes, slot.origin.rawValue,
            slot.rule?.description, slot.exceptions.sorted().map(\.description).joined(separator: ","),
            try slot.show.map { Data(try CBOREncoder().encode($0.card)) }, slot.show?.episodes ?? 1, slot.label,
            slot.isFamilyFriendly, slot.partnerMustLike, slot.reasons.joined(separator: "\u{1f}"), slot.version,
        ]
    }

    private static func slot(_ row: Row) throws -> Slot {
        let (exceptions, reasons, profiles, origin): (String, String, String, String) = (
            row[7], row[13], row[15], row[5]
        )
        let (rule, card): (String?, Data?) = (row[6], row[8])
        var slot = Slot(
            id: row[1], row: row[0], profiles: Set(profiles.split(separator: "\u{1f}").map(String.init)),
            start: WallTime(CivilDate(dayNumber: row[2]), TimeOfDay(minutes: row[3])), minutes: row[4],
            origin: Slot.Origin(rawValue: origin) ?? .booked)
        slot.rule = try rule.map { try RecurrenceRule($0) }
        slot.exceptions = Set(exceptions.split(separator: ",").compactMap { CivilDate(String($0)) })
        slot.show = try card.map {
            SlotShow(card: try CBORDecoder().decode(Card.self, from: [UInt8]($0)), episodes: row[9])
        }
        slot.label = row[10]
        (slot.isFamilyFriendly, slot.partnerMustLike, slot.version) = (row[11], row[12], row[14])
        slot.reasons = reasons.split(separator: "\u{1f}").map(String.init)
        return slot
    }
}
