internal import CatalogRecognition
internal import GRDB

/// Corrects the words of a text without matches so that they match a title together: "poter" by itself is as near to
/// "peter", of which there may be more titles, but with "harry" it is "potter". A word with matches may be wrong, too:
/// "hary potter".
///
/// As in ``SpellingCorrector`` only titles that the filter admits are counted, so a correction reveals nothing about
/// hidden ones. The number of index lookups is bounded, whatever the words.
extension SpellingCorrector {
    /// The most words without a match that are replaced together.
    private static let maximumMissingWords = 3
    /// Of the words with matches, those with the fewest are suspects.
    private static let maximumSuspectWords = 4
    /// Shorter words with matches are not suspects.
    static let minimumCharactersOfSuspectWord = 4
    /// The nearest candidates of a word that are tried together with the others.
    private static let triedJointly = 24

    /// A candidate for a word, and its distance.
    private typealias Candidate = (word: String, distance: Int)

    /// The suspects among the text's words.
    private struct Doubts {
        var missing: [Int] = []
        /// The rarest first.
        var doubted: [Int] = []
        var candidates: [Int: [Candidate]] = [:]

        /// The sets of words to replace, the smallest first.
        var choices: [[[Int]]] {
            if !missing.isEmpty { return [[missing], doubted.map { missing + [$0] }] }
            let pairs = doubted.indices.flatMap { first in
                doubted[(first + 1)...].map { [doubted[first], $0] }
            }
            return [doubted.map { [$0] }, pairs]
        }
    }

    /// The text with the fewest changed letters that matches a title, and of several such texts the one with the most
    /// matches; nil when there is none, or the text matches a title as it is.
    func correctedJointly(
        _ text: SearchText, from list: SpellingWord.List, _ db: Database
    ) throws -> SearchText? {
        guard text.words.count > 1, let match = text.match, try count(match, upTo: 1, db) == 0,
            let doubts = try doubts(of: text.words, list, db)
        else { return nil }
        for choices in doubts.choices {
            var best: (words: [String], distance: Int, titles: Int)?
            for choice in choices {
                guard let found = try settle(text.words, choice, doubts.candidates, db) else { continue }
                let isBetter = best.map { ($0.distance, -$0.titles) > (found.distance, -found.titles) } ?? true
                if isBetter { best = found }
            }
            if let best { return SearchText(words: best.words) }
        }
        return nil
    }

    /// - Returns: nil when a word has no candidates, so that nothing can match.
    private func doubts(of words: [String], _ list: SpellingWord.List, _ db: Database) throws -> Doubts? {
        var (doubts, found) = (Doubts(), [(index: Int, titles: Int)]())
        for (index, word) in words.enumerated() {
            let isLast = index == words.count - 1
            let titles = try count(SearchText.match(word: word, isPrefix: isLast), upTo: Self.countedTitles, db)
            if titles == 0 { doubts.missing.append(index) }
            // Names replace no word that has matches.
            if titles > 0, list == .titles, word.allSatisfy(\.isLetter) { found.append((index, titles)) }
        }
        guard doubts.missing.count <= Self.maximumMissingWords else { return nil }
        for index in doubts.missing {
            let candidates = try candidates(for: words[index], isFound: false, list, db)
            if candidates.isEmpty { return nil }
            doubts.candidates[index] = candidates
        }
        for (index, _) in found.sorted(by: { ($0.titles, $0.index) < ($1.titles, $1.index) }).prefix(
            Self.maximumSuspectWords)
        {
            let candidates = try candidates(for: words[index], isFound: true, list, db)
            if candidates.isEmpty { continue }
            doubts.doubted.append(index)
            doubts.candidates[index] = candidates
        }
        return doubts
    }

    private func candidates(
        for word: String, isFound: Bool, _ list: SpellingWord.List, _ db: Database
    ) throws -> [Candidate] {
        let query = Query(word: word, isFound: isFound, isAlone: false, isJoint: true, list: list)
        return try Self.nearest(to: query, most: Self.triedJointly, db)
    }

    /// Replaces some words by those that match a title with the others; nil when none do.
    private func settle(
        _ words: [String], _ replaced: [Int], _ candidates: [Int: [Candidate]], _ db: Database
    ) throws -> (words: [String], distance: Int, titles: Int)? {
        var open = candidates.filter { replaced.contains($0.key) }.mapValues { $0.map(\.word) }
        guard try count(Self.match(words, open), upTo: 1, db) > 0 else { return nil }
        var (settled, distance, titles) = (words, 0, 0)
        for index in replaced {
            var best: (word: String, distance: Int, titles: Int)?
            for candidate in candidates[index] ?? [] where best.map({ $0.distance == candidate.distance }) ?? true {
                open[index] = [candidate.word]
                let found = try count(Self.match(words, open), upTo: Self.countedTitles, db)
                if found > best?.titles ?? 0 { best = (candidate.word, candidate.distance, found) }
            }
            guard let best else { return nil }
            open[index] = [best.word]
            settled[index] = best.word
            distance += best.distance
            titles = best.titles
        }
        return (settled, distance, titles)
    }

    /// The expression that matches every word, or one of its candidates.
    private static func match(_ words: [String], _ open: [Int: [String]]) -> String {
        words.enumerated().map { index, word in
            guard let others = open[index] else {
                return SearchText.match(word: word, isPrefix: index == words.count - 1)
            }
            return "(" + others.map { SearchText.match(word: $0, isPrefix: false) }.joined(separator: " OR ") + ")"
        }.joined(separator: " AND ")
    }
}
