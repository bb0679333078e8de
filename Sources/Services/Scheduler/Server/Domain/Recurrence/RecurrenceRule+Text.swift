extension RecurrenceRule: CustomStringConvertible {
    /// The rule as RFC 5545 writes it, always the same for the same rule.
    var description: String {
        var parts = ["FREQ=\(frequency.rawValue.uppercased())"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        switch end {
        case .count(let count): parts.append("COUNT=\(count)")
        case .day(let day): parts.append("UNTIL=\(day.compact)")
        case .moment(let moment): parts.append("UNTIL=\(UTCTimestamp.text(moment))")
        case nil: break
        }
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
        }
        add("BYMONTH", byMonth.map(String.init))
        add("BYMONTHDAY", byMonthDay.map(String.init))
        add("BYDAY", byDay.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.rfc5545 })
        add("BYSETPOS", bySetPosition.map(String.init))
        if weekStart.number != 1 { parts.append("WKST=\(weekStart.rfc5545)") }
        return parts.joined(separator: ";")
    }
}

extension CivilDate {
    /// `YYYYMMDD`.
    var compact: String { description.split(separator: "-").joined() }
}

/// Moments as RFC 5545 writes them.
enum UTCTimestamp {
    /// `YYYYMMDDTHHMMSSZ` of seconds since 1970.
    static func text(_ moment: Int) -> String {
        let wall = CivilDateTime(minutesSince1970: moment.floored(by: 60))
        let (hour, minute) = (wall.time.minutes / 60, wall.time.minutes % 60)
        let clock = [hour, minute, moment.modulo(60)].map { Digits.padded($0, to: 2) }.joined()
        return "\(wall.date.compact)T\(clock)Z"
    }
}
