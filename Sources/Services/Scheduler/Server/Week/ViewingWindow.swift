/// When somebody watches, week after week: alone, or several together.
struct ViewingWindow: Hashable, Sendable {
    var id: String
    var row: Int64
    /// Who watches; never empty.
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
    func span(on date: CivilDate, _ zone: HouseholdZone) -> TimeSpan? {
        let begin = zone.moment(of: WallTime(date, start))
        let finish = zone.moment(of: WallTime(end <= start ? date + 1 : date, end))
        return begin < finish ? TimeSpan(start: begin, end: finish) : nil
    }
}
