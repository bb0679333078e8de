internal import Basics

/// A day of the Gregorian calendar, in no particular time zone.
struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    let dayNumber: Int

    /// The day that is so many days after 1970-01-01.
    init(dayNumber: Int) { self.dayNumber = dayNumber }

    /// A day by its parts; nil when the month has no such day.
    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...GregorianDay.daysInMonth(month, of: year)).contains(day) else {
            return nil
        }
        dayNumber = GregorianDay.number(year: year, month: month, day: day)
    }

    /// Reads `YYYY-MM-DD`; nil when it is anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 < 0x3a && $0 != 0x2b })
        else { return nil }
        guard let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month and day.
    var parts: (year: Int, month: Int, day: Int) { GregorianDay.parts(of: dayNumber) }

    /// The day of the week.
    var weekday: Weekday { Weekday(number: (dayNumber + 3).modulo(7) + 1) }

    static func < (one: CivilDate, other: CivilDate) -> Bool { one.dayNumber < other.dayNumber }
    static func + (date: CivilDate, days: Int) -> CivilDate { CivilDate(dayNumber: date.dayNumber + days) }
    static func - (date: CivilDate, days: Int) -> CivilDate { CivilDate(dayNumber: date.dayNumber - days) }
    /// The days from one to the other.
    static func - (end: CivilDate, start: CivilDate) -> Int { end.dayNumber - start.dayNumber }
}

extension CivilDate: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    var description: String {
        let (year, month, day) = parts
        return "\(Digits.padded(year, to: 4))-\(Digits.padded(month, to: 2))-\(Digits.padded(day, to: 2))"
    }
}

/// A day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
struct Weekday: Hashable, Sendable {
    let number: Int

    /// The day with a number from 1 to 7.
    init(number: Int) { self.number = number }

    private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Its English name.
    var name: String { Self.names[(number - 1).modulo(Self.names.count)] }
}

/// Numbers as text.
enum Digits {
    /// A non-negative number, zero-padded.
    static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int {
    /// The quotient, rounded down.
    func floored(by divisor: Int) -> Int { (self - modulo(divisor)) / divisor }

    /// The rest that is never negative.
    func modulo(_ divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
