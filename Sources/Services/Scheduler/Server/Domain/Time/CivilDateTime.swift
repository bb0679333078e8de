/// A time of day as a clock on the wall shows it, to the minute.
struct TimeOfDay: Hashable, Comparable, Sendable {
    /// Minutes since midnight, 0 to 1,440; the last is the midnight that ends the day.
    let minutes: Int

    static let midnight = TimeOfDay(minutes: 0)
    static let minutesPerDay = 1_440

    init(minutes: Int) { self.minutes = minutes }

    /// Reads `HH:mm`, 00:00 to 24:00; nil when it is anything else.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [0, 1, 3, 4].map { Int(bytes[$0]) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard minute < 60, hour * 60 + minute <= Self.minutesPerDay else { return nil }
        minutes = hour * 60 + minute
    }

    static func < (one: TimeOfDay, other: TimeOfDay) -> Bool { one.minutes < other.minutes }
}

extension TimeOfDay: CustomStringConvertible {
    /// `HH:mm`.
    var description: String { "\(Digits.padded(minutes / 60, to: 2)):\(Digits.padded(minutes % 60, to: 2))" }
}

/// A day and a time of day, in whatever time zone the household has.
struct CivilDateTime: Hashable, Comparable, Sendable {
    /// The day.
    let date: CivilDate
    /// The time, before 24:00.
    let time: TimeOfDay

    /// A time on a day; 24:00 is the next day's midnight.
    init(_ date: CivilDate, _ time: TimeOfDay) {
        self.init(minutesSince1970: date.dayNumber * TimeOfDay.minutesPerDay + time.minutes)
    }

    /// Reads `YYYY-MM-DDTHH:mm`; nil when it is anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CivilDate(String(parts[0])), let time = TimeOfDay(String(parts[1])),
            time.minutes < TimeOfDay.minutesPerDay
        else { return nil }
        self.init(date, time)
    }

    /// Creates it from minutes since 1970 of a clock without changes.
    init(minutesSince1970 minutes: Int) {
        date = CivilDate(dayNumber: minutes.floored(by: TimeOfDay.minutesPerDay))
        time = TimeOfDay(minutes: minutes.modulo(TimeOfDay.minutesPerDay))
    }

    /// Minutes since 1970 of a clock without changes.
    var minutesSince1970: Int { date.dayNumber * TimeOfDay.minutesPerDay + time.minutes }

    static func < (one: CivilDateTime, other: CivilDateTime) -> Bool { one.minutesSince1970 < other.minutesSince1970 }
}

extension CivilDateTime: CustomStringConvertible {
    /// `YYYY-MM-DDTHH:mm`.
    var description: String { "\(date)T\(time)" }
}
