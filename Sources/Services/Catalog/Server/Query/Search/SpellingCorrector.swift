internal import CatalogRecognition
internal import GRDB
internal import TextFolding

/// Finds words of titles that may have been meant by a word with few or no matches.
///
/// Only words of titles that the filter admits are proposed, and only such titles are counted, so that a correction
/// reveals nothing about hidden ones.
struct SpellingCorrector {
    let titles: TitleIndex
    /// The policy and the non-facet filters.
    let filter: SearchFilter

    /// The number of matches below which a word may be misspelled; a text with fewer may contain such a word.
    static let little = 3

    /// Shorter words have too few letters to correct.
    private static let minimumCharacters = 3
    /// Names are so many, and so similar, that a word alone is seldom one: "dune" is no "Dunne". With another word that
    /// must match, too, it is: "tom hnaks".
    private static let minimumCharactersOfLoneName = 6
    private static let minimumCharactersOfFullName = 4
    /// Longer words may be wrong in two letters, names in one.
    private static let minimumCharactersForTwoEdits = 5
    private static let minimumNameCharactersForTwoEdits = 8
    /// A word with matches needs more letters to be corrected, and in one letter only: "alein" is in few titles and
    /// means "alien", "cars" does not mean "cards".
    private static let minimumCharactersOfKnownWord = 5
    /// The most compared words, those with the most common trigrams.
    private static let comparedWords = 200
    /// The nearest of these that are tried.
    private static let triedWords = 8
    /// Matches are counted up to here to choose among equally near words.
    static let countedTitles = 25

    /// The text with those words replaced that have fewer matches than a limit; nil when there is nothing to replace,
    /// or no replacement has a match.
    ///
    /// - Parameters:
    ///   - names: the titles that the text matches, where these are few.
    ///   - list: the list of candidates. Words of other search terms are for texts without matches, whatever similar
    ///     words titles have.
    func corrected(
        _ text: SearchText, least: Int = 1, beside names: [FoldedText] = [],
        from list: SpellingWord.List = .titles, _ db: Database
    ) throws -> SearchText? {
        if least == 1, let together = try correctedJointly(text, from: list, db) { return together }
        var words = text.words
        var hasChanged = false
        for (index, word) in words.enumerated() {
            let isLast = index == words.count - 1
            let found = try count(SearchText.match(word: word, isPrefix: isLast), upTo: least, db)
            if found >= least || (isLast && Self.isBeginning(word, ofWordsIn: names)) { continue }
            let query = Query(word: word, isFound: found > 0, isAlone: words.count == 1, list: list)
            guard let better = try replacement(for: query, db) else {
                if found == 0 { return nil }
                continue
            }
            words[index] = better
            hasChanged = true
        }
        return hasChanged ? SearchText(words: words) : nil
    }

    /// The names of matching titles; nil when one of them equals the text, which is then unambiguous.
    func names(of positions: [UInt32], unlessNamed text: SearchText, _ db: Database) throws -> [FoldedText]? {
        let statement = try db.cachedStatement(sql: "SELECT title FROM itemText WHERE row = ?")
        let names = try positions.compactMap { try String.fetchOne(statement, arguments: [titles.rows[Int($0)]]) }
        let key = SortTitle.key(for: text.typed)
        return names.contains { SortTitle.key(for: $0) == key } ? nil : names.map { FoldedText($0) }
    }

    /// Whether the word is a prefix of a word in the names, still being typed.
    private static func isBeginning(_ word: String, ofWordsIn names: [FoldedText]) -> Bool {
        let typed = FoldedText(word).compact
        return names.contains { name in
            name.words.contains { word in
                word.foldedRange.count > typed.count && name.folded[word.foldedRange].starts(with: typed)
            }
        }
    }

    /// A word to correct.
    struct Query {
        var word: String
        /// Whether it has matches.
        var isFound: Bool
        /// Whether it is the text's only word.
        var isAlone: Bool
        /// Whether it is corrected together with others, as the text has no match.
        var isJoint = false
        var list: SpellingWord.List

        var fewestCharacters: Int {
            guard list == .titles else { return isAlone ? minimumCharactersOfLoneName : minimumCharactersOfFullName }
            guard isFound else { return minimumCharacters }
            return isJoint ? minimumCharactersOfSuspectWord : minimumCharactersOfKnownWord
        }

        func maximumEdits(_ characters: Int) -> Int {
            let enough = list == .titles ? minimumCharactersForTwoEdits : minimumNameCharactersForTwoEdits
            return isFound || characters < enough ? 1 : 2
        }
    }

    private func replacement(for query: Query, _ db: Database) throws -> String? {
        let nearest = try Self.nearest(to: query, most: Self.triedWords, db)
        var best: (word: String, distance: Int, titles: Int)?
        for candidate in nearest where best.map({ $0.distance == candidate.distance }) ?? true {
            let match = SearchText.match(word: candidate.word, isPrefix: false)
            let found = try count(match, upTo: Self.countedTitles, db)
            if found > best?.titles ?? 0 { best = (candidate.word, candidate.distance, found) }
        }
        return best?.word
    }

    func count(_ match: String, upTo most: Int, _ db: Database) throws -> Int {
        try titles.matches.countTitles(matching: match, upTo: most, of: titles, db) {
            filter.admits(titles.facts[Int($0)], $0)
        }
    }

    /// The words nearest to another one.
    static func nearest(
        to query: Query, most tried: Int, _ db: Database
    ) throws -> [(word: String, distance: Int)] {
        let letters = Array(String(decoding: FoldedText(query.word).compact, as: UTF8.self))
        guard letters.count >= query.fewestCharacters, letters.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return []
        }
        let (list, search) = (query.list.rawValue, "\(query.list.rawValue)Search")
        let statement = try db.cachedStatement(
            sql: """
                SELECT w.word FROM \(search) CROSS JOIN \(list) w ON w.row = \(search).rowid \
                WHERE \(search) MATCH ? ORDER BY \(search).rank LIMIT ?
                """)
        var found = try String.fetchAll(statement, arguments: [trigrams(letters), comparedWords])
        if letters.count < minimumCharactersOfSuspectWord { found += try swapped(letters, in: list, db) }
        let most = query.maximumEdits(letters.count)
        return found.compactMap { candidate -> (word: String, distance: Int)? in
            let other = Array(candidate)
            // A word that exists is assumed to have the intended first letter.
            if other == letters || (query.isFound && other.first != letters.first) { return nil }
            let distance = EditDistance.between(letters, other, most: most)
            return distance <= most ? (candidate, distance) : nil
        }
        .sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }
        .prefix(tried).map { $0 }
    }

    /// Words with two adjacent letters swapped: short ones have no common trigram then ("teh", "the").
    private static func swapped(_ letters: [Character], in list: String, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT word FROM \(list) WHERE word = ?")
        return try letters.indices.dropLast().compactMap { index in
            var other = letters
            other.swapAt(index, index + 1)
            return try String.fetchOne(statement, arguments: [String(other)])
        }
    }

    /// The word's trigrams, its ends marked by spaces as in the index.
    private static func trigrams(_ letters: [Character]) -> String {
        let padded = [" "] + letters + [" "]
        return (0..<(padded.count - 2)).map { "\"\(String(padded[$0..<($0 + 3)]))\"" }.joined(separator: " OR ")
    }
}
