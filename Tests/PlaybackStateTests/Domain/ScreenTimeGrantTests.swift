import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// Minutes that are granted beyond the limits: pure.
struct ScreenTimeGrantTests {
    private static let utc = HouseholdCalendar(timeZone: "UTC")
    /// A Tuesday.
    private static let day: Int64 = 20_000 + 4
    private static let hour: Int64 = 3_600_000

    private static func at(_ hours: Double, on day: Int64 = day) -> Int64 {
        day * 86_400_000 + Int64(hours * Double(hour))
    }

    private static func verdict(
        _ limits: ParentalLimits, _ grants: [ScreenTimeGrant], at now: Int64, watched minutes: Int64 = 0
    ) -> ScreenTimeRules.Verdict {
        ScreenTimeRules(limits: limits, calendar: utc, grants: grants)
            .verdict(at: now, watched: minutes * 60_000)
    }

    @Test func `granted minutes come on top of the day's, and of that day's alone`() {
        let limits = ParentalLimits(weekdayMinutes: 60)
        let grants = [
            ScreenTimeGrant(day: Self.day, at: Self.at(16), minutes: 30),
            ScreenTimeGrant(day: Self.day, at: Self.at(17), minutes: 15),
        ]
        #expect(Self.verdict(limits, [], at: Self.at(18), watched: 60).isBlocked)
        #expect(Self.verdict(limits, grants, at: Self.at(18), watched: 60).remainingMinutes == 45)
        #expect(Self.verdict(limits, grants, at: Self.at(18), watched: 105).isBlocked)
        #expect(Self.verdict(limits, grants, at: Self.at(18, on: Self.day + 1), watched: 60).isBlocked)
        // A day without minutes has those.
        #expect(Self.verdict(ParentalLimits(weekdayMinutes: 0), grants, at: Self.at(18)).remainingMinutes == 45)
    }

    @Test func `a grant lengthens the open hours, or opens the time from then on, to midnight at the latest`() {
        let limits = ParentalLimits(weekdayHours: [AllowedHours(420, until: 1_170)])
        let inside = [ScreenTimeGrant(day: Self.day, at: Self.at(19), minutes: 30)]
        #expect(Self.verdict(limits, inside, at: Self.at(19.25)).remainingMinutes == 45)
        #expect(Self.verdict(limits, inside, at: Self.at(20)).isBlocked)
        let outside = [ScreenTimeGrant(day: Self.day, at: Self.at(21), minutes: 60)]
        #expect(Self.verdict(limits, outside, at: Self.at(20)).isBlocked)
        #expect(Self.verdict(limits, outside, at: Self.at(21.5)).remainingMinutes == 30)
        let late = [ScreenTimeGrant(day: Self.day, at: Self.at(23.5), minutes: 120)]
        #expect(Self.verdict(limits, late, at: Self.at(23.75)).remainingMinutes == 15)
        #expect(Self.verdict(limits, late, at: Self.at(24)).isBlocked)
    }

    @Test(arguments: Seeds.make(20))
    func `a grant takes nothing away, and never adds more than it has`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let from = Int32.random(in: 0..<1_380, using: &source)
            let limits = ParentalLimits(
                weekdayMinutes: Bool.random(using: &source) ? Int32.random(in: 0...180, using: &source) : nil,
                weekdayHours: Bool.random(using: &source)
                    ? [AllowedHours(from, until: from + Int32.random(in: 1...60, using: &source))] : nil)
            let moment = Self.at(Double.random(in: 0..<23.9, using: &source))
            let watched = Int64.random(in: 0...200, using: &source)
            let grants = (0..<Int.random(in: 0...3, using: &source)).map { _ in
                ScreenTimeGrant(
                    day: Self.day, at: Int64.random(in: Self.at(0)...moment, using: &source),
                    minutes: Int32.random(in: 15...120, using: &source))
            }
            let (plain, more) = (
                Self.verdict(limits, [], at: moment, watched: watched),
                Self.verdict(limits, grants, at: moment, watched: watched)
            )
            guard let before = plain.remaining else { continue }
            // A limit of the next day may be the one that ends a time without limits of today's.
            guard let after = more.remaining else { continue }
            let sum = grants.reduce(Int64(0)) { $0 + Int64($1.minutes) * 60_000 }
            #expect(after >= before, "seed \(seed)")
            if limits.weekdayMinutes != nil, limits.weekdayHours == nil {
                #expect(after <= before + sum, "seed \(seed)")
            }
        }
    }
}
