internal import ChaosHistory
internal import Foundation
internal import RPC
internal import SchedulerAPI

/// The weeks in which people book evenings: far in the future, so that they are empty at first.
enum ChaosCalendar {
    static let weeks = 4
    static let daysOfAWeek = 7
    /// 2040-01-02, a Monday, in seconds since 1970.
    private static let firstDay = 2_209_075_200.0
    private static let secondsOfADay = 86_400.0

    static func date(week: Int, day: Int) -> String {
        let days = Double(week * daysOfAWeek + day)
        return Date(timeIntervalSince1970: firstDay + days * secondsOfADay).formatted(.iso8601.year().month().day())
    }

    static func object(week: Int) -> String { "bookings/week-\(week + 1)" }
}

// Workload of scheduler: evenings, some for two people, some contended.
extension Worker {
    private static let minutes: Int32 = 60

    /// Evenings are booked, rescheduled and removed.
    func book() async {
        var (number, slots): (Int, [(week: Int, slot: ProgrammeSlot)]) = (0, [])
        while await isDue() {
            switch draw(0..<10) {
            case 0:
                let week = draw(0..<ChaosCalendar.weeks)
                let subject = Caller.Subject(
                    process: process, object: ChaosCalendar.object(week: week), action: .read)
                _ = try? await household.readWeek(week, as: person, subject)
            case 1...3 where !slots.isEmpty:
                let (week, slot) = slots.remove(at: draw(0..<slots.count))
                await call(
                    Scheduler.RemoveSlot(id: slot.id, version: slot.version), ChaosCalendar.object(week: week),
                    .remove(slot.title))
            default:
                number += 1
                let week = draw(0..<ChaosCalendar.weeks)
                if let slot = await book(week, label: "\(person.name) \(number)") { slots.append((week, slot)) }
            }
        }
    }

    private func book(_ week: Int, label: String) async -> ProgrammeSlot? {
        let day = ChaosCalendar.date(week: week, day: draw(0..<ChaosCalendar.daysOfAWeek))
        let start = "\(day)T\(Self.twoDigits(draw(17..<23))):\(draw(0..<2) == 0 ? "00" : "30")"
        let others = household.adults.filter { $0.profile != person.profile }
        // Half of them for two people, so that there are conflicts.
        let other = draw(0..<2) == 0 ? pick(others) : nil
        let profiles = [person.profile] + (other.map { [$0.profile] } ?? [])
        return await call(
            Scheduler.BookSlot(profiles: profiles, start: start, minutes: Self.minutes, label: label),
            ChaosCalendar.object(week: week), .add(label))
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension ChaosHousehold {
    /// Reads a week of all adults, with the booked people and times.
    ///
    /// - Throws: `RPCError`, which is recorded.
    func readWeek(_ week: Int, as person: Person, _ subject: Caller.Subject) async throws(RPCError) {
        let request = Scheduler.GetWeek(
            first: ChaosCalendar.date(week: week, day: 0), profiles: adults.map(\.profile), from: "00:00", to: "24:00")
        try await caller.call(request, as: person, subject) { week throws(RPCError) in
            Observation(week.times.map(\.slot.title), intervals: week.times.flatMap(Self.intervals))
        }
    }

    private static func intervals(of time: ProgrammeTime) -> [Observation.Interval] {
        let (start, end) = (Int64(time.start.timeIntervalSince1970), Int64(time.end.timeIntervalSince1970))
        return time.slot.profiles.map { Observation.Interval($0, time.slot.title, from: start, to: end) }
    }
}
