internal import Foundation

/// A stretch of time from `start` to just before `end`, in seconds since 1970.
struct TimeSpan: Hashable, Sendable {
    let start: Int
    let end: Int

    init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

    /// A stretch of so many minutes.
    init(start: Int, minutes: Int) { self.init(start: start, end: start + minutes * 60) }

    var seconds: Int { end - start }
    var minutes: Int { seconds / 60 }

    /// Whether some moment is in both.
    func overlaps(_ other: TimeSpan) -> Bool { start < other.end && other.start < end }

    func contains(_ moment: Int) -> Bool { start <= moment && moment < end }

    /// The intersection; nil when it is empty.
    func intersection(_ other: TimeSpan) -> TimeSpan? {
        overlaps(other) ? TimeSpan(start: max(start, other.start), end: min(end, other.end)) : nil
    }

    /// The difference: no span, one or two.
    func subtracting(_ other: TimeSpan) -> [TimeSpan] {
        guard overlaps(other) else { return [self] }
        return [TimeSpan(start: start, end: other.start), TimeSpan(start: other.end, end: end)]
            .filter { $0.start < $0.end }
    }
}

/// The household's time zone.
struct HouseholdTimeZone: Sendable {
    /// IANA's name.
    let name: String
    private let zone: TimeZone

    /// A time zone by IANA's name; nil when there is none of that name.
    init?(_ name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        (self.name, self.zone) = (name, zone)
    }

    private init(utc zone: TimeZone) { (name, self.zone) = ("UTC", zone) }

    /// A household's default time zone.
    static let utc = HouseholdTimeZone(utc: .gmt)

    private static let secondsPerDay = 86_400

    /// The moment of a local time, in seconds since 1970. A skipped local time is interpreted with the offset before
    /// the change, and of an ambiguous one the first counts (RFC 5545, section 3.3.5).
    func moment(of wall: CivilDateTime) -> Int {
        let unchanged = wall.minutesSince1970 * 60
        // No offset is more than a day, so these are the ones on either side of a change that could matter.
        let before = offset(at: unchanged - Self.secondsPerDay)
        let after = offset(at: unchanged + Self.secondsPerDay)
        let (early, late) = (unchanged - before, unchanged - after)
        return before == after || offset(at: early) == before || offset(at: late) != after ? early : late
    }

    /// The local time of a moment.
    func wall(at moment: Int) -> CivilDateTime {
        CivilDateTime(minutesSince1970: (moment + offset(at: moment)).floored(by: 60))
    }

    /// The moments of a day, 23 to 25 hours of them as a rule.
    func span(of date: CivilDate) -> TimeSpan {
        TimeSpan(
            start: moment(of: CivilDateTime(date, .midnight)), end: moment(of: CivilDateTime(date + 1, .midnight)))
    }

    /// The moments of several days, one after another.
    func span(of first: CivilDate, days: Int) -> TimeSpan {
        TimeSpan(start: span(of: first).start, end: span(of: first + days).start)
    }

    /// The second pass of repeated local times, when the clocks were set back in a time span or at most a day before
    /// it; nil when there is none. ``moment(of:)`` never returns one of these.
    func repeated(near span: TimeSpan) -> TimeSpan? {
        var (early, late) = (span.start - Self.secondsPerDay, span.end)
        let (before, after) = (offset(at: early), offset(at: late))
        guard before > after else { return nil }
        while late - early > 1 {
            let middle = (early + late) / 2
            if offset(at: middle) == before { early = middle } else { late = middle }
        }
        return TimeSpan(start: late, end: late + before - after)
    }

    private func offset(at moment: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
    }
}
