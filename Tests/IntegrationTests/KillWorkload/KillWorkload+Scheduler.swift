import Foundation
import RPC
import SchedulerAPI
import TestSupport

// Bookings that are made, moved and removed, and two callers who want the same evenings.
extension KillWorkload {
    var schedulerWork: [WorkloadTask] {
        Self.inLanes { await bookings($0) } + ["one", "other"].map { name in { await evenings(name) } }
    }

    /// Of so many bookings one stays.
    private static let stays = 8
    private static let minutes: Int32 = 60
    /// After so many weeks without anything there is nothing more: lanes book day after day.
    private static let emptyWeeks = 4

    /// A time of the drill's calendar, which begins on a Monday.
    private static func start(_ day: Int, _ time: String) -> String { "\(date(day))T\(time)" }

    private static func date(_ day: Int) -> String {
        Date(timeIntervalSince1970: 2_209_075_200 + Double(day) * 86_400).formatted(.iso8601.year().month().day())
    }

    /// Books an hour of each day, moves it, and removes most of them.
    private func bookings(_ lane: Int) async {
        var day = 0
        while !ledger.isOver {
            day += 1
            let (first, then) = (Self.start(day, "0\(lane * 2):00"), Self.start(day, "0\(lane * 2):30"))
            guard var slot = await book("lane \(lane), day \(day)", first) else { continue }
            let isMoved = await ledger.set("slot", slot.title, to: then, by: "EditSlot") { () async throws(RPCError) in
                var edit = Scheduler.EditSlot(id: slot.id, version: slot.version)
                edit.start = then
                slot = try await clients.scheduler.send(edit, options: options)
                return true
            }
            guard isMoved == nil, day % Self.stays != 0 else { continue }
            await ledger.set("slot", slot.title, to: CallLedger.nothing, by: "RemoveSlot") {
                () async throws(RPCError) in
                let removal = Scheduler.RemoveSlot(id: slot.id, version: slot.version)
                return try await clients.scheduler.send(removal, options: options).slot == nil
            }
        }
    }

    /// Books an evening that another person books, too: one of the two is refused.
    private func evenings(_ name: String) async {
        var day = 0
        while !ledger.isOver {
            day += 1
            await book("\(name), day \(day)", Self.start(day, name == "one" ? "20:00" : "20:30"))
        }
    }

    @discardableResult
    private func book(_ label: String, _ start: String) async -> ProgrammeSlot? {
        var slot: ProgrammeSlot?
        await ledger.set("slot", label, to: start, by: "BookSlot") { () async throws(RPCError) in
            slot = try await clients.scheduler.send(
                Scheduler.BookSlot(start: start, minutes: Self.minutes, label: label), options: options)
            return true
        }
        return slot
    }

    func schedulerFaults() async throws -> [String] {
        var (found, faults, last): ([(id: String, value: String)], [String], ProgrammeTime?) = ([], [], nil)
        var (day, empty) = (0, 0)
        while empty < Self.emptyWeeks {
            let week = try await clients.scheduler.send(
                Scheduler.GetWeek(first: Self.date(day), from: "00:00", to: "24:00"), options: clients.options())
            for time in week.times {
                if let last, time.start < last.end { faults.append("\(time.slot.title) begins in \(last.slot.title)") }
                last = time
                found.append((time.slot.title, time.slot.start))
            }
            faults += week.displaced.map { "\($0.time.slot.title) was kept beside \($0.inTheWay.slot.title)" }
            (day, empty) = (day + 7, week.times.isEmpty ? empty + 1 : 0)
        }
        return faults + ledger.faults(of: "slot", found: found)
    }
}
