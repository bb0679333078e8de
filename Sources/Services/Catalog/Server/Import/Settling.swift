internal import GRDB

/// Works out anew what the touched titles are in the generation that is being staged, one after the other.
struct Settling: Sendable {
    /// The generation that is being staged.
    let generation: Int64
    /// The source whose entries have changed; nil when titles expire.
    let source: Int64?
    /// When titles that are new came in, in milliseconds since 1970.
    let now: Int64
    /// Whether nothing was ever learned of any title.
    let hasLearnedNothing: Bool
    /// How many titles were settled.
    private(set) var settled = 0
    /// The sources that have links to them.
    private(set) var sources: Set<Int64> = []
    private(set) var added: Int64 = 0
    private(set) var updated: Int64 = 0
    private(set) var removed: Int64 = 0
    private(set) var stale: Int64 = 0

    init(generation: Int64, source: Int64?, now: Int64, hasLearnedNothing: Bool) {
        self.generation = generation
        self.source = source
        self.now = now
        self.hasLearnedNothing = hasLearnedNothing
    }

    private var published: Int64 { generation - 1 }

    /// Settles a title. Run twice from the same state it does the same.
    mutating func settle(_ id: DerivedID, _ db: Database) throws {
        settled += 1
        let item = id.description
        var entries = try EntryFacts.of(item, generation: generation, db)
        for entry in entries { sources.insert(entry.source) }
        let own = entries.filter { $0.source == source }
        let had = own.contains { $0.isLive(in: published) }
        let has = own.contains { $0.isLive(in: generation) }
        if has {
            // The source has the title by other links: the lost ones were replaced, and go at once.
            for index in entries.indices {
                let entry = entries[index]
                guard entry.source == source, entry.died > generation, entry.lost <= generation else { continue }
                try Self.end(entry.row, generation: generation, db)
                entries[index].died = generation
            }
        }
        let rest = entries.filter { $0.died > generation }
        var draft = ItemDraft(item, entries: rest, generation: generation)
        if !hasLearnedNothing { try draft?.fill(from: db) }
        try write(draft, lost: lost(rest), item, db)
        guard !ItemDraft.isSeries(item) else { return }
        if !had && has { added += 1 }
        if had && has { updated += 1 }
        if had && !has {
            removed += 1
            if !rest.isEmpty, lost(rest) != Generation.never { stale += 1 }
        }
    }

    /// From which generation on no source has the title.
    private func lost(_ entries: [EntryFacts]) -> Int64 {
        let isLive = entries.contains { $0.isLive(in: generation) }
        return isLive ? Generation.never : entries.map(\.lost).max() ?? Generation.never
    }

    private func write(_ draft: ItemDraft?, lost: Int64, _ item: String, _ db: Database) throws {
        let current = try ItemStore.current(item, generation: generation, db)
        guard let draft else {
            guard let current else { return }
            try ItemStore.end(current.row, generation: generation, db)
            return try GoneStore.stage(item, generation: generation, db)
        }
        var cardBorn = generation
        if let current {
            if current.fingerprint == draft.fingerprint {
                if current.lost == lost { return }
                // Both only mean something from the new generation on, so that no reader sees the change early.
                if current.lost > published, lost > published { return try ItemStore.setLost(current.row, lost, db) }
            }
            if try CardReader.hasCard(current.row, of: draft, db) { cardBorn = current.cardBorn }
            try ItemStore.end(current.row, generation: generation, db)
        }
        let groups = try draft.groups.map { try GroupStore.id(of: $0, db) }
        try ItemStore.insert(
            draft, added: current?.added ?? now, lost: lost, cardBorn: cardBorn, groups: groups,
            generation: generation, db)
    }

    static func end(_ entry: Int64, generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE entry SET died = ? WHERE row = ?")
        try statement.execute(arguments: [generation, entry])
    }
}
