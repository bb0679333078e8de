extension RecurrenceRule {
    /// Reads `FREQ=WEEKLY;BYDAY=MO,WE`, with or without `RRULE:` before it.
    ///
    /// - Throws: ``RecurrenceError``.
    init(_ text: String) throws(RecurrenceError) {
        let text = text.uppercased()
        let body = text.hasPrefix("RRULE:") ? text.dropFirst("RRULE:".count) : text[...]
        guard body.utf8.count <= Self.maximumBytes else {
            throw RecurrenceError(reason: "has more than \(Self.maximumBytes) bytes.")
        }
        var parts: [Substring: Substring] = [:]
        for part in body.split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { throw RecurrenceError(reason: "\(part) is no part like FREQ=WEEKLY.") }
            guard parts.updateValue(pair[1], forKey: pair[0]) == nil else {
                throw RecurrenceError(reason: "\(pair[0]) is there twice.")
            }
        }
        guard let frequency = parts.removeValue(forKey: "FREQ") else {
            throw RecurrenceError(reason: "FREQ is missing.")
        }
        guard let known = Frequency(rawValue: frequency.lowercased()) else {
            throw RecurrenceError(
                reason: "FREQ=\(frequency) is not supported: DAILY, WEEKLY, MONTHLY and YEARLY are.")
        }
        self.init(frequency: known)
        for (name, value) in parts.sorted(by: { $0.key < $1.key }) { try read(name, value) }
        try checkCombination(hasCountAndUntil: parts["COUNT"] != nil && parts["UNTIL"] != nil)
    }

    private static let maximumBytes = 500

    private mutating func read(_ name: Substring, _ value: Substring) throws(RecurrenceError) {
        switch name {
        case "INTERVAL": interval = try Self.number(name, value)
        case "COUNT": end = .count(try Self.number(name, value))
        case "UNTIL": end = try Self.until(value)
        case "BYMONTH": byMonth = try Self.list(name, value, 12, canBeNegative: false)
        case "BYMONTHDAY": byMonthDay = try Self.list(name, value, 31)
        case "BYSETPOS": bySetPosition = try Self.list(name, value, 366)
        case "BYDAY": byDay = try Self.days(value)
        case "WKST":
            guard let day = Weekday(rfc5545: value) else { throw Self.refusal(name, value, "MO to SU") }
            weekStart = day
        default: throw RecurrenceError(reason: "\(name) is not supported.")
        }
    }

    /// The rules of RFC 5545 for parts that meet.
    private func checkCombination(hasCountAndUntil: Bool) throws(RecurrenceError) {
        if hasCountAndUntil { throw RecurrenceError(reason: "COUNT and UNTIL exclude each other.") }
        if frequency == .weekly, !byMonthDay.isEmpty {
            throw RecurrenceError(reason: "BYMONTHDAY has no meaning with FREQ=WEEKLY.")
        }
        if frequency == .daily || frequency == .weekly, byDay.contains(where: { $0.ordinal != nil }) {
            throw RecurrenceError(reason: "BYDAY can have numbers with FREQ=MONTHLY and YEARLY only.")
        }
        if !bySetPosition.isEmpty, byDay.isEmpty, byMonthDay.isEmpty, byMonth.isEmpty {
            throw RecurrenceError(reason: "BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH to choose from.")
        }
    }

    private static func refusal(_ name: Substring, _ value: Substring, _ rule: String) -> RecurrenceError {
        RecurrenceError(reason: "\(name)=\(value) must be \(rule).")
    }

    private static func number(_ name: Substring, _ value: Substring) throws(RecurrenceError) -> Int {
        guard let number = integer(value), (1...maximumNumber).contains(number) else {
            throw refusal(name, value, "1 to \(maximumNumber)")
        }
        return number
    }

    /// An integer in the RFC's syntax; `Int` accepts more.
    private static func integer(_ text: Substring) -> Int? {
        text.utf8.count <= 5 ? Int(text) : nil
    }

    private static func list(
        _ name: Substring, _ value: Substring, _ most: Int, canBeNegative: Bool = true
    ) throws(RecurrenceError) -> [Int] {
        var numbers: Set<Int> = []
        for text in value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = integer(text), (1...most).contains(canBeNegative ? abs(number) : number) else {
                throw refusal(
                    name, value, "numbers from 1 to \(most)" + (canBeNegative ? ", or from -\(most) to -1" : ""))
            }
            numbers.insert(number)
        }
        return numbers.sorted()
    }

    private static func days(_ value: Substring) throws(RecurrenceError) -> [Day] {
        var days: Set<Day> = []
        for text in value.split(separator: ",", omittingEmptySubsequences: false) {
            let ordinal = text.dropLast(2)
            guard let weekday = Weekday(rfc5545: text.suffix(2)),
                ordinal.isEmpty || integer(ordinal).map({ (1...53).contains(abs($0)) }) ?? false
            else { throw refusal("BYDAY", value, "days like MO, or 2TU and -1FR") }
            days.insert(Day(weekday: weekday, ordinal: integer(ordinal)))
        }
        return days.sorted { ($0.weekday.number, $0.ordinal ?? 0) < ($1.weekday.number, $1.ordinal ?? 0) }
    }

    /// A day, or a moment in UTC: with a time zone the RFC allows nothing else.
    private static func until(_ value: Substring) throws(RecurrenceError) -> End {
        let digits = Array(value.utf8)
        let refusal = refusal("UNTIL", value, "a day like 20270131, or a moment in UTC like 20270131T210000Z")
        guard digits.count == 8 || digits.count == 16 else { throw refusal }
        func number(_ range: Range<Int>) -> Int? {
            digits[range].reduce(0) { sum, digit in
                sum.flatMap { (0x30...0x39).contains(digit) ? $0 * 10 + Int(digit) - 0x30 : nil }
            }
        }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
            let date = CivilDate(year: year, month: month, day: day)
        else { throw refusal }
        guard digits.count == 16 else { return .day(date) }
        guard digits[8] == UInt8(ascii: "T"), digits[15] == UInt8(ascii: "Z"), let hour = number(9..<11), hour < 24,
            let minute = number(11..<13), minute < 60, let second = number(13..<15), second < 60
        else { throw refusal }
        return .moment(date.dayNumber * 86_400 + hour * 3_600 + minute * 60 + second)
    }
}

extension Weekday {
    private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// A day by its two letters.
    init?(rfc5545 name: Substring) {
        guard let index = Self.names.firstIndex(where: { $0 == name }) else { return nil }
        self.init(number: index + 1)
    }

    /// The day's two letters.
    var rfc5545: String { Self.names[number - 1] }
}
