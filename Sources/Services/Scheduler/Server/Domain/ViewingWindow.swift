/// A weekly viewing window, of one profile or several.
struct ViewingWindow: Hashable, Sendable {
    var id: String
    var row: Int64
    /// The viewers; never empty.
    var profiles: Set<String>
    var weekday: Weekday
    var start: TimeOfDay
    /// Not after the start: on the next day.
    var end: TimeOfDay
    var label: String?
    var isFamilyFriendly = false
    var partnerMustLike = false
    var version: Int64 = 1

    /// The window on a day, which must be of its weekday; nil when the clocks skip it altogether.
    func span(on date: CivilDate, _ zone: HouseholdTimeZone) -> TimeSpan? {
        let begin = zone.moment(of: CivilDateTime(date, start))
        let finish = zone.moment(of: CivilDateTime(end <= start ? date + 1 : date, end))
        return begin < finish ? TimeSpan(start: begin, end: finish) : nil
    }

    private static let minutesPerWeek = 7 * TimeOfDay.minutesPerDay

    /// Whether both overlap in a week of seven 24-hour days. A window that continues after Sunday's midnight reaches
    /// into Monday.
    func overlaps(_ other: ViewingWindow) -> Bool {
        let (begin, otherBegin) = (minuteOfWeek, other.minuteOfWeek)
        return (otherBegin - begin).modulo(Self.minutesPerWeek) < minutes
            || (begin - otherBegin).modulo(Self.minutesPerWeek) < other.minutes
    }

    private var minuteOfWeek: Int { (weekday.number - 1) * TimeOfDay.minutesPerDay + start.minutes }

    /// How long it is on a day of 24 hours.
    private var minutes: Int {
        end.minutes - start.minutes + (end <= start ? TimeOfDay.minutesPerDay : 0)
    }
}
