internal import CatalogAPI
internal import GRDB
internal import Household

/// What a text finds: the titles that have its words, and where these are few, those that have the words which were probably
/// meant.
struct SearchMatches: Sendable {
    /// What is looked for; nil for everything.
    let text: SearchText?
    /// What is looked for besides.
    private(set) var corrected: SearchText?
    /// The titles that the text itself finds, once there is a corrected one.
    private(set) var exact: TitleSet?
    /// All titles found, in the order of rows; nil for everything.
    private(set) var places: [UInt32]?

    /// Finds what a text finds.
    init(_ text: SearchText?, _ scene: SearchSnapshot, _ db: Database) throws {
        self.text = text
        places = try text?.match.map { try scene.titles.matches.titles(matching: $0, of: scene.titles, db) }
    }

    /// Also what another text finds.
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
    /// A text is looked for with its words corrected, too, when it finds fewer titles.
    static let fewTitles = SpellingCorrector.little

    /// What a text finds, counted.
    typealias Found = (findings: SearchMatches, tally: FacetCounter)

    /// Finds what a text finds, and completes it where that is little.
    ///
    /// Whether it is little is asked before any facet's filter: otherwise a value would be counted under another search than the
    /// one that it leads to.
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
        // Words that find nothing are wrong; only when that is not enough, those that find little may be; and words that are in no
        // title are meant where there would be nothing otherwise.
        for (least, list) in [(1, .titles), (SpellingCorrector.little, .titles), (1, .others)] as [(Int, SpellingVocabulary.Word.List)] {
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
