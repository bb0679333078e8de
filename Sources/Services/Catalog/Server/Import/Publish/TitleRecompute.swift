internal import CatalogRecognition
internal import GRDB
internal import HearthModel

/// Recomputes the touched titles in the generation that is being staged, one after the other.
struct TitleRecompute: Sendable {
    /// The staged generation.
    let generation: Int64
    /// The source whose entries have changed; nil when titles expire.
    let source: Int64?
    /// When new titles were added, in milliseconds since 1970.
    let now: Int64
    /// Whether no title has metadata.
    let hasNoMetadata: Bool
    /// Whether there are no aliases.
    let hasNoAliases: Bool
    /// The corrections.
    private(set) var rules: CorrectionRules
    /// The duplicate channels by name from this generation on.
    let namesakes: DuplicateChannelFinder.Outcome
    /// The number of recomputed titles.
    private(set) var settled = 0
    /// The sources that have links to them.
    private(set) var sources: Set<Int64> = []
    private(set) var added: Int64 = 0
    private(set) var updated: Int64 = 0
    private(set) var removed: Int64 = 0
    private(set) var stale: Int64 = 0
    /// The rule sets of kids profiles.
    private(set) var ruleSets = RuleSetJudge()
    /// The row numbers of groups, by name.
    private var groups: [String: Int64] = [:]

    init(
        generation: Int64, source: Int64?, now: Int64, hasNoMetadata: Bool, hasNoAliases: Bool,
        rules: CorrectionRules, namesakes: DuplicateChannelFinder.Outcome
    ) {
        self.generation = generation
        self.source = source
        self.now = now
        self.hasNoMetadata = hasNoMetadata
        self.hasNoAliases = hasNoAliases
        self.rules = rules
        self.namesakes = namesakes
        self.rules.add(namesakes.changes)
    }

    private var published: Int64 { generation - 1 }

    /// Recomputes a title. Idempotent.
    mutating func settle(_ id: DerivedID, _ db: Database) throws {
        settled += 1
        let item = id.description
        var entries = try EntryRow.of(item, generation: generation, db)
        for entry in entries { sources.insert(entry.source) }
        let (had, has) = presence(entries)
        if has {
            // The source has the title by other links: the lost ones were replaced, and end at once.
            for index in entries.indices {
                let entry = entries[index]
                guard entry.source == source, entry.died > generation, entry.lost <= generation else { continue }
                try Self.end(entry.row, generation: generation, db)
                entries[index].died = generation
            }
        }
        let rest = entries.filter { $0.died > generation }
        var draft = TitleDraft(item, entries: rest, generation: generation)
        if !hasNoMetadata { try draft?.fill(from: db) }
        draft?.correct(by: rules)
        if let complete = draft {
            let live = rest.filter { $0.isLive(in: generation) }
            let members = try ruleSets.members(
                of: complete, live.isEmpty ? rest : live, generation: generation, db)
            draft?.audience |= members
        }
        try write(draft, lost: lost(rest), item, db)
        guard !TitleDraft.isSeries(item) else { return }
        count(had: had, has: has, isStale: !rest.isEmpty && lost(rest) != Generation.never, 1)
    }

    /// Whether the source had a title, and has it.
    private func presence(_ entries: [EntryRow]) -> (had: Bool, has: Bool) {
        let own = entries.filter { $0.source == source }
        return (own.contains { $0.isLive(in: published) }, own.contains { $0.isLive(in: generation) })
    }

    private mutating func count(had: Bool, has: Bool, isStale: Bool, _ step: Int64) {
        if !had && has { added += step }
        if had && has { updated += step }
        if had && !has {
            removed += step
            if isStale { stale += step }
        }
    }

    /// Subtracts a title from the counts, as it is now, or adds it to them.
    mutating func count(_ id: DerivedID, _ step: Int64, _ db: Database) throws {
        guard id.kind != .series else { return }
        let entries = try EntryRow.of(id.description, generation: generation, db)
        let (had, has) = presence(entries)
        let rest = entries.filter { $0.died > generation }
        count(had: had, has: has, isStale: !rest.isEmpty && lost(rest) != Generation.never, step)
    }

    /// The same under other rules.
    func under(_ rules: CorrectionRules) -> TitleRecompute {
        var next = self
        next.rules = rules
        return next
    }

    /// The generation from which on no source has the title.
    private func lost(_ entries: [EntryRow]) -> Int64 {
        let isLive = entries.contains { $0.isLive(in: generation) }
        return isLive ? Generation.never : entries.map(\.lost).max() ?? Generation.never
    }

    private mutating func write(_ draft: TitleDraft?, lost: Int64, _ item: String, _ db: Database) throws {
        let current = try TitleStore.current(item, generation: generation, db)
        guard let draft else {
            guard let current else { return }
            try end(current, db)
            // An unpublished one is removed without an event, and a joined one continues under another id.
            if try current.born == generation || AliasTable.isReplaced(item, in: generation, db) { return }
            return try TombstoneTable.stage(item, generation: generation, db)
        }
        var cardBorn = generation
        if let current {
            if current.fingerprint == draft.fingerprint, current.audience == draft.audience {
                if current.lost == lost { return }
                // Both values take effect from the new generation on, so that no reader sees the change early.
                if current.lost > published, lost > published { return try TitleStore.setLost(current.row, lost, db) }
            }
            if try CardReader.hasCard(current.row, of: draft, db) { cardBorn = current.cardBorn }
            try end(current, db)
        } else if !hasNoAliases, try AliasTable.isAny(of: item, db) {
            // A returned title is its own again: when it is removed once more, its old alias no longer applies.
            try AliasTable.stage(item, successor: item, reason: AliasTable.back, generation: generation, db)
        }
        if !hasNoMetadata, lost > published, current.map({ $0.lost <= published }) ?? true {
            // Titles added since the metadata was fetched may match the same TMDB title.
            try MetadataTitleTable.renew(item, db)
        }
        let groups = try draft.groups.map { try group($0, db) }
        let added = current?.added ?? min(draft.added ?? now, now)
        try TitleStore.insert(
            draft, added: added, lost: lost, cardBorn: cardBorn, groups: groups,
            generation: generation, db)
    }

    /// The cached row of a group: there are few, and nearly every title is in one.
    private mutating func group(_ name: String, _ db: Database) throws -> Int64 {
        if let known = groups[name] { return known }
        let id = try GroupTable.id(of: name, db)
        if groups.count >= Self.cachedGroups { groups.removeAll() }
        groups[name] = id
        return id
    }

    private static let cachedGroups = 4_096

    /// Ends a row with this generation; a row staged in it is deleted, as an import may recompute a title twice.
    private func end(_ current: TitleStore.Current, _ db: Database) throws {
        guard current.born < generation else { return try TitleStore.delete(current.row, db) }
        try TitleStore.end(current.row, generation: generation, db)
    }

    static func end(_ entry: Int64, generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE entry SET died = ? WHERE row = ?")
        try statement.execute(arguments: [generation, entry])
    }
}
