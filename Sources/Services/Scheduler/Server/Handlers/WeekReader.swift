internal import Access
internal import HearthModel
internal import RPC
internal import SchedulerAPI

/// Reads the schedule: as a grid, the current slot, or a calendar.
struct WeekReader: Sendable {
    private let store: SchedulerStore

    init(store: SchedulerStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.GetWeek.self) { request, call in try await week(request, for: call.viewer) }
        handlers.on(Scheduler.Now.self) { _, call in try await now(for: call.viewer) }
        handlers.on(Scheduler.ExportCalendar.self) { request, call in try await calendar(request, for: call.viewer) }
    }

    private func week(_ request: Scheduler.GetWeek, for viewer: Viewer) async throws -> ProgrammeWeek {
        let from = try request.from.map { try RequestValidation.time($0, "from") }
        let to = try request.to.map { try RequestValidation.time($0, "to", isEnd: true) }
        let own = try viewer.actingProfile
        if let profiles = request.profiles, !(1...SchedulerLimits.profiles).contains(profiles.count) {
            throw RPCError.invalidArgument(
                "profiles", "must be between 1 and \(SchedulerLimits.profiles) profiles' ids.")
        }
        let now = store.now
        return try await store.read(for: viewer) { db, facts in
            let zone = facts.zone
            let first = try RequestValidation.week(request.first, in: facts, now: now)
            let days = zone.span(of: first, days: WeekGrid.dayCount)
            var timetable = try SlotTable.shownTimetable(days, zone, db)
            var resolution = timetable.resolution(for: days)
            let windows = try WindowTable.shown(db)
            let others = Set(resolution.occurrences.flatMap(\.slot.profiles) + windows.flatMap(\.profiles)).subtracting(
                [
                    own
                ])
            let profiles = request.profiles ?? [own] + others.sorted()
            let hours = WeekHours(
                from: from, to: to, resolution.occurrences, windows, of: Set(profiles), from: first, zone)
            // The whole days, plus the displayed hours after the last midnight.
            let shown = WeekGrid.span(first: first, from: hours.from, to: hours.to, zone)
            let span = TimeSpan(start: min(days.start, shown.start), end: max(days.end, shown.end))
            if span != days {
                timetable = try SlotTable.shownTimetable(span, zone, db)
                resolution = timetable.resolution(for: span)
            }
            let grid = WeekGrid(
                of: resolution, windows: windows, profiles: profiles, first: first, from: hours.from, to: hours.to,
                zone: zone)
            return ProgrammeWeek(
                timeZone: zone.name, days: grid.days.map { $0.response(for: viewer) },
                times: resolution.occurrences.map { $0.response(for: viewer, zone) },
                displaced: resolution.displaced.map {
                    DisplacedTime(
                        time: $0.requested.response(for: viewer, zone),
                        inTheWay: $0.inTheWay.response(for: viewer, zone))
                })
        }
    }

    private func now(for viewer: Viewer) async throws -> ProgrammeNow {
        let now = store.now
        return try await store.read(for: viewer) { db, facts in
            let span = TimeSpan(start: now, end: now + SchedulerLimits.nextSeconds)
            let all = try SlotTable.shownTimetable(span, facts.zone, db).resolution(for: span).occurrences
            // The next one of each person, once where they watch together.
            var (next, listed): ([Occurrence], Set<String>) = ([], [])
            for occurrence in all where occurrence.span.start > now && !occurrence.slot.profiles.isSubset(of: listed) {
                next.append(occurrence)
                listed.formUnion(occurrence.slot.profiles)
            }
            return ProgrammeNow(
                timeZone: facts.zone.name,
                now: all.filter { $0.span.contains(now) }.map { $0.response(for: viewer, facts.zone) },
                next: next.map { $0.response(for: viewer, facts.zone) })
        }
    }

    private func calendar(_ request: Scheduler.ExportCalendar, for viewer: Viewer) async throws -> CalendarFeed {
        let days = try RequestValidation.number(
            request.days ?? Int32(WeekGrid.dayCount), 1...SchedulerLimits.calendarDays, "days")
        let now = store.now
        return try await store.read(for: viewer) { db, facts in
            let zone = facts.zone
            let first = try RequestValidation.week(request.first, in: facts, now: now)
            let span = zone.span(of: first, days: days)
            let occurrences = try SlotTable.shownTimetable(span, zone, db).resolution(for: span).occurrences
            guard occurrences.count <= SchedulerLimits.calendarEvents else {
                throw RPCError.invalidArgument(
                    "days", "has \(occurrences.count) events; ask for fewer than \(SchedulerLimits.calendarEvents).")
            }
            let events = occurrences.map { occurrence in
                let slot = occurrence.slot.response(for: viewer)
                return ICalendarWriter.Event(
                    id: "\(slot.id)-\(occurrence.day.compact)@\(viewer.household).hearth", span: occurrence.span,
                    title: slot.shownTitle,
                    description: slot.reasons.isEmpty ? nil : "Why: " + slot.reasons.joined(separator: ", "),
                    version: slot.version, isBusy: occurrence.slot.origin != .placeholder)
            }
            return CalendarFeed(
                text: ICalendarWriter.calendar(named: facts.name, events: events, stamp: now),
                events: Int32(events.count))
        }
    }
}
