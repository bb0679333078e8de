internal import GRDB
internal import HearthModel
internal import SchedulerAPI

/// A week as the generator would have it.
struct WeekPlan: Sendable {
    var seed: Int64
    var model: WeekModel
    /// The week, and the night after it.
    var span: TimeSpan
    /// The minutes that there were to fill.
    var freeMinutes: Int
    /// By start.
    var slots: [PlannedSlot]
    /// The units of each title at planning time.
    var parts: [ContentID: [ContentID: Int]] = [:]
    /// The ids of the generated slots that are replaced.
    var replaced: Set<String>
    /// How many titles were left out because their length is unknown.
    var withoutLength = 0
    /// Services that did not answer.
    var missing: Set<String>

    /// A slot, and the choice that it is.
    struct PlannedSlot: Sendable {
        var slot: Slot
        var placement: WeekModel.Placement
        /// The show's opinion at planning time.
        var opinion = Opinion()
    }

    /// The units of each film and series, with the number of episodes from each on.
    static func parts(of occurrences: [Occurrence]) -> [ContentID: [ContentID: Int]] {
        occurrences.compactMap(\.slot.show).reduce(into: [:]) { $0[$1.title, default: [:]][$1.card.id] = $1.episodes }
    }

    /// Stores the planned slots that still fit. Slots that were changed or booked since the plan was made stay, and so
    /// do opinions; a deleted profile is dropped. When an episode of a series is left out, so are all later ones.
    ///
    /// - Returns: the stored plan.
    func stored(_ zone: HouseholdTimeZone, _ db: Database) throws -> WeekPlan {
        var plan = self
        for id in replaced.sorted() {
            if let slot = try SlotTable.find(id, db), slot.origin == .generated {
                try SlotTable.remove(slot, db)
            } else {
                plan.replaced.remove(id)
            }
        }
        let occurrences = try SlotTable.timetable(span, zone, db).resolution(for: span).all
        let parts = Self.parts(of: occurrences)
        var torn: Set<ContentID> = []
        plan.slots = try slots.filter { planned in
            let title = planned.slot.show?.title
            let isFree = try isFree(planned.slot, occurrences, zone, db)
            if let title, try !isFree || self.parts[title] != parts[title] || !matchesOpinions(planned, db) {
                torn.insert(title)
            }
            return isFree && title.map(torn.contains) != true
        }
        for index in plan.slots.indices { plan.slots[index].slot = try SlotTable.insert(plan.slots[index].slot, db) }
        return plan
    }

    /// Whether every participant of a slot exists and is free.
    private func isFree(
        _ slot: Slot, _ occurrences: [Occurrence], _ zone: HouseholdTimeZone, _ db: Database
    ) throws -> Bool {
        let spans = slot.occurrences(in: span, zone).map(\.span)
        let isTaken = occurrences.contains { other in
            !other.slot.profiles.isDisjoint(with: slot.profiles) && spans.contains { $0.overlaps(other.span) }
        }
        return try !isTaken && !slot.profiles.contains { try ProfileTable.isDeleted($0, db) }
    }

    /// Whether the library still has a show, and its opinions are unchanged.
    private func matchesOpinions(_ planned: PlannedSlot, _ db: Database) throws -> Bool {
        guard let show = planned.slot.show else { return true }
        let isThere = try [show.card.id, show.title].allSatisfy { try CardTable.find($0, db)?.isAvailable ?? true }
        return try isThere && ShowTable.find(show.title, db)?.opinion ?? Opinion() == planned.opinion
    }

    func response(for viewer: Viewer) -> GeneratedWeek {
        GeneratedWeek(
            seed: seed, slots: slots.map { $0.slot.response(for: viewer) },
            points: Int64(model.worth(slots.map(\.placement))), replaced: Int32(replaced.count),
            freeMinutes: Int32(freeMinutes - slots.reduce(0) { $0 + $1.slot.minutes }),
            candidates: Int32(model.items.count), withoutLength: Int32(withoutLength), missing: missing.sorted())
    }
}
