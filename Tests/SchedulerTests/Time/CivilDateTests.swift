import Foundation
import Testing

@testable import SchedulerService

@Suite struct CivilDateTests {
    /// Foundation's calendar is the other opinion.
    @Test func `days are those of the calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // 1800 to 2200 in steps that meet every day of the month and every weekday.
        for number in stride(from: -62_000, through: 84_000, by: 13) {
            let date = CivilDate(dayNumber: number)
            let moment = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: moment)
            #expect(date.parts == (parts.year, parts.month, parts.day), "day \(number)")
            // Foundation begins the week with Sunday.
            #expect(parts.weekday.map { ($0 + 5) % 7 + 1 } == date.weekday.number)
            #expect(CivilDate(year: date.parts.year, month: date.parts.month, day: date.parts.day) == date)
            #expect(CivilDate(date.description) == date)
        }
    }

    @Test(arguments: ["2027-02-29", "2027-13-01", "2027-1-01", "2027-01-1", "+027-01-01", "2027-01-01 ", "", "-"])
    func `what is no day is refused`(_ text: String) { #expect(CivilDate(text) == nil) }

    @Test(arguments: ["24:01", "7:30", "07:60", "07.30", "+7:30", "", "07:3a"])
    func `what is no time is refused`(_ text: String) { #expect(TimeOfDay(text) == nil) }

    @Test func `times go from midnight to midnight`() throws {
        #expect(TimeOfDay("00:00")?.minutes == 0)
        #expect(TimeOfDay("24:00")?.minutes == 1_440)
        #expect(CivilDateTime("2027-03-28T24:00") == nil)
        let newYear = try #require(CivilDate("2026-12-31"))
        #expect(CivilDateTime(newYear, TimeOfDay(minutes: 1_440)).description == "2027-01-01T00:00")
    }
}
