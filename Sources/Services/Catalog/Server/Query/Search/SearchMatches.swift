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
    private(set) var places: [UInt32]?

    /// Finds the matches of a text.
    init(_ text: SearchText?, _ scene: SearchSnapshot, _ db: Database) throws {
        self.text = text
        places = try text?.match.map { try scene.titles.matches.titles(matching: $0, of: scene.titles, db) }
    }

    /// Adds the matches of another text.
    func completed(by text: SearchText, _ scene: SearchSnapshot, _ db: Database) throws -> SearchMatches {
        guard let places, let match = text.match else { return self }
        let count = scene.titles.rows.count
        var completed = self
        completed.corrected = text
        completed.exact = TitleSet(of: count, places)
        let more = try scene.titles.matches.titles(matching: match, of: scene.titles, db)
        completed.places = places.isEmpty ? more : TitleSet(of: count, [places, more].joined()).places
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
    func find(_ text: SearchText?, _ filter: SearchFilter, _ scene: SearchSnapshot, _ db: Database) throws -> Found {
        let findings = try SearchMatches(text, scene, db)
        if let corrected = after?.corrected {
            return counted(try findings.completed(by: SearchText(corrected), scene, db), filter, scene)
        }
        let found = counted(findings, filter, scene)
        guard after == nil, let text, let places = findings.places, found.tally.admitted < Self.fewTitles else {
            return found
        }
        let spelling = SpellingCorrector(titles: scene.titles, filter: filter)
        let seen = places.filter { filter.admits(scene.titles.facts[Int($0)], $0) }
        guard let names = try spelling.names(of: seen, unlessNamed: text, db) else { return found }
        // Words without a match are wrong; only when correcting those is not enough, words with few matches may be; and
        // words of other search terms are tried only where there would be no match otherwise.
        for (least, list) in [(1, .titles), (SpellingCorrector.little, .titles), (1, .others)]
            as [(Int, SpellingWord.List)]
        {
            guard list == .titles || found.tally.admitted == 0,
                let better = try spelling.corrected(text, least: least, beside: names, from: list, db)
            else { continue }
            let completed = counted(try findings.completed(by: better, scene, db), filter, scene)
            if completed.tally.admitted > found.tally.admitted { return completed }
        }
        return found
    }

    private func counted(_ findings: SearchMatches, _ filter: SearchFilter, _ scene: SearchSnapshot) -> Found {
        (findings, FacetCounter(findings.places, of: scene.titles, filter, countsFacets: countsFacets))
    }
}
