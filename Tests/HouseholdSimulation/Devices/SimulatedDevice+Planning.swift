import ChaosHistory
import Foundation
import HearthModel
import RPC
import SchedulerAPI

/// A time of the programme's week.
struct BookedTime {
    /// 0 for Monday.
    let day: Int
    /// Quarters of an hour after the evening begins.
    let quarter: Int
    let minutes: Int

    /// `2031-03-12T18:45`.
    var start: String {
        let minutes = quarter * 15
        return "2031-03-\(10 + day)T\(18 + minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
}

extension SimulatedDevice {
    /// What windows and bookings of a person are called; a visitor's name is looked for in the end.
    private func label(_ kind: String, _ id: String, _ who: String) -> String { "\(kind)-\(id)-\(who)" }

    func addWindow(day: Int, hour: Int, as who: String, _ id: String) async -> Bool {
        let label = label("window", id, who)
        let request = Scheduler.AddWindow(
            dayOfWeek: Int32(day + 1), start: "\(hour):00", end: "\(hour + 1):00", label: label)
        let window = await call(request, as: who, on: windows(of: who), .add(label))
        if let window { run.results[id] = .planned(id: window.id, version: window.version, label: label) }
        return true
    }

    /// A visitor's windows go with the visitor.
    private func windows(of who: String) -> String { run.visitors[who] == nil ? "windows" : "windows/\(who)" }

    private func planned(_ id: String) -> (id: String, version: Int64, label: String)? {
        guard case .planned(let planned, let version, let label)? = run.results[id] else { return nil }
        return (planned, version, label)
    }

    func removeWindow(_ add: String, as who: String) async -> Bool {
        guard let window = planned(add) else { return false }
        let request = Scheduler.RemoveWindow(id: window.id, version: window.version)
        _ = await call(request, as: who, on: windows(of: who), .remove(window.label))
        return true
    }

    func book(_ time: BookedTime, with others: [String], as who: String, _ id: String) async -> Bool {
        let label = label("booking", id, who)
        let people = ([who] + others).compactMap(run.profile)
        let request = Scheduler.BookSlot(
            profiles: people, start: time.start, minutes: Int32(time.minutes), label: label)
        let slot = await call(request, as: who, on: "bookings", .add(label))
        if let slot {
            run.results[id] = .planned(id: slot.id, version: slot.version, label: label)
            run.days[id] = time
        }
        return true
    }

    func moveBooking(_ book: String, to quarter: Int, as who: String) async -> Bool {
        guard let slot = planned(book), let time = run.days[book] else { return false }
        var request = Scheduler.EditSlot(id: slot.id, version: slot.version)
        request.start = BookedTime(day: time.day, quarter: quarter, minutes: time.minutes).start
        if let moved = await call(request, as: who, on: "bookings") {
            run.results[book] = .planned(id: moved.id, version: moved.version, label: slot.label)
        }
        return true
    }

    func cancelBooking(_ book: String, as who: String) async -> Bool {
        guard let slot = planned(book) else { return false }
        let request = Scheduler.RemoveSlot(id: slot.id, version: slot.version)
        _ = await call(request, as: who, on: "bookings", .remove(slot.label))
        return true
    }

    func readWeek(_ monday: Int, as who: String) async -> Bool {
        // A child is told of others' times that they are taken, and no more.
        let isWhole = monday == 0 && who != Person.emil.rawValue
        let request = Scheduler.GetWeek(first: PlanGenerator.mondays[monday])
        let object = isWhole ? "bookings" : "bookings-seen/\(who)"
        let week = await call(request, as: who, on: object, isWhole ? .read : .other) { week in
            let labels = week.times.map(\.slot.title).filter { $0.hasPrefix("booking-") }
            return Observation(isWhole ? labels : [], intervals: week.times.flatMap(Self.intervals))
        }
        guard let week else { return false }
        for clash in week.displaced {
            run.report("no-overlap", "displaced", object, "\(clash.time.slot.title) was kept beside another")
        }
        return true
    }

    private static func intervals(_ time: ProgrammeTime) -> [Observation.Interval] {
        time.slot.profiles.map { profile in
            Observation.Interval(
                profile, time.slot.title, from: Int64(time.start.timeIntervalSince1970),
                to: Int64(time.end.timeIntervalSince1970))
        }
    }

    func planWeek(_ monday: Int, as who: String) async -> Bool {
        let request = Scheduler.GenerateWeek(first: PlanGenerator.mondays[monday], seed: 1)
        _ = await call(request, as: who, on: "bookings-seen/\(who)")
        return true
    }

    func readWindows(as who: String) async -> Bool {
        await call(Scheduler.ListWindows(), as: who, on: windows(of: who), .read) { list in
            let labels = list.windows.compactMap(\.label)
            return Observation(labels.filter { label in run.visitors.keys.allSatisfy { !label.hasSuffix("-\($0)") } })
        } != nil
    }

    /// Windows that are still there of a person who was deleted.
    func readWindowsOfVisitors(as who: String) async -> Bool {
        await call(Scheduler.ListWindows(), as: who, on: "all-windows", .read) { list in
            Observation(list.windows.compactMap(\.label))
        } != nil
    }
}
