internal import Basics

extension RecurrenceRule {
    /// The rule's days within a range, starting at `first`. An UNTIL with a time is not evaluated here: days have none.
    ///
    /// `first` itself is included only when the rule has it. The work is bounded by the periods from `first` to the
    /// range's end, and for a rule without COUNT by those of the range.
    func days(from first: CivilDate, in range: ClosedRange<CivilDate>) -> [CivilDate] {
        var last = range.upperBound
        if case .day(let day) = end { last = min(last, day) }
        var left = Int.max
        if case .count(let count) = end { left = count }
        guard first <= last else { return [] }
        var days: [CivilDate] = []
        // A rule with COUNT must be followed from its start.
        var period = left == .max ? max(0, periods(from: first, to: range.lowerBound) - 1) : 0
        while let dates = candidates(inPeriod: period, from: first), left > 0, dates.start <= last {
            for day in chosen(dates.days) where day >= first && day <= last && left > 0 {
                left -= 1
                if day >= range.lowerBound { days.append(day) }
            }
            period += 1
        }
        return days
    }

    /// The whole periods between two days, rounded down.
    private func periods(from first: CivilDate, to day: CivilDate) -> Int {
        let (one, other) = (first.parts, day.parts)
        let units =
            switch frequency {
            case .daily: day - first
            case .weekly: (day - first).floored(by: 7)
            case .monthly: (other.year - one.year) * 12 + other.month - one.month
            case .yearly: other.year - one.year
            }
        return units.floored(by: interval)
    }

    private static let lastYear = 9_999

    /// The first day of a period, and its days that the rule's lists select, in order; nil after the year 9999.
    private func candidates(
        inPeriod period: Int, from first: CivilDate
    ) -> (start: CivilDate, days: [CivilDate])? {
        let (year, month, _) = first.parts
        switch frequency {
        case .daily:
            let day = first + period * interval
            return (day, isBeforeEnd(through: day) ? [day] : [])
        case .weekly:
            let start = first - (first.weekday.number - weekStart.number).modulo(7) + 7 * period * interval
            let selected = byDay.isEmpty ? [first.weekday] : byDay.map(\.weekday)
            let days = (0..<7).map { start + $0 }
            return (start, days.filter { selected.contains($0.weekday) && includesMonth($0.parts.month) })
        case .monthly:
            let index = year * 12 + month - 1 + period * interval
            guard index / 12 <= Self.lastYear, let start = CivilDate(year: index / 12, month: index % 12 + 1, day: 1)
            else { return nil }
            return (start, includesMonth(index % 12 + 1) ? days(ofMonth: index % 12 + 1, year: index / 12, first) : [])
        case .yearly:
            let year = year + period * interval
            guard year <= Self.lastYear, let start = CivilDate(year: year, month: 1, day: 1) else { return nil }
            return (start, yearMonths(first).flatMap { days(ofMonth: $0, year: year, first) })
        }
    }

    /// The months of a year that a yearly rule selects.
    private func yearMonths(_ first: CivilDate) -> [Int] {
        if !byMonth.isEmpty { return byMonth }
        return byDay.isEmpty && byMonthDay.isEmpty ? [first.parts.month] : Array(1...12)
    }

    private func days(ofMonth month: Int, year: Int, _ first: CivilDate) -> [CivilDate] {
        let length = GregorianDay.daysInMonth(month, of: year)
        let selected = byDay.isEmpty && byMonthDay.isEmpty ? first.parts.day...first.parts.day : 1...length
        return selected.compactMap { CivilDate(year: year, month: month, day: $0) }.filter(isBeforeEnd(through:))
    }

    private func includesMonth(_ month: Int) -> Bool { byMonth.isEmpty || byMonth.contains(month) }

    private func isBeforeEnd(through day: CivilDate) -> Bool {
        let (year, month, number) = day.parts
        let length = GregorianDay.daysInMonth(month, of: year)
        guard includesMonth(month) else { return false }
        guard byMonthDay.isEmpty || byMonthDay.contains(number) || byMonthDay.contains(number - length - 1) else {
            return false
        }
        guard !byDay.isEmpty else { return true }
        // Numbers count within the month, unless a yearly rule names no months.
        guard frequency == .yearly, byMonth.isEmpty, let newYear = CivilDate(year: year, month: 1, day: 1) else {
            return isSelected(day.weekday, index: number - 1, of: length)
        }
        let yearLength = 337 + GregorianDay.daysInMonth(2, of: year)
        return isSelected(day.weekday, index: day - newYear, of: yearLength)
    }

    /// Whether a weekday is wanted that is the `index`th day, from 0, of a month or year.
    private func isSelected(_ weekday: Weekday, index: Int, of length: Int) -> Bool {
        byDay.contains { day in
            guard day.weekday == weekday else { return false }
            guard let ordinal = day.ordinal else { return true }
            return ordinal == index / 7 + 1 || ordinal == -((length - 1 - index) / 7 + 1)
        }
    }

    /// The days of a period that BYSETPOS selects.
    private func chosen(_ days: [CivilDate]) -> [CivilDate] {
        guard !bySetPosition.isEmpty else { return days }
        return days.indices.filter { bySetPosition.contains($0 + 1) || bySetPosition.contains($0 - days.count) }
            .map { days[$0] }
    }
}
