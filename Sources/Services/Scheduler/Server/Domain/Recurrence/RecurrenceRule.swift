/// A recurrence rule: the rule parts of RFC 5545, section 3.3.10, that select days.
///
/// Unsupported parts are rejected by name: SECONDLY to HOURLY, and BYSECOND, BYMINUTE, BYHOUR, BYYEARDAY, BYWEEKNO.
struct RecurrenceRule: Hashable, Sendable {
    var frequency: Frequency
    /// Every how many days, weeks, months or years.
    var interval = 1
    var end: End?
    /// Sorted as ``Day`` is; empty: absent, as in the other lists.
    var byDay: [Day] = []
    /// 1 to 31, or -1 for the last one, and so on.
    var byMonthDay: [Int] = []
    /// 1 to 12.
    var byMonth: [Int] = []
    /// The selected days of each day, week, month or year: 1 for the first one, -1 for the last one.
    var bySetPosition: [Int] = []
    /// The first day of the week.
    var weekStart = Weekday(number: 1)

    enum Frequency: String, Sendable, CaseIterable { case daily, weekly, monthly, yearly }

    /// The rule's end.
    enum End: Hashable, Sendable {
        /// After so many times.
        case count(Int)
        /// With this day.
        case day(CivilDate)
        /// With this moment, in seconds since 1970.
        case moment(Int)
    }

    /// A day of the week: each, or the nth of the month or year, from the end when negative.
    struct Day: Hashable, Sendable {
        var weekday: Weekday
        var ordinal: Int?
    }

    /// The longest interval, and the highest count.
    static let maximumNumber = 1_000
}

/// Why a text is no supported rule.
struct RecurrenceError: Error, Hashable, Sendable {
    /// The error, with the part's name, for people.
    let reason: String
}
