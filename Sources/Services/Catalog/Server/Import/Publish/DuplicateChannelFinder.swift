internal import CatalogRecognition
internal import GRDB
internal import HearthModel
internal import ServiceKit

/// Finds channels that one source has without a guide id and another with one, and merges them by the rules of one list
/// (``ChannelNameIndex``): only one guide id has the name in all lists, and no other signal contradicts.
///
/// The result depends on the sources' present links and on corrections, and not on the order of imports. A source that
/// has both channels itself is trusted to tell them apart.
struct DuplicateChannelFinder {
    let context: JobContext
    let generation: Int64

    /// The result.
    struct Outcome: Sendable {
        /// The titles whose links change.
        var touched = TouchedTitles()
        var changes: [DuplicateChange] = []
        /// The channels that links were moved to from those with a guide id, by these.
        var left: [DerivedID: DerivedID] = [:]
    }

    /// Names per read.
    private static let namesPerRead = 2_000

    /// Stages the links' titles by name.
    ///
    /// - Parameter titles: further titles beside those whose links have changed.
    func run(_ titles: [DerivedID]) async throws -> Outcome {
        let names = try await context.read { [generation] db in
            try Self.isWanted(db) ? try Self.names(titles, generation: generation, db) : []
        }
        guard !names.isEmpty else { return Outcome() }
        let said = try await context.read { try CorrectionRules.load($0).twins }
        var changes: [DuplicateChange] = []
        for start in stride(from: 0, to: names.count, by: Self.namesPerRead) {
            try context.checkCancellation()
            let part = names[start..<min(start + Self.namesPerRead, names.count)]
            changes += try await context.read { db in try part.flatMap { try Self.changes(of: $0, said, db) } }
        }
        guard !changes.isEmpty else { return Outcome() }
        return try await stage(changes)
    }

    private func stage(_ changes: [DuplicateChange]) async throws -> Outcome {
        var rules = try await context.read { try CorrectionRules.loadAll($0) }
        rules.add(changes)
        let reassignment = Reassignment(context: context, generation: generation, rules: rules)
        let moved = try await reassignment.run(changes.map(\.id))
        try await reassignment.rename(moved.moves, reason: AliasTable.byName)
        var outcome = Outcome(touched: moved.touched, changes: changes)
        let before = Set(changes.compactMap(\.before))
        for move in moved.moves.filter({ before.contains($0.from) }).sorted(by: { $0.into > $1.into }) {
            guard let from = DerivedID(move.from) else { continue }
            outcome.left[from] = DerivedID(move.into)
        }
        return outcome
    }

    // MARK: Names

    /// Whether duplicates are possible: a single source tells its channels apart itself.
    private static func isWanted(_ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT (SELECT count(*) FROM source WHERE kind <> 'guide') > 1
                OR EXISTS (SELECT 1 FROM twin WHERE tmdb = \(DuplicateTitleTable.byName))
                """) ?? false
    }

    /// The names of links added or removed by the generation, and of some titles' links.
    private static func names(_ titles: [DerivedID], generation: Int64, _ db: Database) throws -> [Int64] {
        var names = try Int64.fetchSet(
            db,
            sql: """
                SELECT name & ~1 FROM entry WHERE row > (SELECT entryFloor FROM staging) AND name IS NOT NULL
                UNION SELECT name & ~1 FROM entry WHERE died = :g AND died < \(Generation.never) AND name IS NOT NULL
                UNION SELECT name & ~1 FROM entry WHERE lost = :g AND lost < \(Generation.never) AND name IS NOT NULL
                """, arguments: ["g": generation])
        for column in ["item", "ownItem"] {
            let statement = try db.cachedStatement(
                sql: "SELECT DISTINCT name & ~1 FROM entry WHERE \(column) = ? AND name IS NOT NULL")
            for title in titles where title.kind == .channel {
                names.formUnion(try Int64.fetchAll(statement, arguments: [title.description]))
            }
        }
        return names.sorted()
    }

    // MARK: Links

    /// A list's data of a channel with some name.
    private struct Link {
        var source: Int64
        /// The title that it would be without duplicates.
        var title: String
        var signs: ChannelSignals
        var isGenericName: Bool
        var guideID: GuideID?
    }

    private static func changes(of name: Int64, _ said: DuplicateTitleRules, _ db: Database) throws -> [DuplicateChange]
    {
        let links = try links(called: name, hasGuideID: false, db)
        guard !links.isEmpty else { return [] }
        let known = try Self.links(called: name, hasGuideID: true, db)
        return try Dictionary(grouping: links, by: \.title).sorted { $0.key < $1.key }.compactMap { id, links in
            let (before, now) = (
                try DuplicateTitleTable.find(id, db)?.successor, successor(of: id, links, among: known, said)
            )
            return before == now ? nil : DuplicateChange(id: id, before: before, successor: now)
        }
    }

    /// The channel with a guide id that links without one belong to.
    private static func successor(
        of id: String, _ links: [Link], among known: [Link], _ said: DuplicateTitleRules
    ) -> String? {
        guard let first = known.first, let guideID = first.guideID, !guideID.hasFeed,
            known.allSatisfy({ $0.title == first.title }), said.allows(id, into: first.title),
            Set(known.map(\.source)).isDisjoint(with: links.map(\.source))
        else { return nil }
        var signs = ChannelSignals()
        for link in known { signs.add(link.signs) }
        return links.allSatisfy { signs.allow($0.signs, guideID: guideID, isGenericName: $0.isGenericName) }
            ? first.title : nil
    }

    /// The data of a name from present links.
    private static func links(called name: Int64, hasGuideID: Bool, _ db: Database) throws -> [Link] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT source, coalesce(ownItem, item), signs, country, language, guideID
                FROM entry INDEXED BY entry_by_name
                WHERE name = ? AND died = \(Generation.never) AND lost = \(Generation.never)
                """)
        let name = ChannelSignature.name(name, hasGuideID: hasGuideID)
        return try Row.fetchAll(statement, arguments: [name]).map { row in
            Link(
                source: row[0], title: row[1],
                signs: ChannelSignature.signs(row[2], country: row[3], languages: row[4]),
                isGenericName: ChannelSignature.isGenericName(row[2]),
                guideID: (row[5] as String?).flatMap { GuideID($0) })
        }
    }
}
