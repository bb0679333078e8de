internal import CatalogRecognition
internal import GRDB

/// Reapplies corrections to titles that an import has renamed.
struct CorrectionReapplier {
    let context: JobContext
    let generation: Int64

    /// Recomputes the titles with their corrections.
    ///
    /// - Parameters:
    ///   - titles: the new ids.
    ///   - settling: the previous recomputation, whose counts are corrected.
    func run(_ titles: [String], _ settling: inout TitleRecompute) async throws {
        var (rules, affected) = try await context.read { db in
            let about = try CorrectionTable.all(db).filter { !Set($0.subjects).isDisjoint(with: titles) }
            return (try CorrectionRules.loadAll(db), try Self.families(of: titles + about.flatMap(\.titles), db))
        }
        rules.add(settling.namesakes.changes)
        var next = settling.under(rules)
        next = try await context.steps(from: next, each: affected) { db, id, next in try next.count(id, -1, db) }
        let outcome = try await Reassignment(context: context, generation: generation, rules: rules).run(titles)
        var touched = outcome.touched
        for id in affected { touched.add(id, series: nil) }
        next = try await context.steps(from: next, each: touched.sorted) { db, id, next in try next.settle(id, db) }
        settling = next
    }

    /// The titles, and the episodes of the series among them.
    private static func families(of titles: [String], _ db: Database) throws -> [DerivedID] {
        let episodes = try db.cachedStatement(sql: "SELECT DISTINCT item FROM entry WHERE series = ?")
        let all = try titles.flatMap { title in
            try [title] + (TitleDraft.isSeries(title) ? String.fetchAll(episodes, arguments: [title]) : [])
        }
        return Set(all).sorted().compactMap { DerivedID($0) }
    }
}
