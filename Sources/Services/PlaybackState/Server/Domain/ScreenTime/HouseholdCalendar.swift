internal import Foundation

/// Days and hours in a household's time zone.
///
/// Days are numbered from 1970-01-01, as civil dates without a zone.
struct HouseholdCalendar: Sendable {
    private let calendar: Calendar
    private let utc: Calendar

    /// - Parameter timeZone: IANA's name; UTC until the household's is known.
    init(timeZone: String?) {
        calendar = Self.calendar(timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt)
        utc = Self.calendar(.gmt)
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        return calendar
    }

    /// The day at a time in milliseconds since 1970.
    func day(at milliseconds: Int64) -> Int64 {
        let parts = calendar.dateComponents([.year, .month, .day], from: Date(milliseconds: milliseconds))
        return number(parts)
    }

    private func number(_ parts: DateComponents) -> Int64 {
        guard let date = utc.date(from: parts) else { return 0 }
        return Int64((date.timeIntervalSince1970 / 86_400).rounded(.down))
    }

    /// Midnight of a day plus so many minutes by the clock on the wall, in milliseconds since 1970. 1,440 is the next
    /// midnight; a time that a change of the clock skips is the one after it.
    func time(on day: Int64, minute: Int32) -> Int64 {
        let date = minute >= 1_440 ? civil(day + 1) : civil(day)
        var parts = date
        (parts.hour, parts.minute) = (Int(minute % 1_440) / 60, Int(minute % 60))
        guard let time = calendar.date(from: parts) else { return day * 86_400_000 + Int64(minute) * 60_000 }
        return Int64((time.timeIntervalSince1970 * 1_000).rounded())
    }

    private func civil(_ day: Int64) -> DateComponents {
        let date = Date(timeIntervalSince1970: Double(day) * 86_400)
        let parts = utc.dateComponents([.year, .month, .day], from: date)
        return DateComponents(year: parts.year, month: parts.month, day: parts.day)
    }

    /// Whether a day is a Saturday or a Sunday: day 0 was a Thursday.
    static func isWeekend(_ day: Int64) -> Bool { [2, 3].contains(((day % 7) + 7) % 7) }

    /// A day as text, `2026-11-27`.
    func text(_ day: Int64) -> String {
        let parts = civil(day)
        return
            "\(Self.padded(parts.year ?? 0, 4))-\(Self.padded(parts.month ?? 0, 2))-\(Self.padded(parts.day ?? 0, 2))"
    }

    /// A moment as the household reads it, `2026-11-27 19:30`.
    func stamp(_ milliseconds: Int64) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: Date(milliseconds: milliseconds))
        let time = "\(Self.padded(parts.hour ?? 0, 2)):\(Self.padded(parts.minute ?? 0, 2))"
        return "\(text(day(at: milliseconds))) \(time)"
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    // MARK: Weeks

    /// The week of a day by ISO 8601, `2026-W48`.
    func week(of day: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(day) * 86_400)
        let parts = utc.dateComponents([.yearForWeekOfYear, .weekOfYear], from: date)
        return "\(Self.padded(parts.yearForWeekOfYear ?? 0, 4))-W\(Self.padded(parts.weekOfYear ?? 0, 2))"
    }

    /// The Monday of a week by ISO 8601; nil for a text that is none.
    func monday(of week: String) -> Int64? {
        guard let match = week.wholeMatch(of: /(\d{4})-W(\d{2})/), let year = Int(match.1), let number = Int(match.2)
        else { return nil }
        var parts = DateComponents()
        (parts.yearForWeekOfYear, parts.weekOfYear, parts.weekday) = (year, number, 2)
        guard let date = utc.date(from: parts) else { return nil }
        let day = Int64((date.timeIntervalSince1970 / 86_400).rounded(.down))
        // A week that the year does not have is one of the next year's.
        return self.week(of: day) == week ? day : nil
    }
}
