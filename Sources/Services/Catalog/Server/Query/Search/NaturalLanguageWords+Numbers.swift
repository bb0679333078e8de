internal import CatalogAPI

extension NaturalLanguageWords {
    // MARK: Years

    /// The years of a phrase: "from the nineties", "before 1980", "between 1990 and 1995".
    func years(at index: Int) -> (YearRange, Int)? {
        let start = index + lead(Self.fromWords, at: index)
        let hasLead = start > index
        if let (range, count) = decade(at: start) { return (range, start + count - index) }
        if let span = span(at: start) { return (span.range, start + span.count - index) }
        if let year = year(at: index + 1) {
            switch self[index] {
            case "before": return (YearRange(through: year - 1), 2)
            case "until": return (YearRange(through: year), 2)
            case "after": return (YearRange(year + 1), 2)
            case "since": return (YearRange(year), 2)
            default: break
            }
        }
        // A year alone may be a title: 1917, 2012.
        guard hasLead, let year = year(at: start) else { return nil }
        return (YearRange(year, through: year), start + 1 - index)
    }

    private static let fromWords: Set<String> = ["from", "in", "of", "released", "made", "during"]

    private func lead(_ words: Set<String>, at index: Int) -> Int {
        var count = 0
        while words.contains(self[index + count]), count < 2 { count += 1 }
        return count
    }

    private func year(at index: Int) -> Int32? {
        guard self[index].utf8.count == 4, let year = Int32(self[index]), (1_880...2_100).contains(year) else {
            return nil
        }
        return year
    }

    /// "1990 to 1995", "between 1990 and 1995".
    private func span(at index: Int) -> (range: YearRange, count: Int)? {
        let start = self[index] == "between" ? index + 1 : index
        guard let from = year(at: start) else { return nil }
        let joins = ["to", "and", "until", "through"].contains(self[start + 1]) ? 1 : 0
        // "1990-1995" is split into two adjacent words.
        guard joins == 1 || start == index, let through = year(at: start + 1 + joins), from <= through else {
            return nil
        }
        return (YearRange(from, through: through), start + 2 + joins - index)
    }

    /// "the nineties", "early nineties", "the late 80s".
    private func decade(at index: Int) -> (range: YearRange, count: Int)? {
        var position = index
        if self[position] == "the" { position += 1 }
        let part = Self.partsOfDecades[self[position]]
        if part != nil { position += 1 }
        guard let range = decade(self[position]), let first = range.from else { return nil }
        guard let part else { return (range, position + 1 - index) }
        return (YearRange(first + part.lowerBound, through: first + part.upperBound), position + 1 - index)
    }

    /// The years of a decade, from 0.
    private static let partsOfDecades: [String: ClosedRange<Int32>] = [
        "early": 0...3, "mid": 4...6, "middle": 4...6, "late": 7...9,
    ]

    /// "nineties", "90s", "1990s".
    private func decade(_ word: String) -> YearRange? {
        if let first = Self.decades[word] { return YearRange(first, through: first + 9) }
        guard word.hasSuffix("s"), let number = Int32(word.dropLast()), number % 10 == 0 else { return nil }
        let first: Int32
        switch word.utf8.count {
        case 5 where (1_880...2_090).contains(number): first = number
        // Queries for films of the 2030s do not occur yet, nor many for the 1910s.
        case 3: first = number >= 30 ? 1_900 + number : 2_000 + number
        default: return nil
        }
        return YearRange(first, through: first + 9)
    }

    private static let decades: [String: Int32] = [
        "twenties": 1_920, "thirties": 1_930, "forties": 1_940, "fifties": 1_950, "sixties": 1_960,
        "seventies": 1_970, "eighties": 1_980, "nineties": 1_990, "noughties": 2_000, "aughts": 2_000,
    ]

    // MARK: Durations

    /// A limit of the duration.
    struct Length {
        var minutes: Int32
        /// Whether it is the minimum, not the maximum.
        var isMinimum: Bool
        /// The number of words consumed.
        var words: Int
    }

    /// "under 30 minutes", "at least two hours", "less than an hour and a half".
    func length(at index: Int) -> Length? {
        let most = lead(at: index, among: Self.mostWords)
        let least = lead(at: index, among: Self.atLeastWords)
        guard let lead = [most, least].compactMap(\.self).max(), let time = time(at: index + lead) else { return nil }
        return Length(minutes: time.minutes, isMinimum: least == lead, words: lead + time.words)
    }

    private static let mostWords = [
        ["under"], ["below"], ["less", "than"], ["fewer", "than"], ["shorter", "than"], ["at", "most"], ["up", "to"],
        ["no", "longer", "than"], ["not", "longer", "than"], ["within"],
    ]
    private static let atLeastWords = [
        ["over"], ["above"], ["more", "than"], ["longer", "than"], ["at", "least"], ["no", "shorter", "than"],
    ]

    private func time(at index: Int) -> (minutes: Int32, words: Int)? {
        if self[index] == "half", ["an", "a"].contains(self[index + 1]), Self.hours.contains(self[index + 2]) {
            return (30, 3)
        }
        guard let first = span(of: index) else { return nil }
        guard first.isHours else { return (Int32(first.minutes), first.words) }
        let end = index + first.words
        if (0..<3).map({ self[end + $0] }) == ["and", "a", "half"] {
            return (Int32(first.minutes) + 30, first.words + 3)
        }
        // "1 hour 30 minutes", "1h 30m".
        guard let more = span(of: end), !more.isHours, more.minutes < 60 else {
            return (Int32(first.minutes), first.words)
        }
        return (Int32(first.minutes + more.minutes), first.words + more.words)
    }

    /// A number with its unit: "90 minutes", "two hours", "1.5 h", "90min", "2h", "1h30".
    private func span(of index: Int) -> (minutes: Double, isHours: Bool, words: Int)? {
        if let minutes = Self.joined(self[index]) { return (minutes.count, minutes.isHours, 1) }
        // "1.5h" is split into "1" and "5h".
        if let whole = Int(self[index]), (0..<100).contains(whole), let part = Self.joined(self[index + 1]),
            part.isHours,
            part.count < 600, self[index + 1].first?.isNumber == true
        {
            return (Double(whole * 60) + part.count / 10, true, 2)
        }
        guard let amount = amount(at: index) else { return nil }
        let unit = self[index + amount.words]
        if Self.minutes.contains(unit) { return (amount.number, false, amount.words + 1) }
        return Self.hours.contains(unit) ? (amount.number * 60, true, amount.words + 1) : nil
    }

    /// The minutes in a single word: "90min", "2h", "1h30", "1h30m".
    private static func joined(_ word: String) -> (count: Double, isHours: Bool)? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), (0...10_000).contains(number) else { return nil }
        let unit = word.dropFirst(digits.count)
        if minutes.contains(String(unit)) { return (Double(number), false) }
        let letters = unit.prefix { $0.isLetter }
        guard hours.contains(String(letters)) else { return nil }
        let rest = unit.dropFirst(letters.count)
        if rest.isEmpty { return (Double(number * 60), true) }
        let more = rest.prefix { $0.isASCII && $0.isNumber }
        let isWhole = more.count == rest.count || minutes.contains(String(rest.dropFirst(more.count)))
        guard let added = Int(more), added < 60, isWhole else { return nil }
        return (Double(number * 60 + added), true)
    }

    private static let minutes: Set<String> = ["minutes", "minute", "min", "mins", "m"]
    private static let hours: Set<String> = ["hours", "hour", "h", "hrs", "hr"]

    /// A number in digits or words; "1.5" is split into two.
    private func amount(at index: Int) -> (number: Double, words: Int)? {
        if let number = Self.numbers[self[index]] { return (Double(number), 1) }
        guard let whole = Int(self[index]), (0...10_000).contains(whole) else { return nil }
        if let part = Int(self[index + 1]), self[index + 1].utf8.count == 1 {
            return (Double(whole) + Double(part) / 10, 2)
        }
        return (Double(whole), 1)
    }

    static let numbers: [String: Int] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
        "ninety": 90,
    ]
}
