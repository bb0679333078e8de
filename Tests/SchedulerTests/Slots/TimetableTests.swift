import RPC
import TestSupport
import Testing

@testable import SchedulerService

@Suite struct TimetableTests {
    private func clash(
        _ slot: Slot, with others: [Slot], zone: String = "Europe/Berlin", today: String = "2027-01-01"
    ) throws -> Timetable.Clash? {
        Timetable(zone: try .named(zone), slots: others).clash(of: slot, today: try .day(today))
    }

    @Test func `a booking that would overlap names what is in the way`() throws {
        let there = try Slot.once("there", "2027-01-05T20:00", minutes: 90)
        #expect(try clash(.once("new", row: 2, "2027-01-05T21:00"), with: [there])?.inTheWay.slot == there)
        #expect(try clash(.once("new", row: 2, "2027-01-05T19:01"), with: [there])?.inTheWay.slot == there)
        // One after the other is not at the same time, and neither are two people.
        #expect(try clash(.once("new", row: 2, "2027-01-05T21:30"), with: [there]) == nil)
        #expect(try clash(.once("new", row: 2, "2027-01-05T19:00"), with: [there]) == nil)
        #expect(try clash(.once("new", row: 2, of: ["b"], "2027-01-05T20:00"), with: [there]) == nil)
        #expect(try clash(.once("new", row: 2, of: ["b", "a"], "2027-01-05T20:00"), with: [there]) != nil)
        // A slot is not in its own way.
        #expect(try clash(.once("there", "2027-01-05T20:30"), with: [there]) == nil)
    }

    @Test func `a series is held against a year and more`() throws {
        let weekly = try Slot.once("weekly", "2027-01-01T20:00").recurring("FREQ=WEEKLY;BYDAY=FR")
        let late = try clash(.once("new", row: 2, "2027-12-24T20:30"), with: [weekly])
        #expect(late?.inTheWay.day.description == "2027-12-24")
        let yearly = try Slot.once("new", row: 2, "2027-12-01T20:30").recurring("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24")
        #expect(try clash(yearly, with: [weekly])?.requested.day.description == "2027-12-24")
        var free = weekly
        free.exceptions = [try .day("2027-12-24")]
        #expect(try clash(yearly, with: [free]) == nil)
    }

    /// However long ago a series began: what counts is what it would push out from today on.
    @Test func `an old series is held against what is booked now`() throws {
        let booked = try Slot.once("booked", row: 2, "2026-06-24T21:00")
        let past = try Slot.once("past", row: 3, "2026-06-17T21:00")
        var weekly = try Slot.once("weekly", "2025-01-01T20:00").recurring("FREQ=WEEKLY")
        #expect(try clash(weekly, with: [past, booked], today: "2026-06-20") == nil)
        weekly.minutes = 180
        let found = try clash(weekly, with: [past, booked], today: "2026-06-20")
        #expect(found?.inTheWay.slot.id == "booked", "what is over conflicts with nothing")
        // What begins after the horizon, and what is today already.
        #expect(try clash(weekly, with: [booked], today: "2025-05-19") == nil)
        #expect(try clash(weekly, with: [booked], today: "2025-05-20") != nil)
        #expect(try clash(weekly, with: [booked], today: "2026-06-24") != nil)
        #expect(try clash(weekly, with: [booked], today: "2026-06-25") == nil)
    }

    /// 02:30 does not exist then and becomes 03:30, where something else is.
    @Test func `the night of the change counts`() throws {
        let nightly = try Slot.once("nightly", "2027-01-01T02:30", minutes: 30).recurring("FREQ=DAILY")
        let early = try Slot.once("early", row: 2, "2027-03-01T03:30", minutes: 30).recurring("FREQ=DAILY")
        #expect(try clash(early, with: [nightly])?.requested.day.description == "2027-03-28")
        #expect(try clash(early, with: [nightly], zone: "UTC") == nil)
        // In autumn an hour comes twice: 90 minutes from the first 02:00 on end at the second 02:30.
        let long = try Slot.once("long", "2027-10-31T02:00", minutes: 90)
        #expect(try clash(.once("new", row: 2, "2027-10-31T03:00"), with: [long]) == nil)
        #expect(try clash(.once("new", row: 2, "2027-10-31T03:00"), with: [long], zone: "UTC") != nil)
    }

    @Test func `what meets only beyond the horizon is displaced by the older`() throws {
        let old = try Slot.once("old", row: 1, "2029-06-01T20:00")
        let series = try Slot.once("series", row: 2, "2027-01-01T20:00").recurring("FREQ=WEEKLY;BYDAY=FR")
        let table = Timetable(zone: try .named("Europe/Berlin"), slots: [old, series])
        #expect(table.clash(of: series, today: try .day("2027-01-01")) == nil)
        let resolution = table.resolution(for: table.zone.span(of: try .day("2029-06-01")))
        #expect(resolution.occurrences.map(\.slot.id) == ["old"])
        #expect(resolution.displaced.map(\.requested.slot.id) == ["series"])
        #expect(resolution.displaced.map(\.inTheWay.slot.id) == ["old"])
    }

    @Test func `a rule that ends at a moment ends there`() throws {
        let slot = try Slot.once("s", "2027-01-01T20:00").recurring("FREQ=DAILY;UNTIL=20270102T190000Z")
        let table = Timetable(zone: try .named("Europe/Berlin"), slots: [slot])
        let week = TimeSpan(start: table.zone.span(of: try .day("2027-01-01")).start, minutes: 7 * 1_440)
        #expect(table.resolution(for: week).occurrences.map(\.day.description) == ["2027-01-01", "2027-01-02"])
    }

    /// Books, moves, stretches, skips and cancels at random around the changes of the clocks, while two years go by; the
    /// other opinion compares all pairs.
    @Test(arguments: Seeds.make(4)) func `no profile is ever in two places`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let zones = try ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"].map(HouseholdTimeZone.named)
        let zone = zones[Int.random(in: 0..<3, using: &random)]
        let anchors = try [
            "2027-03-14", "2027-03-28", "2027-04-04", "2027-10-03", "2027-10-31", "2027-11-07", "2028-03-12",
            "2028-03-26", "2028-10-29",
        ].map(CivilDate.day)
        var slots: [Slot] = []
        var (refused, booked) = (0, 0)
        for step in 0..<Self.steps {
            let today = try CivilDate.day("2027-01-01") + step * Self.daysPerStep
            var requested: Slot
            if !slots.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
                requested = slots[Int.random(in: slots.indices, using: &random)]
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    slots.removeAll { $0.id == requested.id }
                    continue
                case 1: requested.minutes = Int.random(in: 1...12, using: &random) * 15
                default:
                    requested.start = CivilDateTime(
                        minutesSince1970: requested.start.minutesSince1970 + Int.random(in: -600...600, using: &random))
                }
            } else {
                requested = slot(step, around: anchors, &random)
            }
            let others = slots.filter { $0.id != requested.id }
            let expected = Self.overlaps(requested, others, zone, today: today)
            let clash = Timetable(zone: zone, slots: others).clash(of: requested, today: today)
            #expect((clash != nil) == expected, "HEARTH_TEST_SEED=\(seed) step \(step)")
            guard clash == nil else {
                refused += 1
                continue
            }
            slots = others + [requested]
            booked += 1
        }
        #expect(refused > 20 && booked > 20, "HEARTH_TEST_SEED=\(seed): \(refused) refused, \(booked) booked")
        // A household that moves to another time zone meets itself in new places.
        for zone in zones {
            for anchor in anchors { Self.check(slots, zone, around: anchor, "HEARTH_TEST_SEED=\(seed) \(zone.name)") }
        }
    }

    private static let steps = 250
    private static let daysPerStep = 3

    private func slot(_ step: Int, around anchors: [CivilDate], _ random: inout SplitMix64) -> Slot {
        let date = anchors[Int.random(in: anchors.indices, using: &random)] + Int.random(in: -3...3, using: &random)
        let minutes = Int.random(in: 0..<96, using: &random) * 15
        let people = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
        var slot = Slot(
            id: "s\(step)", row: Int64(step), profiles: people.isEmpty ? ["a"] : Set(people),
            start: CivilDateTime(date, TimeOfDay(minutes: minutes)),
            minutes: Int.random(in: 1...12, using: &random) * 15,
            origin: .booked)
        if Int.random(in: 0..<3, using: &random) == 0 {
            slot.rule = RecurrenceRule(
                frequency: .daily, interval: Int.random(in: 1...9, using: &random),
                end: .count(Int.random(in: 2...80, using: &random)))
            slot.exceptions = [date + Int.random(in: 0...20, using: &random)]
        }
        return slot
    }

    /// Whether a slot meets another one, where that matters: a booking wherever it is, a series between today and the
    /// horizon.
    private static func overlaps(_ slot: Slot, _ others: [Slot], _ zone: HouseholdTimeZone, today: CivilDate) -> Bool {
        let begin = max(slot.start.date, today)
        let (from, to) = (midnight(begin, zone), midnight(begin + Timetable.horizonDays + 1, zone))
        let own = times(slot, zone).filter { slot.rule == nil || $0.end > from && $0.start < to }
        return others.filter { !$0.profiles.isDisjoint(with: slot.profiles) }.contains { other in
            times(other, zone).contains { theirs in own.contains { $0.overlaps(theirs) } }
        }
    }

    private static func midnight(_ date: CivilDate, _ zone: HouseholdTimeZone) -> Int {
        zone.moment(of: CivilDateTime(date, .midnight))
    }

    /// All times of a slot: none of these rules goes on for longer than two years.
    private static func times(_ slot: Slot, _ zone: HouseholdTimeZone) -> [TimeSpan] {
        var days = [slot.start.date]
        if let rule = slot.rule, case .count(let count) = rule.end {
            days = (0..<count).map { slot.start.date + $0 * rule.interval }.filter { !slot.exceptions.contains($0) }
        }
        return days.map {
            TimeSpan(start: zone.moment(of: CivilDateTime($0, slot.start.time)), minutes: slot.minutes)
        }
    }

    /// What is answered for a fortnight: no person twice, and nothing lost that nothing is in the way of.
    private static func check(_ slots: [Slot], _ zone: HouseholdTimeZone, around anchor: CivilDate, _ note: String) {
        let span = TimeSpan(start: zone.span(of: anchor - 7).start, end: zone.span(of: anchor + 7).start)
        let resolution = Timetable(zone: zone, slots: slots).resolution(for: span)
        for (index, one) in resolution.occurrences.enumerated() {
            for other in resolution.occurrences[(index + 1)...] where one.span.overlaps(other.span) {
                #expect(
                    one.slot.profiles.isDisjoint(with: other.slot.profiles), "\(note): \(one.slot.id) \(other.slot.id)")
            }
        }
        for clash in resolution.displaced { #expect(clash.requested.span.overlaps(clash.inTheWay.span), "\(note)") }
        let there = slots.reduce(0) { sum, slot in sum + times(slot, zone).count { $0.overlaps(span) } }
        #expect(resolution.occurrences.count + resolution.displaced.count == there, "\(note)")
    }
}
