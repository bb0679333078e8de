import Foundation
import PlaybackStateAPI
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// What parental limits allow at which moment.
struct ScreenTimeRulesTests {
    private static let berlin = HouseholdCalendar(timeZone: "Europe/Berlin")

    /// A moment in Berlin, in milliseconds since 1970.
    private static func at(_ day: String, _ time: String) throws -> Int64 {
        let parts = (day.split(separator: "-") + time.split(separator: ":")).compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let date = calendar.date(
            from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4]))
        return Int64(try #require(date).timeIntervalSince1970 * 1_000)
    }

    private static func minutes(_ count: Int64) -> Int64 { count * 60_000 }

    private static func verdict(
        _ limits: ParentalLimits, _ day: String, _ time: String, watched: Int64 = 0
    ) throws -> ScreenTimeRules.Verdict {
        ScreenTimeRules(limits: limits, calendar: berlin).verdict(at: try at(day, time), watched: minutes(watched))
    }

    // 2026-11-27 is a Friday.
    @Test func `weekdays and weekends have minutes of their own`() throws {
        let limits = ParentalLimits(weekdayMinutes: 60, weekendMinutes: 120)
        let friday = try Self.verdict(limits, "2026-11-27", "15:00", watched: 50)
        #expect(friday.remaining == Self.minutes(10) && friday.limit == .minutes && friday.warning == 15)
        let used = try Self.verdict(limits, "2026-11-27", "15:00", watched: 60)
        #expect(used.isBlocked && used.limit == .minutes)
        #expect(try used.blockedUntil == Self.at("2026-11-28", "00:00"))
        let saturday = try Self.verdict(limits, "2026-11-28", "15:00", watched: 60)
        #expect(saturday.remaining == Self.minutes(60) && saturday.warning == nil)
        let free = try Self.verdict(ParentalLimits(weekdayMinutes: 60), "2026-11-28", "15:00", watched: 900)
        #expect(free.remaining == nil && !free.isBlocked && free.limit == nil)
    }

    @Test func `a day without minutes is passed over, and no day at all has no end`() throws {
        let weekends = ParentalLimits(weekdayMinutes: 0, weekendHours: [AllowedHours(540, until: 1_080)])
        let monday = try Self.verdict(weekends, "2026-11-23", "15:00")
        #expect(monday.isBlocked && monday.limit == .minutes)
        #expect(try monday.blockedUntil == Self.at("2026-11-28", "09:00"))
        let never = try Self.verdict(ParentalLimits(weekdayMinutes: 0, weekendMinutes: 0), "2026-11-23", "15:00")
        #expect(never.isBlocked && never.blockedUntil == nil)
    }

    @Test func `hours end the time, and one span may pass midnight`() throws {
        let limits = ParentalLimits(
            weekdayMinutes: 600,
            weekdayHours: [AllowedHours(420, until: 480), AllowedHours(1_200, until: 60)],
            weekendHours: [AllowedHours(600, until: 1_440)])
        let morning = try Self.verdict(limits, "2026-11-26", "07:50")
        #expect(morning.remaining == Self.minutes(10) && morning.limit == .hours)
        let noon = try Self.verdict(limits, "2026-11-26", "12:00")
        #expect(noon.isBlocked && noon.limit == .hours)
        #expect(try noon.blockedUntil == Self.at("2026-11-26", "20:00"))
        let late = try Self.verdict(limits, "2026-11-26", "23:30")
        #expect(late.remaining == Self.minutes(90))
        // Friday's span ends on Saturday at one; Saturday's own begins at ten.
        #expect(try Self.verdict(limits, "2026-11-28", "00:30").remaining == Self.minutes(30))
        let night = try Self.verdict(limits, "2026-11-28", "01:00")
        #expect(try night.isBlocked && night.blockedUntil == Self.at("2026-11-28", "10:00"))
        // Spans that touch are one: Saturday's ends where Sunday has not begun.
        #expect(try Self.verdict(limits, "2026-11-28", "23:00").remaining == Self.minutes(60))
        let joined = ParentalLimits(
            weekdayHours: [AllowedHours(0, until: 600), AllowedHours(600, until: 720)])
        #expect(try Self.verdict(joined, "2026-11-26", "09:00").remaining == Self.minutes(180))
    }

    @Test func `a day on which the clock is changed has the hours of the clock on the wall`() throws {
        // On 2026-10-25 three o'clock comes twice, on 2026-03-29 two o'clock not at all.
        let limits = ParentalLimits(weekendHours: [AllowedHours(0, until: 600)])
        #expect(try Self.verdict(limits, "2026-10-25", "00:00").remaining == Self.minutes(11 * 60))
        #expect(try Self.verdict(limits, "2026-03-29", "00:00").remaining == Self.minutes(9 * 60))
    }

    @Test(arguments: [(16, nil), (15, 15), (6, 15), (5, 5), (2, 5), (1, 1), (0, 1)] as [(Int64, Int32?)])
    func `warnings come at 15, 5 and 1 minutes`(remaining: Int64, warning: Int32?) throws {
        let limits = ParentalLimits(weekdayMinutes: 60)
        #expect(try Self.verdict(limits, "2026-11-26", "12:00", watched: 60 - remaining).warning == warning)
    }

    /// What is allowed minute by minute, against the verdict.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a verdict's end and next beginning are those of the minutes one by one`(seed: UInt64) throws {
        var source = SplitMix64(seed: seed)
        func hours() -> [AllowedHours]? {
            guard Bool.random(using: &source) else { return nil }
            return (0..<Int.random(in: 1...3, using: &source)).map { _ in
                let from = Int32.random(in: 0..<1_440, using: &source)
                return AllowedHours(from, until: (from + Int32.random(in: 1..<1_440, using: &source)) % 1_440 + 1)
            }.filter { $0.from != $0.until }
        }
        let limits = ParentalLimits(
            weekdayMinutes: ([nil, 0, 30, 600] as [Int32?]).randomElement(using: &source) ?? nil,
            weekendMinutes: ([nil, 0, 90] as [Int32?]).randomElement(using: &source) ?? nil, weekdayHours: hours(),
            weekendHours: hours())
        // UTC has no change of the clock.
        let rules = ScreenTimeRules(limits: limits, calendar: HouseholdCalendar(timeZone: "UTC"))
        func isAllowed(_ minute: Int64) -> Bool {
            let (day, part) = (minute / 1_440, Int32(minute % 1_440))
            func spans(_ day: Int64) -> [AllowedHours] {
                (HouseholdCalendar.isWeekend(day) ? limits.weekendHours : limits.weekdayHours)
                    ?? [AllowedHours(0, until: 1_440)]
            }
            let today = spans(day).contains { $0.from <= part && (part < $0.until || $0.until < $0.from) }
            return today || spans(day - 1).contains { $0.until < $0.from && part < $0.until }
        }
        for _ in 0..<20 {
            let now = Int64.random(in: 20_000 * 1_440..<20_100 * 1_440, using: &source)
            let watched = Int64.random(in: 0...100, using: &source)
            let verdict = rules.verdict(at: now * 60_000, watched: watched * 60_000)
            let left = rules.minutes(on: now / 1_440).map { max(0, Int64($0) - watched) }
            #expect(verdict.isBlocked == (!isAllowed(now) || left == 0), "seed \(seed)")
            if verdict.isBlocked {
                let end: Int64 = (now / 1_440 + 9) * 1_440
                var next: Int64?
                for minute in now..<end where next == nil && isAllowed(minute) {
                    let isToday = minute / 1_440 == now / 1_440
                    let hasMinutes = isToday ? left != 0 : rules.minutes(on: minute / 1_440) != 0
                    if hasMinutes { next = minute }
                }
                #expect(verdict.blockedUntil == next.map { $0 * 60_000 }, "seed \(seed)")
            } else if let remaining = verdict.remaining {
                let range: Range<Int64> = now..<(now + 20_000)
                let end: Int64? = range.first { !isAllowed($0) }.map { $0 - now }
                #expect(remaining / 60_000 == min(left ?? .max, end ?? .max), "seed \(seed)")
            }
        }
    }

    @Test func `weeks are those of ISO 8601`() throws {
        let calendar = Self.berlin
        let day = calendar.day(at: try Self.at("2026-11-27", "00:30"))
        #expect(calendar.text(day) == "2026-11-27" && calendar.week(of: day) == "2026-W48")
        #expect(calendar.monday(of: "2026-W48").map(calendar.text) == "2026-11-23")
        // The first days of 2027 are in a week of 2026, which has 53.
        #expect(calendar.monday(of: "2026-W53").map(calendar.text) == "2026-12-28")
        for wrong in ["2027-W53", "2026-W00", "2026-W54", "2026-48", "2026-W4", "", "w"] {
            #expect(calendar.monday(of: wrong) == nil, "\(wrong)")
        }
        // An unknown zone is UTC's.
        #expect(HouseholdCalendar(timeZone: "Mars/Olympus").day(at: 86_400_000) == 1)
        #expect(HouseholdCalendar(timeZone: "Asia/Tokyo").day(at: 86_400_000 - 1) == 1)
    }
}
