internal import CatalogAPI
internal import GRDB
internal import HearthModel

/// The matches of a text: the titles that contain its words, and where these are few, those that contain the corrected
/// words.
struct SearchMatches: Sendable {
    /// The text; nil for all titles.
    let text: SearchText?
    /// The corrected text.
    private(set) var corrected: SearchText?
    /// The titles that match the text itself, once there is a corrected one.
    private(set) var exact: TitleSet?
    /// All matches, in the order of rows; nil for all titles.
    private(set) var positions: [UInt32]?

    /// Finds the matches of a text.
    init(_ text: SearchText?, _ snapshot: SearchSnapshot, _ db: Database) throws {
        self.text = text
        positions = try text?.match.map { try snapshot.titles.matches.titles(matching: $0, of: snapshot.titles, db) }
    }

    /// Adds the matches of another text.
    func completed(by text: SearchText, _ snapshot: SearchSnapshot, _ db: Database) throws -> SearchMatches {
        guard let positions, let match = text.match else { return self }
        let count = snapshot.titles.rows.count
        var completed = self
        completed.corrected = text
        completed.exact = TitleSet(of: count, positions)
        let more = try snapshot.titles.matches.titles(matching: match, of: snapshot.titles, db)
        completed.positions = positions.isEmpty ? more : TitleSet(of: count, [positions, more].joined()).positions
        return completed
    }
}

extension CatalogSearch {
    /// The number of matches below which a text is corrected.
    static let fewTitles = SpellingCorrector.little

    /// The matches with their counts.
    typealias Found = (findings: SearchMatches, tally: FacetCounter)

    /// Finds the matches of a text, and adds those of a correction where they are few.
    ///
    /// Whether they are few is decided before any facet filter: otherwise a facet value would be counted under another
    /// search than the one that it leads to.
    func find(_ text: SearchText?, _ filter: SearchFilter, _ snapshot: SearchSnapshot, _ db: Database) throws -> Found {
        let findings = try SearchMatches(text, snapshot, db)
        if let corrected = after?.corrected {
            return counted(try findings.completed(by: SearchText(corrected), snapshot, db), filter, snapshot)
        }
        let found = counted(findings, filter, snapshot)
        guard after == nil, let text, let positions = findings.positions, found.tally.admitted < Self.fewTitles else {
            return found
        }
        let spelling = SpellingCorrector(titles: snapshot.titles, filter: filter)
        let seen = positions.filter { filter.admits(snapshot.titles.facts[Int($0)], $0) }
        guard let names = try spelling.names(of: seen, unlessNamed: text, db) else { return found }
        // Words without a match are wrong; only when correcting those is not enough, words with few matches may be; and
        // words of other search terms are tried only where there would be no match otherwise.
        for (least, list) in [(1, .titles), (SpellingCorrector.little, .titles), (1, .others)]
            as [(Int, SpellingWord.List)]
        {
            guard list == .titles || found.tally.admitted == 0,
                let better = try spelling.corrected(text, least: least, beside: names, from: list, db)
            else { continue }
            let completed = counted(try findings.completed(by: better, snapshot, db), filter, snapshot)
            if completed.tally.admitted > found.tally.admitted { return completed }
        }
        return found
    }

    private func counted(_ findings: SearchMatches, _ filter: SearchFilter, _ snapshot: SearchSnapshot) -> Found {
        (findings, FacetCounter(findings.positions, of: snapshot.titles, filter, countsFacets: countsFacets))
    }
}
