internal import GRDB
internal import Household
internal import SchedulerAPI

/// A week as the generator would have it.
struct WeekPlan: Sendable {
    var seed: Int64
    var model: WeekModel
    /// The week, and the night after it.
    var span: TimeSpan
    /// The minutes that there were to fill.
    var freeMinutes: Int
    var slots: [PlannedSlot]
    /// The ids of the generated slots that make room.
    var replaced: Set<String>
    /// How many titles were left out as nobody knows how long they take.
    var withoutLength = 0
    /// Services that did not answer.
    var missing: Set<String>

    /// A slot, and the choice that it is.
    struct PlannedSlot: Sendable {
        var slot: Slot
        var placement: WeekModel.Placement
    }

    /// Keeps what of it still fits. What somebody has changed or booked since it was made stays, and who was deleted since
    /// watches nothing.
    ///
    /// - Returns: the plan as it is kept.
    func kept(_ zone: HouseholdZone, _ db: Database) throws -> WeekPlan {
        var plan = self
        for id in replaced.sorted() {
            if let slot = try SlotTable.find(id, db), slot.origin == .generated {
                try SlotTable.remove(slot, db)
            } else {
                plan.replaced.remove(id)
            }
        }
        let taken = try SlotTable.timetable(span, zone, db).answer(for: span).taken
        plan.slots = try slots.filter { planned in
            let spans = planned.slot.occurrences(in: span, zone).map(\.span)
            let isTaken = taken.contains { other in
                !other.slot.profiles.isDisjoint(with: planned.slot.profiles)
                    && spans.contains { $0.overlaps(other.span) }
            }
            return try !isTaken && !planned.slot.profiles.contains { try PersonTable.isDeleted($0, db) }
        }
        for index in plan.slots.indices { plan.slots[index].slot = try SlotTable.insert(plan.slots[index].slot, db) }
        return plan
    }

    func answer(for viewer: Viewer) -> GeneratedWeek {
        GeneratedWeek(
            seed: seed, slots: slots.map { $0.slot.answer(for: viewer) },
            points: Int64(model.worth(slots.map(\.placement))), replaced: Int32(replaced.count),
            freeMinutes: Int32(freeMinutes - slots.reduce(0) { $0 + $1.slot.minutes }),
            candidates: Int32(model.items.count), withoutLength: Int32(withoutLength), missing: missing.sorted())
    }
}
