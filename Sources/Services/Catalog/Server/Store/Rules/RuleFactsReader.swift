internal import GRDB
internal import HearthModel

/// A title as rules judge it, before its sources and metadata are read.
struct RuledTitle: Sendable {
    var id: String
    /// As ``KindBit``.
    var kind: Int64
    var audience: Audience
    /// As ``GenreBits``.
    var genres: Int64
    var series: String?
    var title: String
    var seriesTitle: String?
    var groups: [String]
    var certification: String?
    /// The rows of the sources that have it; nil to read them.
    var sources: Set<Int64>?

    /// The columns of `item i` and `itemText t` that ``init(_:)`` reads.
    static let columns = """
        i.row, i.born, i.kind, i.audience, i.genres, i.id, i.series, t.title, t.seriesTitle, t.groups, t.certification
        """
}

extension RuledTitle {
    /// A title by its ``columns``.
    init(_ row: Row) {
        self.init(
            id: row[5], kind: row[2], audience: Audience(bit: row[3]), genres: row[4], series: row[6], title: row[7],
            seriesTitle: row[8], groups: Self.groups(row[9]), certification: row[10])
    }

    /// The groups as they are stored.
    static func groups(_ text: String?) -> [String] { text?.split(separator: "\n").map(String.init) ?? [] }
}

/// Gathers the facts of titles by which the rules of some sets decide, and only those that a rule is about.
struct RuleFactsReader: Sendable {
    /// The sets, prepared.
    let evaluators: [ViewingRuleEvaluator]
    private let (needsSources, needsCertificates, needsTitles, needsGenres): (Bool, Bool, Bool, Bool)
    private var names: [Int64: String]?
    private var folding = RuleFolding()
    /// The metadata of the last series: its episodes follow each other.
    private var lastSeries: (id: String, title: MetadataTitle?)?

    /// Prepares sets. Titles that rules name are found under the ids that they have now.
    init(_ sets: [ViewingRuleSet], _ db: Database) throws {
        evaluators = try sets.map { ViewingRuleEvaluator(try Self.resolved($0, db)) }
        needsSources = evaluators.contains(where: \.needsSources)
        needsCertificates = evaluators.contains(where: \.needsCertificates)
        needsTitles = evaluators.contains(where: \.needsTitles)
        needsGenres = sets.contains { $0.rules.rules.contains { $0.genre != nil } }
    }

    private static func resolved(_ set: ViewingRuleSet, _ db: Database) throws -> ViewingRuleSet {
        var set = set
        let scope = try ReadScope(db, policy: .everything)
        for index in set.rules.rules.indices {
            guard let id = set.rules.rules[index].title?.rawValue else { continue }
            let successor = try AliasTable.successors(of: id, db, scope).last
            if let successor { set.rules.rules[index].title = ContentID(rawValue: successor) }
        }
        return set
    }

    /// The facts of a title.
    ///
    /// - Parameter generation: the one whose links count.
    mutating func facts(of title: RuledTitle, generation: Int64, _ db: Database) throws -> FoldedFacts {
        var facts = RuleFacts(
            title.audience, kind: KindBit.kind(title.kind),
            ids: [title.id, title.series].compactMap { $0.map(ContentID.init(rawValue:)) },
            titles: needsTitles ? [title.title, title.seriesTitle].compactMap(\.self) : [])
        facts.groups = title.groups
        let learned = try metadata(of: title, db)
        facts.genres = GenreBits.names(title.genres | (learned?.genres ?? 0))
        if needsSources {
            let rows = try title.sources ?? Self.sources(of: title, generation: generation, db)
            facts.sources = try rows.compactMap { try name($0, db) }
        }
        if needsCertificates {
            if let text = title.certification { facts.certificates.append((text, "")) }
            if let text = learned?.certificate { facts.certificates.append((text, learned?.country ?? "")) }
        }
        return folding.fold(facts)
    }

    /// The sets that admit a title, as bits of the column.
    mutating func members(of title: RuledTitle, generation: Int64, _ db: Database) throws -> Int64 {
        guard title.audience.isForRules else { return 0 }
        let facts = try facts(of: title, generation: generation, db)
        return evaluators.reduce(0) { bits, evaluator in
            evaluator.decision(facts).isAllowed ? bits | (RuleSetBits.column(of: evaluator.ruleSet.number) ?? 0) : bits
        }
    }

    /// The metadata of a title, or of an episode's series, where a rule is about them.
    private mutating func metadata(of title: RuledTitle, _ db: Database) throws -> MetadataTitle? {
        guard needsGenres || needsCertificates else { return nil }
        guard let series = title.series else {
            // Its genres are the title's own already.
            guard needsCertificates, title.kind & MetadataTitleTable.kinds != 0 else { return nil }
            return try MetadataTitleTable.find(title.id, db)
        }
        if let lastSeries, lastSeries.id == series { return lastSeries.title }
        let found = try MetadataTitleTable.find(series, db)
        lastSeries = (series, found)
        return found
    }

    /// As ``TitleDraft`` has them: the sources that still have the title, or else those that had it.
    private static func sources(of title: RuledTitle, generation: Int64, _ db: Database) throws -> Set<Int64> {
        var (live, lost): (Set<Int64>, Set<Int64>) = ([], [])
        let column = TitleDraft.isSeries(title.id) ? "series" : "item"
        var entries = try PositionalStatement(
            db, "SELECT source, lost FROM entry WHERE \(column) = ? AND born <= ? AND died > ?")
        entries.bind(title.id)
        entries.bind(generation)
        entries.bind(generation)
        while try entries.step() {
            if (entries[1] as Int64) > generation { live.insert(entries[0]) } else { lost.insert(entries[0]) }
        }
        return live.isEmpty ? lost : live
    }

    private mutating func name(_ source: Int64, _ db: Database) throws -> String? {
        if let name = names?[source] { return name }
        names = try SourceStore.names(db)
        return names?[source]
    }
}

/// The sets that a recomputed title is in, by the rules as they are at that moment.
struct RuleSetJudge: Sendable {
    private var reader: RuleFactsReader?
    private var revision: Int64?
    /// The revision of the rules at the first title; nil before it.
    private(set) var firstRevision: Int64?

    /// The bits of a title's sets.
    mutating func members(
        of draft: TitleDraft, _ speaking: [EntryRow], generation: Int64, _ db: Database
    ) throws -> Int64 {
        // Rules may change while an import runs.
        let now = try RuleSetTable.revision(db)
        if revision != now {
            let sets = try RuleSetTable.all(db)
            (reader, revision) = (sets.isEmpty ? nil : try RuleFactsReader(sets, db), now)
            firstRevision = firstRevision ?? now
        }
        guard reader != nil else { return 0 }
        var title = RuledTitle(
            id: draft.id, kind: draft.kind, audience: Audience(bit: draft.audience), genres: draft.genres,
            series: draft.series, title: draft.title, seriesTitle: draft.seriesTitle, groups: draft.groups,
            certification: draft.certification)
        title.sources = Set(speaking.map(\.source))
        return try reader?.members(of: title, generation: generation, db) ?? 0
    }
}
