/// The hours of a week's grid: the requested ones, or the default, widened to all windows and slots.
struct WeekHours: Hashable, Sendable {
    let from: TimeOfDay
    /// Not after ``from``: on the next day.
    let to: TimeOfDay

    private static let columnMinutes = WeekGrid.columnSeconds / 60

    /// Widens hours that were not requested to the windows and slots of some profiles, each on the day of its start.
    ///
    /// - Parameters:
    ///   - from: the start of days; nil for the earliest slot or window.
    ///   - to: the end of days; nil for the latest slot or window.
    ///   - first: the week's first day: a slot that started before it belongs to the week before.
    init(
        from: TimeOfDay?, to: TimeOfDay?, _ occurrences: [Occurrence], _ windows: [ViewingWindow],
        of profiles: Set<String>, from first: CivilDate, _ zone: HouseholdTimeZone
    ) {
        let day = TimeOfDay.minutesPerDay
        var (begin, end) = (WeekGrid.standardHours.from.minutes, WeekGrid.standardHours.to.minutes)
        for window in windows where !window.profiles.isDisjoint(with: profiles) {
            begin = min(begin, window.start.minutes)
            end = max(end, window.end.minutes + (window.end <= window.start ? day : 0))
        }
        for occurrence in occurrences where !occurrence.slot.profiles.isDisjoint(with: profiles) {
            let start = zone.wall(at: occurrence.span.start)
            guard start.date >= first else { continue }
            begin = min(begin, start.time.minutes)
            end = max(
                end, zone.wall(at: occurrence.span.end).minutesSince1970 - start.date.dayNumber * day)
        }
        begin -= begin % Self.columnMinutes
        end += (Self.columnMinutes - end % Self.columnMinutes) % Self.columnMinutes
        if from == nil, to == nil, end - begin > day { (begin, end) = (0, day) }
        let chosen = from ?? TimeOfDay(minutes: begin)
        self.from = chosen
        if let to {
            self.to = to
        } else {
            // At most a day from the start: the rest is on the next day's line.
            end = min(end, chosen.minutes + day)
            self.to = TimeOfDay(minutes: end > day ? end - day : end)
        }
    }
}
