internal import ArgumentParser
internal import Foundation

/// Formats times in a time zone.
struct WallClock {
    private let calendar: Calendar
    private let now: Date
    /// The note below times of another zone than the machine's; nil where both show the same.
    let label: String?

    /// - Parameter machine: the machine's time zone, which may differ.
    init(timeZone: TimeZone, now: Date, machine: TimeZone? = nil) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
        self.now = now
        let isOther = machine.map { $0.secondsFromGMT(for: now) != timeZone.secondsFromGMT(for: now) } ?? false
        label = isOther ? "Times are the household's: \(timeZone.identifier)." : nil
    }

    /// The same clock at another moment.
    func at(_ now: Date) -> WallClock { WallClock(timeZone: calendar.timeZone, now: now) }

    /// `2026-01-31`.
    func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

    /// `20:15`; with the day when it is another one.
    func time(_ date: Date) -> String {
        let parts = calendar.dateComponents([.month, .day, .hour, .minute], from: date)
        let time = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
        if calendar.isDate(date, inSameDayAs: now) { return time }
        return String(format: "%02d-%02d ", parts.month ?? 0, parts.day ?? 0) + time
    }

    /// `2026-01-31 20:15`.
    func stamp(_ date: Date) -> String {
        let time = time(date)
        return "\(day(date)) \(time.suffix(5))"
    }

    /// The moment of `20:15` today, of `01-31 20:15` in the year that is nearest, as ``time(_:)`` shows it, or of an ISO 8601
    /// text; nil for anything else.
    func date(_ text: String) -> Date? {
        if let date = try? Date(text, strategy: .iso8601) { return date }
        let words = text.split(separator: " ")
        guard (1...2).contains(words.count), let time = Self.numbers(words[words.count - 1], ":"),
            (0..<24).contains(time.0), (0..<60).contains(time.1)
        else { return nil }
        guard words.count == 2 else {
            return calendar.date(bySettingHour: time.0, minute: time.1, second: 0, of: now)
        }
        guard let day = Self.numbers(words[0], "-") else { return nil }
        let year = calendar.component(.year, from: now)
        let parts = [year - 1, year, year + 1].map {
            DateComponents(year: $0, month: day.0, day: day.1, hour: time.0, minute: time.1)
        }
        let dates = parts.filter { $0.isValidDate(in: calendar) }.compactMap { calendar.date(from: $0) }
        return dates.min { abs($0.timeIntervalSince(now)) < abs($1.timeIntervalSince(now)) }
    }

    /// The moment that an argument names.
    ///
    /// - Throws: `ValidationError` for anything that ``date(_:)`` does not know.
    func moment(_ text: String, of argument: String) throws -> Date {
        if let date = date(text) { return date }
        throw ValidationError(
            "\(argument) takes a time like 20:15, \"01-31 20:15\" or 2026-01-31T20:15:00Z, not \(text).")
    }

    private static func numbers(_ text: Substring, _ separator: Character) -> (Int, Int)? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let first = parts[0], let second = parts[1] else { return nil }
        return (first, second)
    }
}
