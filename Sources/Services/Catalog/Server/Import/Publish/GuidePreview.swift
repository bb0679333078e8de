internal import CatalogAPI
internal import GRDB
internal import HearthModel

/// The first programmes and channels that an import of a guide would add, change and end: for a dry run.
struct GuidePreview: Sendable {
    /// The staged generation.
    let generation: Int64
    let source: Int64

    /// Reads them.
    func samples(_ db: Database) throws -> GuideSamples {
        var samples = GuideSamples()
        samples.added = try programmes(Self.new, "NOT \(Self.hasDuplicate("died"))", db)
        samples.changed = try programmes(Self.new, Self.hasDuplicate("died"), db)
        samples.removed = try programmes(Self.ended, "NOT \(Self.hasDuplicate("born"))", db)
        samples.channelsAdded = try channels("m.born = :generation AND m.row > (SELECT matchFloor FROM staging)", db)
        samples.channelsRemoved = try channels("m.died = :generation", db)
        return samples
    }

    private static let new = "p.born = :generation AND p.row > (SELECT programmeFloor FROM staging)"
    private static let ended = "p.died = :generation AND p.died < \(Generation.never)"

    /// Whether another programme with the same start is added (`born`) or removed (`died`) now.
    private static func hasDuplicate(_ column: String) -> String {
        """
        EXISTS (SELECT 1 FROM programme q INDEXED BY programme_by_time
            WHERE q.channel = p.channel AND q.start = p.start AND q.\(column) = :generation)
        """
    }

    private func programmes(_ which: String, _ condition: String, _ db: Database) throws -> [GuideSample] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT c.name, c.names, (SELECT min(m.item) FROM guideMatch m INDEXED BY guideMatch_by_channel
                        WHERE m.channel = c.id AND \(ReadScope.holds("m"))), \(ProgrammeReader.columns("p"))
                FROM programme p CROSS JOIN guideChannel c ON c.id = p.channel
                WHERE c.source = :source AND \(which) AND \(condition) ORDER BY p.row LIMIT \(ImportPreview.most)
                """, arguments: ["generation": generation, "source": source])
        let cards = try CardReader.find(rows.compactMap { $0[2] as String? }, db, ReadScope(staged: generation))
        return rows.compactMap { row in
            guard let programme = ProgrammeReader.programme(row, from: 3, shift: 0) else { return nil }
            let name = (row[1] as String).split(separator: "\n").first.map(String.init)
            return GuideSample(
                channel: name ?? row[0], card: (row[2] as String?).flatMap { cards[$0]?.card }, programme: programme)
        }
    }

    /// Channels whose match is added or removed; a match that only changes within the guide is neither.
    private func channels(_ condition: String, _ db: Database) throws -> [Card] {
        let ids = try String.fetchAll(
            db,
            sql: """
                SELECT m.item FROM guideMatch m CROSS JOIN guideChannel c ON c.id = m.channel
                WHERE c.source = :source AND \(condition) AND NOT EXISTS (
                    SELECT 1 FROM guideMatch o INDEXED BY guideMatch_by_item
                    CROSS JOIN guideChannel d ON d.id = o.channel
                    WHERE o.item = m.item AND o.row <> m.row AND d.source = c.source
                    AND (o.died = :generation OR o.born = :generation))
                ORDER BY m.row LIMIT \(ImportPreview.most)
                """, arguments: ["generation": generation, "source": source])
        let found = try CardReader.find(ids, db, ReadScope(staged: generation))
        return ids.compactMap { found[$0]?.card }
    }
}

extension GuideSamples {
    /// The part that a viewer may see. A channel that is not in the catalog has no known audience and is shown only
    /// under a policy that hides nothing.
    func limited(to policy: ViewingPolicy) -> GuideSamples {
        guard !policy.allowsEverything else { return self }
        func isAllowed(_ sample: GuideSample) -> Bool {
            guard let card = sample.card, policy.allows(card) else { return false }
            return policy.allows(rating: sample.programme.rating, isAdult: sample.programme.isAdult, kind: .channel)
        }
        var limited = self
        limited.added.removeAll { !isAllowed($0) }
        limited.changed.removeAll { !isAllowed($0) }
        limited.removed.removeAll { !isAllowed($0) }
        limited.channelsAdded.removeAll { !policy.allows($0) }
        limited.channelsRemoved.removeAll { !policy.allows($0) }
        return limited
    }
}
