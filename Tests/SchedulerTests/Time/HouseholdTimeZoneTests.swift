import Testing

@testable import SchedulerService

/// Every quarter of an hour around changes of the clocks, against RFC 5545's words: a time that is shown is the first
/// moment that shows it, one that is skipped is reckoned by the offset before.
@Suite struct HouseholdTimeZoneTests {
    /// A zone, and a day in the middle of a change.
    private static let changes = [
        ("Europe/Berlin", "2027-03-28"), ("Europe/Berlin", "2027-10-31"), ("America/New_York", "2027-03-14"),
        ("America/New_York", "2027-11-07"), ("Australia/Lord_Howe", "2027-04-04"),
        ("Australia/Lord_Howe", "2027-10-03"),
        ("Pacific/Apia", "2011-12-30"), ("Asia/Kathmandu", "2027-06-01"), ("America/Sao_Paulo", "2018-11-04"),
        ("Africa/Casablanca", "2027-02-07"), ("UTC", "2027-06-01"),
    ]

    @Test(arguments: changes) func `times are reckoned as the standard says`(_ name: String, _ day: String) throws {
        let zone = try #require(HouseholdTimeZone(name))
        let date = try #require(CivilDate(day))
        let around = TimeSpan(start: (date - 4).dayNumber * 86_400, end: (date + 4).dayNumber * 86_400)
        var first: [CivilDateTime: Int] = [:]
        for moment in stride(from: around.start, to: around.end, by: 900) {
            let wall = zone.wall(at: moment)
            if first[wall] == nil { first[wall] = moment }
        }
        for minutes in stride(from: -1_440, to: 2 * 1_440, by: 15) {
            let wall = CivilDateTime(minutesSince1970: date.dayNumber * 1_440 + minutes)
            let moment = zone.moment(of: wall)
            if let expected = first[wall] {
                #expect(moment == expected, "\(wall)")
            } else {
                // The last moment whose clock is behind the gap, and what the clock would show if it had gone on.
                let before = try #require(first.filter { $0.key < wall }.max { $0.key < $1.key })
                #expect(
                    moment == before.value + (wall.minutesSince1970 - before.key.minutesSince1970) * 60, "\(wall)")
            }
        }
    }

    @Test(arguments: changes) func `what is shown again is found`(_ name: String, _ day: String) throws {
        let zone = try #require(HouseholdTimeZone(name))
        let date = try #require(CivilDate(day))
        for hour in -24..<48 {
            let start = date.dayNumber * 86_400 + hour * 3_600
            let span = TimeSpan(start: start, end: start + 9 * 3_600)
            let repeated = zone.repeated(near: span)
            for moment in stride(from: span.start, to: span.end, by: 900) {
                #expect((zone.moment(of: zone.wall(at: moment)) != moment) == repeated?.contains(moment) ?? false)
            }
        }
    }

    @Test func `the standards own cases`() throws {
        let zone = try #require(HouseholdTimeZone("America/New_York"))
        func stamp(_ text: String) throws -> String {
            UTCTimestamp.text(zone.moment(of: try #require(CivilDateTime(text))))
        }
        // RFC 5545, 3.3.5: the first 1:30 is EDT; 2:30 on the day of the gap is 3:30 EDT.
        #expect(try stamp("2007-11-04T01:30") == "20071104T053000Z")
        #expect(try stamp("2007-03-11T02:30") == "20070311T073000Z")
    }

    @Test func `days have as many hours as they have`() throws {
        let zone = try #require(HouseholdTimeZone("Europe/Berlin"))
        func hours(_ day: String) throws -> Int { zone.span(of: try #require(CivilDate(day))).seconds / 3_600 }
        #expect(try [hours("2027-03-28"), hours("2027-03-29"), hours("2027-10-31")] == [23, 24, 25])
        #expect(HouseholdTimeZone("Europe/Atlantis") == nil)
    }
}
