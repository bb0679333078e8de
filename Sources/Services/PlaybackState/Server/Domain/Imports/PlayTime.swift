internal import Foundation

/// The time of an imported play, as its file has it.
enum PlayTime: Sendable, Hashable {
    /// In milliseconds since 1970.
    case time(Int64)
    /// It has no zone: it may be off by hours, so that a play that is known would count again.
    case noZone
    /// It is none.
    case bad

    /// Reads a time by ISO 8601 (RFC 3339, section 5.6; seconds, their fraction and the zone's colon may be absent, and a
    /// space may stand for the T).
    init(_ text: String) {
        let form =
            /(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?/
            .ignoresCase()
        guard text.utf8.count <= 40, let match = text.wholeMatch(of: form), let year = Int(match.1),
            let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4), let minute = Int(match.5),
            let second = match.6.map({ Int($0) }) ?? 0, hour < 24, minute < 60, second <= 60,
            let midnight = Self.midnight(year, month, day)
        else {
            self = .bad
            return
        }
        guard let zone = match.8 else {
            self = .noZone
            return
        }
        guard let offset = Self.offset(zone) else {
            self = .bad
            return
        }
        let fraction = match.7.flatMap { Int64($0.padding(toLength: 3, withPad: "0", startingAt: 0)) } ?? 0
        self = .time(midnight + Int64(hour * 3_600 + minute * 60 + second - offset) * 1_000 + fraction)
    }

    /// Midnight of a day in UTC; nil for a day that the calendar does not have.
    private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        guard let date = calendar.date(from: DateComponents(year: year, month: month, day: day)) else { return nil }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard (parts.year, parts.month, parts.day) == (year, month, day) else { return nil }
        return Int64(date.timeIntervalSince1970) * 1_000
    }

    /// A zone's offset in seconds; nil for one of more than a day.
    private static func offset(_ zone: Substring) -> Int? {
        guard let sign = zone.first, sign == "+" || sign == "-" else { return 0 }
        let digits = zone.dropFirst().filter(\.isNumber)
        guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours < 24, minutes < 60 else {
            return nil
        }
        return (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }
}
