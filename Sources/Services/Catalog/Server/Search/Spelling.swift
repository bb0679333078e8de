internal import GRDB
internal import Household

/// Finds words of titles that a word which finds nothing may have been meant to be.
///
/// Only words that lead to a title which the filter lets pass are proposed, so that a correction tells nothing about what
/// is hidden.
struct Spelling {
    let titles: TitleColumns
    let filter: SearchFilter

    /// Shorter words have too few letters to tell.
    private static let minimumCharacters = 3
    /// Words with most letters in threes in common that are compared.
    private static let comparedWords = 200
    /// Of these, the nearest that are tried.
    private static let triedWords = 8

    /// The text with the words that find nothing replaced; nil when there is no such word, or nothing to replace it with.
    func corrected(_ text: SearchText, _ db: Database) throws -> SearchText? {
        var words = text.words
        var hasChanged = false
        for (index, word) in words.enumerated() {
            let isLast = index == words.count - 1
            if try finds(SearchText.match(word: word, isPrefix: isLast), db) { continue }
            guard let better = try replacement(for: word, db) else { return nil }
            words[index] = better
            hasChanged = true
        }
        return hasChanged ? SearchText(words: words) : nil
    }

    private func replacement(for word: String, _ db: Database) throws -> String? {
        for candidate in try Self.nearest(to: word, db)
        where try finds(SearchText.match(word: candidate, isPrefix: false), db) { return candidate }
        return nil
    }

    private func finds(_ match: String, _ db: Database) throws -> Bool {
        try titles.matches.hasTitle(matching: match, of: titles, db) { filter.passes(titles.facts[Int($0)], $0) }
    }

    private static func nearest(to word: String, _ db: Database) throws -> [String] {
        let wanted = FoldedText(word).compact
        let letters = Array(String(decoding: wanted, as: UTF8.self))
        guard letters.count >= minimumCharacters, letters.allSatisfy({ $0.isLetter || $0.isNumber }) else { return [] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT word.word FROM wordSearch CROSS JOIN word ON word.row = wordSearch.rowid \
                WHERE wordSearch MATCH ? ORDER BY wordSearch.rank LIMIT ?
                """)
        let found = try String.fetchAll(statement, arguments: [trigrams(letters), comparedWords])
        let most = letters.count < 5 ? 1 : 2
        return found.compactMap { candidate -> (word: String, distance: Int)? in
            let distance = EditDistance.between(letters, Array(candidate), most: most)
            return distance <= most ? (candidate, distance) : nil
        }
        .sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }
        .prefix(triedWords).map(\.word)
    }

    /// The word's letters in threes, its ends marked by a space as the index marks them.
    private static func trigrams(_ letters: [Character]) -> String {
        let padded = [" "] + letters + [" "]
        return (0..<(padded.count - 2)).map { "\"\(String(padded[$0..<($0 + 3)]))\"" }.joined(separator: " OR ")
    }
}

/// How many letters must be changed, added, taken away or swapped with their neighbour to make one word of another
/// (Damerau 1964, Levenshtein 1965; no letter is touched twice).
enum EditDistance {
    /// The distance, or something above `most` as soon as that is certain.
    static func between<Letter: Equatable>(_ left: [Letter], _ right: [Letter], most: Int) -> Int {
        if abs(left.count - right.count) > most { return most + 1 }
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(previous[column + 1], current[column]) + 1
                cost = min(cost, previous[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            if let best = current.min(), best > most { return most + 1 }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
