internal import Household

// The contents of brackets: the year, alone or with a film's origin, and genres.

extension TitleCleaner {
    /// Removes the year of one pair of brackets; false when there is none.
    mutating func cutYear(_ words: Range<Int>) -> Bool {
        guard let number = text.bracketedYear(words) else { return false }
        year = year ?? number
        return true
    }

    /// Whether square brackets contain genres only: "[Horror]", "[Commedia Fantasy]".
    func isGenre(_ words: Range<Int>) -> Bool {
        guard let first = words.first, text.words[first].group > 0,
            text.groups[text.words[first].group - 1].opening == UInt8(ascii: "[")
        else { return false }
        var index = first
        while index < words.upperBound {
            guard let (genres, length) = GenreMapper.phrase(at: index, in: text), !genres.isEmpty else { return false }
            index += length
        }
        return index == words.upperBound
    }
}

extension FoldedText {
    /// The year in the words of one pair of brackets: "(2019)", "(2019 PL)", "[USA/2002]", "(Россия, 2019)".
    func bracketedYear(_ range: Range<Int>) -> Int? {
        func year(_ index: Int) -> Int? {
            words[index].number.flatMap { TitleCleaner.years.contains($0) ? $0 : nil }
        }
        guard let first = range.first, let last = range.last, words[first].group > 0 else { return nil }
        if range.count == 1 { return year(first) }
        if range.count == 2, let found = year(first), tag((first + 1)..<range.upperBound, in: .bracket) != nil {
            return found
        }
        guard range.count <= Self.longestOrigin, let found = year(last),
            range.dropLast().allSatisfy({ words[$0].number == nil })
        else { return nil }
        let gap = gap(before: last)
        return gap.contains(UInt8(ascii: "/")) || gap.contains(UInt8(ascii: ",")) ? found : nil
    }

    /// Words, the year included: "[cartoon/France/Belgium/2018]".
    private static let longestOrigin = 5
}
