import Foundation
import HearthModel
import RPC
import SchedulerAPI
import Synchronization

/// The scheduler as its contract has it: one window, one film on Friday, and what is asked of it.
final class FakeScheduler: Sendable {
    private struct State {
        var windows: [ProgrammeWindow] = []
        var slots = [FakeScheduler.film]
        var missing: [String] = []
    }

    private let state = Mutex(State())

    /// The services that it could not reach.
    func setMissing(_ services: [String]) { state.withLock { $0.missing = services } }

    private static var card: Card { Card(id: "m1", kind: .movie, title: "Film", rating: .pg) }

    static var film: ProgrammeSlot {
        ProgrammeSlot(
            id: "s1", version: 3, kind: .generated, profiles: ["p1"], start: "2027-01-08T20:00", minutes: 95, rule: nil,
            exceptions: [], card: card, isAvailable: true, episodes: 1, title: "Film", isFamilyFriendly: false,
            partnerMustLike: false,
            reasons: ["it is in your queue", "it fits the time"])
    }

    private static func time(_ slot: ProgrammeSlot) -> ProgrammeTime {
        ProgrammeTime(
            slot: slot, day: "2027-01-08", localStart: slot.start, localEnd: "2027-01-08T21:35",
            start: Date(timeIntervalSince1970: 0), end: Date(timeIntervalSince1970: 60))
    }

    private static func cell(_ time: String, _ slots: [String], _ label: String, window: String? = nil) -> ProgrammeCell
    {
        ProgrammeCell(
            time: time, isRepeated: false, start: Date(timeIntervalSince1970: 0),
            state: slots.isEmpty ? .free : CellState(.generated), label: label, isFamilyFriendly: false, slots: slots,
            window: window)
    }

    var handlers: RPCHandlers<Scheduler> {
        var handlers = RPCHandlers<Scheduler>()
        addWindows(to: &handlers)
        addSlots(to: &handlers)
        addWeek(to: &handlers)
        handlers.on(Scheduler.SetShow.self) { request, _ in
            ProgrammeShow(
                card: Self.card, approvedBy: request.approval == .yes ? ["p1"] : [], refusedBy: [], vetoedBy: [],
                isBingeable: request.isBingeable ?? false, isMaybe: false, moods: request.moods ?? [])
        }
        handlers.on(Scheduler.ListShows.self) { _, _ in ShowList(shows: []) }
        return handlers
    }

    private func addWindows(to handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.AddWindow.self) { request, _ in
            let taken = self.state.withLock { $0.windows.contains { $0.dayOfWeek == request.dayOfWeek } }
            guard !taken else {
                throw RPCError(
                    .failedPrecondition, "A window.", details: [RPCErrorDetail(SchedulerProblem(.windowTaken))])
            }
            let count = self.state.withLock(\.windows.count)
            let window = ProgrammeWindow(
                id: "w\(count + 1)", version: 1, profiles: request.profiles ?? ["p1"], dayOfWeek: request.dayOfWeek,
                start: request.start, end: request.end, label: request.label,
                isFamilyFriendly: request.isFamilyFriendly ?? false, partnerMustLike: request.partnerMustLike ?? false)
            self.state.withLock { $0.windows.append(window) }
            return window
        }
        handlers.on(Scheduler.RemoveWindow.self) { request, _ in
            let known = self.state.withLock { state in
                defer { state.windows.removeAll { $0.id == request.id && $0.version == request.version } }
                return state.windows.contains { $0.id == request.id }
            }
            guard known else {
                throw RPCError(.notFound, "No window.", details: [RPCErrorDetail(SchedulerProblem(.unknownWindow))])
            }
            return Empty()
        }
        handlers.on(Scheduler.ListWindows.self) { _, _ in
            WindowList(windows: self.state.withLock(\.windows), timeZone: "Europe/Berlin")
        }
    }

    private func addSlots(to handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.GetSlot.self) { request, _ in try self.slot(request.id) }
        handlers.on(Scheduler.BookSlot.self) { request, _ in
            var slot = Self.film
            (slot.id, slot.start, slot.minutes) = ("s2", request.start, request.minutes ?? 95)
            slot.title = request.label ?? (request.content == nil ? "TV" : "Film")
            self.state.withLock { [slot] in $0.slots.append(slot) }
            return slot
        }
        handlers.on(Scheduler.EditSlot.self) { request, _ in
            var slot = try self.slot(request.id, request.version)
            slot.start = request.start ?? slot.start
            return slot
        }
        handlers.on(Scheduler.RemoveSlot.self) { request, _ in
            _ = try self.slot(request.id, request.version)
            return SlotRemoved(slot: nil)
        }
        handlers.on(Scheduler.VetoSlot.self) { request, _ in
            let slot = try self.slot(request.id, request.version)
            let other = SlotAlternative(
                card: Card(id: "m2", kind: .movie, title: "Other", rating: .g), episodes: 1, title: "Other",
                profiles: ["p1"], start: slot.start, minutes: 90, isFamilyFriendly: false, partnerMustLike: false,
                reasons: ["it fits the time"], points: 900)
            return SlotVetoed(
                start: slot.start, alternatives: [other], shortage: nil, missing: self.state.withLock(\.missing))
        }
    }

    private func addWeek(to handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.GetWeek.self) { _, _ in
            let cells = [
                Self.cell("19:30", [], "Free", window: "w1"), Self.cell("20:00", ["s1"], "Film"),
                Self.cell("20:30", ["s1"], "Film"), Self.cell("21:00", [], "Free"),
            ]
            let day = ProgrammeDay(date: "2027-01-08", rows: [ProgrammeRow(profile: "p1", cells: cells)])
            return ProgrammeWeek(
                timeZone: "Europe/Berlin", days: [day], times: [Self.time(Self.film)], displaced: [])
        }
        handlers.on(Scheduler.Now.self) { _, _ in
            ProgrammeNow(timeZone: "Europe/Berlin", now: [Self.time(Self.film)], next: [])
        }
        handlers.on(Scheduler.GenerateWeek.self) { request, _ in
            GeneratedWeek(
                seed: request.seed ?? 7, slots: [Self.film], points: 1_000, replaced: 0, freeMinutes: 25,
                candidates: 12, withoutLength: 3,
                missing: self.state.withLock(\.missing))
        }
        handlers.on(Scheduler.ExportCalendar.self) { _, _ in
            CalendarFeed(text: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", events: 0)
        }
    }

    private func slot(_ id: String, _ version: Int64 = 3) throws -> ProgrammeSlot {
        guard let slot = state.withLock({ state in state.slots.first { $0.id == id } }) else {
            throw RPCError(.notFound, "No slot.", details: [RPCErrorDetail(SchedulerProblem(.unknownSlot))])
        }
        guard slot.version == version else {
            throw RPCError(.aborted, "Changed.", details: [RPCErrorDetail(SchedulerProblem(.changedMeanwhile))])
        }
        return slot
    }
}
