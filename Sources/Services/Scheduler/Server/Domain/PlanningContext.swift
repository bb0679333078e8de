internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// The data that a week's plan is made from.
struct PlanningContext: Sendable {
    var facts: HouseholdContext
    var windows: [ViewingWindow]
    var timetable: Timetable
    var shows: [ContentID: ShowRow]
    /// Titles that the library has removed, of all that are stored here.
    var gone: Set<ContentID>
    /// The quarantined profiles: nothing is planned for them, and slots that they take part in stay.
    var quarantined: Set<String>
    var first: CivilDate
    var now: Int

    /// Reads it.
    ///
    /// - Parameter first: the week's first day, by the household's zone and the time that it is, in seconds since 1970.
    static func read(
        _ store: SchedulerStore, for viewer: Viewer,
        _ first: @escaping @Sendable (HouseholdContext, Int) throws -> CivilDate
    ) async throws -> PlanningContext {
        let now = store.now
        return try await store.read(for: viewer) { db, facts in
            let first = try first(facts, now)
            return PlanningContext(
                facts: facts, windows: try WindowTable.shown(db),
                timetable: try SlotTable.timetable(span(first, facts.zone), facts.zone, db),
                shows: try ShowTable.all(db), gone: try CardTable.gone(db),
                quarantined: try QuarantineTable.profiles(db), first: first, now: now)
        }
    }

    /// The week, and the night after it: windows may cross midnight.
    static func span(_ first: CivilDate, _ zone: HouseholdTimeZone) -> TimeSpan {
        TimeSpan(start: zone.span(of: first).start, end: zone.span(of: first + WeekGrid.dayCount).end)
    }

    /// All occurrences in it.
    var occurrences: [Occurrence] { timetable.resolution(for: Self.span(first, facts.zone)).all }

    /// The ids of the viewer's generated slots that have not started: a new plan replaces them.
    func replaceable(for viewer: Viewer) throws -> Set<String> {
        let profile = try viewer.actingProfile
        let start = max(facts.zone.span(of: first).start, now)
        let week = TimeSpan(start: start, end: facts.zone.span(of: first + WeekGrid.dayCount).start)
        let generated = timetable.resolution(for: week).all.filter {
            $0.slot.origin == .generated && $0.slot.profiles.contains(profile)
                && viewer.mayChange($0.slot.profiles) && $0.slot.profiles.isDisjoint(with: quarantined)
                && week.contains($0.span.start)
        }
        return Set(generated.map(\.slot.id))
    }

    /// The same without some slots.
    func without(_ ids: Set<String>) -> PlanningContext {
        var ground = self
        ground.timetable = Timetable(zone: facts.zone, slots: timetable.slots.filter { !ids.contains($0.id) })
        return ground
    }

    /// The candidates left after the week's existing slots: nothing repeats, and series continue after them.
    func left(of candidates: [Candidate]) -> [Candidate] {
        var planned: [ContentID: Int] = [:]
        for show in occurrences.compactMap(\.slot.show) {
            planned[show.card.id] = max(planned[show.card.id] ?? 0, show.episodes)
        }
        return candidates.compactMap { candidate in
            guard planned[candidate.card.id] == nil else { return nil }
            var candidate = candidate
            if let last = candidate.units.indices.last(where: { planned[candidate.units[$0].id] != nil }) {
                let count = last + (planned[candidate.units[last].id] ?? 1)
                candidate.units.removeFirst(min(candidate.units.count, count))
            }
            return candidate.units.isEmpty ? nil : candidate
        }
    }
}
