internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import ServiceKit

/// Adds aliases from permanently removed titles to the titles that have their links now.
///
/// A list that renames a link to a title that it already has leaves the old title without links. Only when that one is
/// removed for good does its id become an alias of the other one: references follow for good, and until then the list
/// may have made a mistake.
struct LinkAliasStager {
    let context: JobContext
    let generation: Int64

    /// Links of one source per read.
    private static let linksPerRead = 5_000

    /// Stages the aliases.
    ///
    /// - Parameter ended: titles whose links end with the generation.
    func run(_ ended: [DerivedID]) async throws {
        let gone = try await context.steps(from: Gone(), each: ended) { [self] db, id, gone in
            guard gone.titles.count < context.limits.comparedRenames else { return }
            try gone.add(id, generation: generation, db)
        }
        var found: [DerivedID: (id: DerivedID, by: MatchKey.Kind)] = [:]
        for (source, titles) in gone.bySource {
            let there = try await links(of: source, that: Set(titles.flatMap(\.rungs)))
            found.merge(RenameFinder.joined(gone: titles, there: there)) { known, _ in known }
        }
        var pairs = found.map { old, new in
            RenameStager.Pair(old: old.description, new: new.id.description, by: "\(new.by)", isTitle: true)
        }.sorted { $0.old < $1.old }
        pairs += try await context.read { [pairs, generation] db in
            try SeriesRenames(generation: generation).pairs(of: pairs, db)
        }
        try await context.shards.shard(for: context.household).writeChunks(of: pairs) { [generation] db, pair in
            try AliasTable.stage(pair.old, successor: pair.new, reason: pair.by, generation: generation, db)
        }
    }

    /// The remaining titles with links of a source that have one of these match keys, with the matching keys.
    private func links(of source: Int64, that rungs: Set<MatchKey>) async throws -> [RenameFinder.Candidate] {
        var found: [DerivedID: Set<MatchKey>] = [:]
        var after: Int64 = 0
        while true {
            try context.checkCancellation()
            let page = try await context.read { [after, generation] db in
                try Self.page(of: source, after: after, generation: generation, db)
            }
            for link in page {
                guard let id = link.id else { continue }
                for rung in link.rungs where rungs.contains(rung) { found[id, default: []].insert(rung) }
            }
            guard page.count == Self.linksPerRead, let last = page.last else { break }
            after = last.row
        }
        return found.map { RenameFinder.Candidate(id: $0.key, rungs: Array($0.value)) }
    }

    private typealias Link = (row: Int64, id: DerivedID?, rungs: [MatchKey])

    private static func page(of source: Int64, after: Int64, generation: Int64, _ db: Database) throws -> [Link] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT row, item, rungs FROM entry INDEXED BY entry_by_source WHERE source = ? AND row > ?
                AND died > ? AND lost > ? ORDER BY row LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [source, after, generation, generation, linksPerRead]).map {
            ($0[0], DerivedID($0[1] as String), StoredMatchKeys.decode([UInt8]($0[2] as Data? ?? Data())))
        }
    }

    /// The removed titles, by their former source.
    private struct Gone: Sendable {
        var titles: Set<DerivedID> = []
        var bySource: [Int64: [RenameFinder.Candidate]] = [:]

        /// Adds a title if no link of it remains.
        mutating func add(_ id: DerivedID, generation: Int64, _ db: Database) throws {
            let links = try db.cachedStatement(
                sql: "SELECT source, rungs, died, ownItem IS NULL FROM entry WHERE item = ? ORDER BY row")
            let rows = try Row.fetchAll(links, arguments: [id.description])
            guard rows.allSatisfy({ ($0[2] as Int64) <= generation }) else { return }
            for row in rows where (row[2] as Int64) == generation && (row[3] as Bool) {
                let rungs = StoredMatchKeys.decode([UInt8](row[1] as Data? ?? Data()))
                titles.insert(id)
                bySource[row[0], default: []].append(RenameFinder.Candidate(id: id, rungs: rungs))
            }
        }
    }
}
