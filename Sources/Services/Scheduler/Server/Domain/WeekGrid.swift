/// Seven days as a table: a row for each profile and day, a column for each half hour.
struct WeekGrid: Hashable, Sendable {
    var days: [Day]

    struct Day: Hashable, Sendable {
        var date: CivilDate
        var rows: [Row]
    }

    struct Row: Hashable, Sendable {
        var profile: String
        var cells: [Cell]
    }

    struct Cell: Hashable, Sendable {
        var span: TimeSpan
        /// The local time of its start.
        var time: TimeOfDay
        /// Whether the clocks have shown that time on this day before.
        var isRepeated: Bool
        /// The occurrences in it, by start; more than one where slots are short.
        var occurrences: [Occurrence]
        /// The window that it is in, when it is free.
        var window: ViewingWindow?
    }

    /// The length of a column, in seconds.
    static let columnSeconds = 1_800
    /// The hours shown by default.
    static let standardHours = (from: TimeOfDay(minutes: 18 * 60), to: TimeOfDay(minutes: 23 * 60))
    static let dayCount = 7

    /// Lays out the seven days from `first` on, each from one time to another; when the latter is not after the former,
    /// it is the next day's.
    ///
    /// A column is half an hour that passes, whatever the clocks show: a day on which they skip an hour has two columns
    /// less, and one on which they go back two more.
    init(
        of timetable: Timetable.Resolution, windows: [ViewingWindow], profiles: [String], first: CivilDate,
        from: TimeOfDay, to: TimeOfDay, zone: HouseholdTimeZone
    ) {
        days = (0..<Self.dayCount).map { offset in
            let date = first + offset
            let columns = Self.columns(date, from: from, to: to, zone)
            let open = windows.flatMap { window in
                // Yesterday's may reach past midnight.
                [date - 1, date, date + 1].filter { $0.weekday == window.weekday }
                    .compactMap { day in window.span(on: day, zone).map { (window, $0) } }
            }
            let rows = profiles.map { profile in
                let own = timetable.occurrences.filter { $0.slot.profiles.contains(profile) }
                let ownOpen = open.filter { $0.0.profiles.contains(profile) }
                let cells = columns.map { column in
                    let on = own.filter { $0.span.overlaps(column.span) }
                    let window = on.isEmpty ? ownOpen.first { $0.1.overlaps(column.span) }?.0 : nil
                    return Cell(
                        span: column.span, time: column.time, isRepeated: column.isRepeated, occurrences: on,
                        window: window)
                }
                return Row(profile: profile, cells: cells)
            }
            return Day(date: date, rows: rows)
        }
    }

    /// The stretch of time that a grid shows, from the first day's first column to the last day's last one.
    static func span(first: CivilDate, from: TimeOfDay, to: TimeOfDay, _ zone: HouseholdTimeZone) -> TimeSpan {
        let last = first + dayCount - 1
        return TimeSpan(
            start: zone.moment(of: CivilDateTime(first, from)),
            end: max(
                zone.moment(of: CivilDateTime(to <= from ? last + 1 : last, to)),
                zone.moment(of: CivilDateTime(last, from)))
        )
    }

    private static func columns(
        _ date: CivilDate, from: TimeOfDay, to: TimeOfDay, _ zone: HouseholdTimeZone
    ) -> [(span: TimeSpan, time: TimeOfDay, isRepeated: Bool)] {
        let start = zone.moment(of: CivilDateTime(date, from))
        let end = zone.moment(of: CivilDateTime(to <= from ? date + 1 : date, to))
        var shown: Set<CivilDateTime> = []
        return stride(from: start, to: end, by: columnSeconds).map { moment in
            let wall = zone.wall(at: moment)
            let isRepeated = !shown.insert(wall).inserted
            return (TimeSpan(start: moment, end: min(moment + columnSeconds, end)), wall.time, isRepeated)
        }
    }
}
