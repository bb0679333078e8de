internal import ArgumentParser

/// Days of the week on the command line: one, a range, a list, or a word for several.
struct WeekdaysArgument: ExpressibleByArgument, Hashable {
    /// 1 for Monday to 7 for Sunday, in the order of the week; never empty, none twice.
    let numbers: [Int32]

    /// The values for completions.
    static let allValueStrings = shortNames + ["mon-fri", "sat,sun", "weekdays", "weekend", "daily"]

    /// The accepted values, for people.
    static let accepted = """
        a day (mon to sun, or its whole name), a range (mon-fri), a list (sat,sun), weekdays, weekend or daily
        """

    private static let shortNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let groups: [String: ClosedRange<Int32>] = [
        "daily": 1...7, "everyday": 1...7, "every day": 1...7, "weekdays": 1...5, "weekday": 1...5, "weekend": 6...7,
        "weekends": 6...7,
    ]
    /// The shortest abbreviation of a name.
    private static let leastLetters = 3

    init?(argument: String) {
        var days: Set<Int32> = []
        for part in argument.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            guard let found = Self.days(Self.trimmed(part)) else { return nil }
            days.formUnion(found)
        }
        numbers = days.sorted()
    }

    /// The days that an argument names.
    ///
    /// - Throws: `ValidationError` with the accepted values.
    static func parse(_ argument: String) throws -> WeekdaysArgument {
        guard let days = WeekdaysArgument(argument: argument) else {
            throw ValidationError("\"\(Table.printable(argument))\" names no day of the week. Give \(accepted).")
        }
        return days
    }

    /// A day's short name by its number.
    static func name(_ number: Int32) -> String {
        shortNames.indices.contains(Int(number) - 1) ? shortNames[Int(number) - 1] : "\(number)"
    }

    private static func days(_ text: String) -> [Int32]? {
        if let group = groups[text] { return Array(group) }
        // Word processors replace a hyphen by a dash.
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { day(trimmed($0)) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else { return nil }
        // "fri-mon" continues after Sunday.
        let count = (last - first + 7) % 7 + 1
        return (0..<count).map { (first - 1 + $0) % 7 + 1 }
    }

    private static func day(_ text: String) -> Int32? {
        guard text.count >= leastLetters, let index = names.firstIndex(where: { $0.hasPrefix(text) }) else {
            return nil
        }
        return Int32(index + 1)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let dashes: Set<Character> = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"]
        let plain = String(text.map { dashes.contains($0) ? "-" : $0 })
        let words = plain.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ")
    }
}
