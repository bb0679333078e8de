import RPC
import TestSupport
import Testing

@testable import SchedulerService

@Suite struct WeekGridTests {
    private func grid(
        _ slots: [Slot], windows: [ViewingWindow] = [], first: String, from: String = "18:00", to: String = "23:00",
        zone: String = "Europe/Berlin"
    ) throws -> WeekGrid {
        let (zone, first) = (try HouseholdTimeZone.named(zone), try CivilDate.day(first))
        let from = try #require(TimeOfDay(from))
        let to = try #require(TimeOfDay(to))
        let span = WeekGrid.span(first: first, from: from, to: to, zone)
        return WeekGrid(
            of: Timetable(zone: zone, slots: slots).resolution(for: span), windows: windows, profiles: ["a", "b"],
            first: first, from: from, to: to, zone: zone)
    }

    @Test func `an evening has ten columns`() throws {
        let grid = try grid([.once("s", "2027-01-05T20:15", minutes: 45)], first: "2027-01-04")
        #expect(grid.days.map(\.date.description).first == "2027-01-04")
        #expect(grid.days.count == 7 && grid.days.allSatisfy { $0.rows.map(\.profile) == ["a", "b"] })
        let cells = grid.days[1].rows[0].cells
        #expect(cells.map(\.time.description).prefix(3) == ["18:00", "18:30", "19:00"])
        #expect(cells.count == 10)
        #expect(cells.filter { !$0.occurrences.isEmpty }.map(\.time.description) == ["20:00", "20:30"])
        #expect(!grid.days[1].rows[1].cells.contains { !$0.occurrences.isEmpty })
    }

    @Test func `free cells know their window`() throws {
        let window = ViewingWindow(
            id: "w", row: 1, profiles: ["a"], weekday: Weekday(number: 7), start: TimeOfDay(minutes: 22 * 60),
            end: TimeOfDay(minutes: 60))
        let grid = try grid([], windows: [window], first: "2027-01-04", from: "22:00", to: "02:00")
        let sunday = grid.days[6].rows[0].cells
        // From 22:00 to 01:00, over midnight.
        #expect(sunday.map { $0.window != nil } == Array(repeating: true, count: 6) + [false, false])
        // And Monday's first hour, seen from midnight on, is the Sunday's before.
        let early = try self.grid([], windows: [window], first: "2027-01-04", from: "00:00", to: "02:00")
        #expect(early.days[0].rows[0].cells.map { $0.window != nil } == [true, true, false, false])
    }

    @Test func `the nights of the change have their hours`() throws {
        let nightly = try Slot.once("n", "2027-01-01T02:30", minutes: 30).recurring("FREQ=DAILY")
        let spring = try grid([nightly], first: "2027-03-22", from: "00:00", to: "06:00").days.map { $0.rows[0].cells }
        #expect(spring.map(\.count) == [12, 12, 12, 12, 12, 12, 10])
        #expect(spring[6].map(\.time.description).contains("02:00") == false)
        // Skipped by the clocks, and an hour later by them, but not lost.
        let cells = spring.map { $0.filter { !$0.occurrences.isEmpty }.map(\.time.description) }
        #expect(cells == Array(repeating: ["02:30"], count: 6) + [["03:30"]])
        let autumn = try grid([nightly], first: "2027-10-25", from: "00:00", to: "06:00").days.map { $0.rows[0].cells }
        #expect(autumn.map(\.count) == [12, 12, 12, 12, 12, 12, 14])
        #expect(autumn[6].filter(\.isRepeated).map(\.time.description) == ["02:00", "02:30"])
        let taken = autumn[6].filter { !$0.occurrences.isEmpty }
        #expect(taken.map(\.time.description) == ["02:30"])
        #expect(taken.map(\.isRepeated) == [false])
    }

    /// Over whole weeks with a change in them, each slot is in exactly the cells that its minutes touch.
    @Test(arguments: Seeds.make(3)) func `no slot is lost doubled or moved`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for (zone, first) in [
            ("Europe/Berlin", "2027-03-25"), ("Europe/Berlin", "2027-10-28"), ("America/New_York", "2027-11-03"),
            ("Australia/Lord_Howe", "2027-04-01"),
        ] {
            let monday = try CivilDate.day(first)
            let slots = (0..<40).map { number in
                Slot(
                    id: "s\(number)", row: Int64(number), profiles: [Bool.random(using: &random) ? "a" : "b"],
                    start: CivilDateTime(
                        monday + Int.random(in: 0..<7, using: &random),
                        TimeOfDay(minutes: Int.random(in: 0..<1_440, using: &random))),
                    minutes: Int.random(in: 5...200, using: &random), origin: .booked)
            }
            let table = Timetable(zone: try .named(zone), slots: slots)
            let grid = try grid(slots, first: first, from: "00:00", to: "24:00", zone: zone)
            let span = WeekGrid.span(first: monday, from: .midnight, to: TimeOfDay(minutes: 1_440), table.zone)
            let note = "HEARTH_TEST_SEED=\(seed) \(zone)"
            var shown: [String: [TimeSpan]] = [:]
            for row in grid.days.flatMap(\.rows) {
                for cell in row.cells {
                    for occurrence in cell.occurrences {
                        #expect(occurrence.slot.profiles == [row.profile], "\(note)")
                        shown[occurrence.slot.id, default: []].append(cell.span)
                    }
                }
            }
            for occurrence in table.resolution(for: span).occurrences {
                let cells = (shown.removeValue(forKey: occurrence.slot.id) ?? []).sorted { $0.start < $1.start }
                #expect(zip(cells, cells.dropFirst()).allSatisfy { $0.end == $1.start }, "\(note)")
                let shownSpan = try #require(occurrence.span.intersection(span))
                #expect(cells.first?.contains(shownSpan.start) == true, "\(note) \(occurrence.slot.start)")
                #expect(cells.last?.contains(shownSpan.end - 1) == true, "\(note) \(occurrence.slot.start)")
            }
            #expect(shown.isEmpty, "\(note)")
        }
    }
}
