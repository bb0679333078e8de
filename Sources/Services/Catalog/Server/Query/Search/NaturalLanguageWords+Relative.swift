internal import CatalogAPI
internal import Foundation
internal import RPC

extension NaturalLanguageWords {
    /// The years of a phrase relative to today: "from last year", "this year's", "in the last five years", "from the
    /// past decade". The last five years are this one and the five before it.
    ///
    /// - Parameter thisYear: the current year.
    func relativeYears(at index: Int, thisYear: Int32) -> (YearRange, Int)? {
        let lead = leads(at: index)
        let start = index + lead + (self[index + lead] == "the" ? 1 : 0)
        let isPast = Self.pastWords.contains(self[start])
        guard isPast || self[start] == "this" else { return nil }
        let found: (range: YearRange, end: Int)
        if isPast, let (years, count) = yearCount(at: start + 1) {
            found = (YearRange(thisYear - years, through: thisYear), start + 1 + count)
        } else {
            // "This year's" is read as "this years".
            guard ["year", "years"].contains(self[start + 1]) else { return nil }
            let year = isPast ? thisYear - 1 : thisYear
            found = (YearRange(year, through: year), start + 2)
        }
        // Alone they are titles: "Last Year at Marienbad", "The Last Five Years".
        guard lead > 0 || isWatched(at: found.end) || index > 0 && isWatched(at: index - 1) else { return nil }
        return (found.range, found.end - index)
    }

    private static let pastWords: Set<String> = ["last", "past", "previous"]
    private static let leadWords: Set<String> = [
        "from", "in", "of", "released", "made", "during", "within", "over", "out",
    ]
    private static let units: [String: Int32] = ["years": 1, "decades": 10]
    private static let maximumYears: Int32 = 100

    private func leads(at index: Int) -> Int {
        var count = 0
        while Self.leadWords.contains(self[index + count]), count < 2 { count += 1 }
        return count
    }

    /// "five years", "10 years", "decade", "two decades".
    private func yearCount(at index: Int) -> (Int32, words: Int)? {
        if self[index] == "decade" { return (10, 1) }
        guard let number = Self.numbers[self[index]].map(Int32.init) ?? Int32(self[index]) else { return nil }
        guard (1...Self.maximumYears).contains(number), let unit = Self.units[self[index + 1]] else { return nil }
        return (min(number * unit, Self.maximumYears), 2)
    }

    /// Whether a kind or a genre is named at a word.
    private func isWatched(at index: Int) -> Bool { isKind(at: index) || genres(at: index) != nil }
}

extension WallTime {
    /// The year in UTC.
    var year: Int32 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return Int32(calendar.component(.year, from: Date(timeIntervalSince1970: secondsSince1970)))
    }
}
