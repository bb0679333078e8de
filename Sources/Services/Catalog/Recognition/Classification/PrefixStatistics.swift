internal import CatalogFormats
internal import TextFolding

/// Finds the number that a list has in front of each of its titles, behind letters: "St.306 Low Tide", "VIP43: Low Tide".
///
/// A list in which nearly every title begins so, each with another number, counts its entries; the names are what follows.
package struct PrefixStatistics: Sendable {
    private var titles = 0
    /// The numbers by the letters before them, in lower case.
    private var numbers: [[UInt8]: (count: Int, distinct: Set<Int>)] = [:]

    /// More are not counted.
    private static let maximumPrefixes = 100
    /// Fewer titles are a coincidence.
    private static let minimumTitles = 10
    /// Letters, and digits.
    private static let (longestPrefix, longestNumber) = (6, 4)

    package init() {}

    /// Counts one title of a list.
    package mutating func note(_ title: String) {
        titles += 1
        // A list whose first titles have none is of no such kind.
        if titles > Self.maximumPrefixes, numbers.isEmpty { return }
        guard
            let found = title.utf8.withContiguousStorageIfAvailable({ Self.prefix($0[...]) })
                ?? Self.prefix(ArraySlice(Array(title.utf8))),
            numbers[found.letters] != nil || numbers.count < Self.maximumPrefixes
        else { return }
        numbers[found.letters, default: (0, [])].count += 1
        numbers[found.letters, default: (0, [])].distinct.insert(found.number)
    }

    /// The number of words before the name of a title, and the number among them; nil where the list does not count so.
    func counted(_ text: FoldedText) -> (words: Int, number: Int)? {
        guard !numbers.isEmpty, let found = Self.prefix(text.source[...]), let all = numbers[found.letters],
            all.count >= Self.minimumTitles, all.count * 10 >= titles * 9, all.distinct.count * 10 >= all.count * 9,
            let start = text.words.firstIndex(where: { $0.range.lowerBound >= found.end }), text.words[start].group == 0
        else { return nil }
        return (start, found.number)
    }

    /// Letters with a number directly behind them, or behind a dot or a dash, and set apart from what follows.
    private static func prefix<Bytes: Collection<UInt8>>(
        _ title: Bytes
    ) -> (letters: [UInt8], number: Int, end: Int)? where Bytes.Index == Int {
        let start = title.startIndex
        let letters = title.prefix { $0.isLetter }
        guard (1...longestPrefix).contains(letters.count) else { return nil }
        var rest = title.dropFirst(letters.count)
        if let sign = rest.first, sign == UInt8(ascii: ".") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let digits = rest.prefix { $0.isDigit }
        guard (1...longestNumber).contains(digits.count), let next = rest.dropFirst(digits.count).first,
            [0x20, UInt8(ascii: ":"), UInt8(ascii: ")"), UInt8(ascii: "-"), UInt8(ascii: "|")].contains(next)
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return (letters.map(\.lowercased), number, digits.endIndex - start)
    }
}
