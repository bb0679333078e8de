internal import Foundation
internal import GRDB
internal import HearthModel
internal import ServiceKit

/// The household's slots.
enum SlotTable {
    private static let columns = """
        row, id, day, start, minutes, origin, rule, exceptions, content, episodes, label, isFamilyFriendly, partnerMustLike,
        reasons, version, (SELECT group_concat(profile, char(31)) FROM slotProfile WHERE item = slot.row),
        (SELECT body FROM card WHERE card.content = slot.content),
        (SELECT isGone FROM card WHERE card.content = slot.content),
        (SELECT group_concat(profile || char(30) || text, char(31)) FROM privateReason WHERE item = slot.row)
        """

    static func find(_ id: String, _ db: Database) throws -> Slot? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM slot WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(slot)
    }

    /// The slots that can take place on some days: single ones that start then, and all recurring ones.
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

    /// The slots to compare with a time span, plus a day on either side.
    static func timetable(_ span: TimeSpan, _ zone: HouseholdTimeZone, _ db: Database) throws -> Timetable {
        let days = (zone.wall(at: span.start).date - 2)...(zone.wall(at: span.end).date + 2)
        return Timetable(zone: zone, slots: try slots(on: days, db))
    }

    /// The timetable as displayed: without quarantined profiles, and without the slots that are theirs only. Clashes
    /// and edits use ``timetable(_:_:_:)``: none of their data is lost.
    static func shownTimetable(_ span: TimeSpan, _ zone: HouseholdTimeZone, _ db: Database) throws -> Timetable {
        let timetable = try timetable(span, zone, db)
        let hidden = try QuarantineTable.profiles(db)
        guard !hidden.isEmpty else { return timetable }
        return Timetable(zone: zone, slots: timetable.slots.compactMap { $0.shown(without: hidden) })
    }

    /// - Throws: ``SchedulerError/taken`` when a participant has another slot at the same time.
    static func check(
        _ slot: Slot, for viewer: Viewer, today: CivilDate, _ zone: HouseholdTimeZone, _ db: Database
    ) throws {
        let days = Timetable.horizon(of: slot, today: today)
        let near = try slots(on: (days.lowerBound - 2)...(days.upperBound + 2), db)
        if let clash = Timetable(zone: zone, slots: near).clash(of: slot, today: today) {
            throw SchedulerError.taken(clash, zone, viewer)
        }
    }

    /// - Returns: the stored slot.
    static func insert(_ slot: Slot, _ db: Database) throws -> Slot {
        let isFull = try Bool.fetchOne(
            db, sql: "SELECT (SELECT count(*) FROM slot) >= ?", arguments: [SchedulerLimits.slots])
        if isFull ?? false { throw SchedulerError.limitReached("slots", SchedulerLimits.slots) }
        if slot.rule != nil { try checkRecurring(db) }
        try db.cachedStatement(
            sql: "INSERT INTO slot VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [slot.id] + values(slot))
        var slot = slot
        slot.row = db.lastInsertedRowID
        try putParts(of: &slot, db)
        return slot
    }

    /// - Returns: the stored slot.
    @discardableResult
    static func update(_ slot: Slot, from old: Slot, _ db: Database) throws -> Slot {
        if slot.rule != nil, old.rule == nil { try checkRecurring(db) }
        let sql = """
            UPDATE slot SET day = ?, start = ?, minutes = ?, origin = ?, rule = ?, exceptions = ?, content = ?, episodes = ?,
            label = ?, isFamilyFriendly = ?, partnerMustLike = ?, reasons = ?, version = ? WHERE row = ?
            """
        try db.cachedStatement(sql: sql).execute(arguments: values(slot) + [slot.row])
        var slot = slot
        try putParts(of: &slot, db)
        if let last = old.show?.card.id, last != slot.show?.card.id { try CardTable.removeUnused(last, db) }
        return slot
    }

    static func remove(_ slot: Slot, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM slot WHERE row = ?", arguments: [slot.row])
        if let card = slot.show?.card { try CardTable.removeUnused(card.id, db) }
    }

    /// Moves the slots of a title to another one.
    static func move(_ old: ContentID, to new: ContentID, _ db: Database) throws {
        try db.execute(sql: "UPDATE slot SET content = ? WHERE content = ?", arguments: [new.rawValue, old.rawValue])
    }

    private static func checkRecurring(_ db: Database) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM slot WHERE rule IS NOT NULL") ?? 0
        guard count < SchedulerLimits.recurringSlots else {
            throw SchedulerError.limitReached("slots that recur", SchedulerLimits.recurringSlots)
        }
    }

    private static func putParts(of slot: inout Slot, _ db: Database) throws {
        if let show = slot.show { slot.show?.isAvailable = try CardTable.put(show.card, db) }
        try db.cachedStatement(sql: "DELETE FROM slotProfile WHERE item = ?").execute(arguments: [slot.row])
        for profile in slot.profiles.sorted() {
            try db.cachedStatement(sql: "INSERT INTO slotProfile VALUES (?, ?)").execute(arguments: [slot.row, profile])
        }
        try db.cachedStatement(sql: "DELETE FROM privateReason WHERE item = ?").execute(arguments: [slot.row])
        for (profile, text) in slot.privateReasons.sorted(by: { $0.key < $1.key }) {
            try db.cachedStatement(sql: "INSERT INTO privateReason VALUES (?, ?, ?)")
                .execute(arguments: [slot.row, profile, text])
        }
    }

    /// Everything but the id and the profiles, in the table's order.
    private static func values(_ slot: Slot) -> StatementArguments {
        [
            slot.start.date.dayNumber, slot.start.time.minutes, slot.minutes, slot.origin.rawValue,
            slot.rule?.description, slot.exceptions.sorted().map(\.description).joined(separator: ","),
            slot.show?.card.id.rawValue, slot.show?.episodes ?? 1, slot.label,
            slot.isFamilyFriendly, slot.partnerMustLike, slot.reasons.joined(separator: "\u{1f}"), slot.version,
        ]
    }

    private static func slot(_ row: Row) throws -> Slot {
        let (exceptions, reasons, profiles, origin): (String, String, String, String) = (
            row[7], row[13], row[15], row[5]
        )
        let (rule, card): (String?, Data?) = (row[6], row[16])
        var slot = Slot(
            id: row[1], row: row[0], profiles: Set(profiles.split(separator: "\u{1f}").map(String.init)),
            start: CivilDateTime(CivilDate(dayNumber: row[2]), TimeOfDay(minutes: row[3])), minutes: row[4],
            origin: Slot.Origin(rawValue: origin) ?? .booked)
        slot.rule = try rule.map { try RecurrenceRule($0) }
        slot.exceptions = Set(exceptions.split(separator: ",").compactMap { CivilDate(String($0)) })
        slot.show = try card.map {
            let title = try CardTable.title($0, isGone: row[17])
            return SlotShow(card: title.card, episodes: row[9], isAvailable: title.isAvailable)
        }
        slot.label = row[10]
        (slot.isFamilyFriendly, slot.partnerMustLike, slot.version) = (row[11], row[12], row[14])
        slot.reasons = reasons.split(separator: "\u{1f}").map(String.init)
        let privateReasons: String = row[18] ?? ""
        for pair in privateReasons.split(separator: "\u{1f}").map({ $0.split(separator: "\u{1e}") })
        where pair.count == 2 {
            slot.privateReasons[String(pair[0])] = String(pair[1])
        }
        return slot
    }
}
