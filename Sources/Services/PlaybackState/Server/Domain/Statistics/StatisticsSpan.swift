internal import PlaybackStateAPI
internal import RPC

/// The days or weeks of a question about statistics: pure, of the question and today.
struct StatisticsSpan: Sendable {
    /// The days from the first to today.
    let days: ClosedRange<Int64>
    /// The names of the days or weeks, in order.
    let names: [String]
    private let calendar: HouseholdCalendar
    private let isByWeek: Bool

    /// - Throws: INVALID_ARGUMENT with the field that is out of range.
    init(days: Int32?, weeks: Int32? = nil, today: Int64, _ calendar: HouseholdCalendar) throws(RPCError) {
        typealias Request = PlaybackState.GetStatistics
        self.calendar = calendar
        isByWeek = weeks != nil
        if let weeks {
            guard days == nil else { throw .invalidArgument("weeks", "name days or weeks: one of the two.") }
            guard (1...Request.maximumWeeks).contains(weeks) else {
                throw .invalidArgument("weeks", "must be between 1 and \(Request.maximumWeeks).")
            }
            // Day 0 was a Thursday.
            let monday = today - (((today + 3) % 7) + 7) % 7
            let first = monday - Int64(weeks - 1) * 7
            self.days = first...today
            names = (0..<Int64(weeks)).map { calendar.week(of: first + $0 * 7) }
        } else {
            let count = days ?? Request.standardDays
            guard (1...Request.maximumDays).contains(count) else {
                throw .invalidArgument("days", "must be between 1 and \(Request.maximumDays).")
            }
            self.days = (today - Int64(count) + 1)...today
            names = self.days.map { calendar.text($0) }
        }
    }

    /// The place in ``names`` of a day of the span.
    private func place(of day: Int64) -> Int { Int((day - days.lowerBound) / (isByWeek ? 7 : 1)) }

    /// The milliseconds of days, by day or week: each one of the span.
    func periods(_ times: some Sequence<(day: Int64, milliseconds: Int64)>) -> [WatchedPeriod] {
        var sums = [Int64](repeating: 0, count: names.count)
        for (day, milliseconds) in times where days.contains(day) { sums[place(of: day)] += milliseconds }
        return zip(names, sums).map { WatchedPeriod($0, seconds: $1 / 1_000) }
    }

    /// The length of lists.
    ///
    /// - Throws: INVALID_ARGUMENT when it is out of range.
    static func limit(_ limit: Int32?) throws(RPCError) -> Int {
        let limit = limit ?? PlaybackState.GetStatistics.standardLimit
        guard (1...PlaybackState.GetStatistics.maximumLimit).contains(limit) else {
            throw .invalidArgument("limit", "must be between 1 and \(PlaybackState.GetStatistics.maximumLimit).")
        }
        return Int(limit)
    }
}
