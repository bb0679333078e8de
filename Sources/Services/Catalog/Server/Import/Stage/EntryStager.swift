internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import HTTPFetch
internal import ServiceKit

/// Sorts a playlist's entries into known ones, duplicates, and new ones, which it stages.
struct EntryStager {
    /// The entries staged with one call of the writer.
    typealias Batch = [(record: EntryRecord, fingerprint: Int64)]

    private let context: JobContext
    private var reader: EntryRecognizer
    private var builder: EntryRecordBuilder
    private var known: FingerprintIndex
    private let rules: CorrectionRules
    private let base: FetchURL?
    private var new: Set<Int64> = []
    private var waiting: Batch = []
    private var waitingBytes = 0
    private(set) var read: Int64 = 0
    private(set) var refused: Int64 = 0
    private(set) var refusedLines: [RefusedEntry] = []
    /// The titles of new entries.
    private(set) var touched = TouchedTitles()
    /// The adult titles, each once.
    private(set) var adults: Set<DerivedID> = []
    private(set) var adultSamples: [String] = []
    /// The digest of all entries.
    private(set) var digest = ImportDigest()
    /// The channels that new links without a guide id belong to, by the ids that these links would have by themselves.
    private(set) var namesakes: [DerivedID: DerivedID] = [:]

    /// - Parameter base: The list's address; without it relative addresses cannot be resolved.
    init(
        context: JobContext, statistics: PlaylistStatistics, source: Int64, known: FingerprintIndex,
        rules: CorrectionRules,
        base: FetchURL? = nil
    ) {
        self.context = context
        self.base = base
        self.known = known
        self.rules = rules
        reader = EntryRecognizer(source: context.record.source, statistics: statistics)
        builder = EntryRecordBuilder(source: source, limits: context.limits)
    }

    /// The number of texts truncated to their limit.
    var cut: Int64 { builder.cut }

    /// The rows that were not seen again.
    var unseen: [Int64] { known.unseen }

    /// Processes an item of the parser.
    mutating func take(_ item: M3UItem) throws {
        switch item {
        case .header: return
        case .refused(let line): refuse(line.line, line.reason.rawValue)
        case .entry(var entry):
            if let address = M3UAddress.completed(entry.address, from: base) { entry.address = address }
            if !entry.logo.isEmpty, let logo = M3UAddress.completed(entry.logo, from: base) { entry.logo = logo }
            var item = reader.item(for: entry)
            if item.namesake != nil { correct(&item) }
            if item.isHeading { return refuse(entry.line, "a heading between groups, not a title") }
            if let refusal = item.refusal { return refuse(entry.line, refusal) }
            if entry.isRelative { return refuse(entry.line, "an address that is only complete beside the list itself") }
            read += 1
            digest.add(item)
            var record = try builder.record(entry, item)
            let fingerprint = record.fingerprint
            let (id, series) = rules.movesLinks ? place(&record, item) : (item.id, item.series?.id)
            if item.adult != nil, rules.changes(of: record.item)?.isAdult != false { noteAdult(id) }
            guard known.meet(fingerprint) == .unknown, new.insert(fingerprint).inserted else { return }
            if let namesake = item.namesake { namesakes[namesake.ownID] = item.id }
            touched.add(id, series: series)
            waiting.append((record, fingerprint))
            waitingBytes += record.textBytes
        }
    }

    /// A corrected title is not matched by its name alone.
    private func correct(_ item: inout PlaylistItem) {
        guard let namesake = item.namesake, rules.about[namesake.ownID.description] != nil else { return }
        (item.id, item.namesake) = (namesake.ownID, nil)
    }

    /// Applies corrections to an entry.
    ///
    /// - Returns: its title and series.
    private func place(_ record: inout EntryRecord, _ item: PlaylistItem) -> (DerivedID, DerivedID?) {
        let key = LinkKey(source: context.record.source, address: record.url)
        record.move(to: rules.place(record.identity, airDate: record.airDate, key: key))
        guard record.own != nil, let id = DerivedID(record.item) else { return (item.id, item.series?.id) }
        return (id, record.series.flatMap { DerivedID($0) })
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        refused += 1
        guard refusedLines.count < context.limits.listedRefusals else { return }
        refusedLines.append(RefusedEntry(line: Int64(line), reason: reason))
    }

    private mutating func noteAdult(_ id: DerivedID) {
        guard adults.insert(id).inserted, adultSamples.count < context.limits.listedAdults else { return }
        adultSamples.append(id.description)
    }

    /// Whether the pending batch is full.
    var isFull: Bool { waiting.count >= context.limits.stagedEntries || waitingBytes >= context.limits.stagedBytes }

    /// Takes the pending batch.
    mutating func takeBatch() -> Batch {
        defer { (waiting, waitingBytes) = ([], 0) }
        return waiting
    }

    /// Stages entries, while others may be read.
    static func stage(_ batch: Batch, generation: Int64, _ context: JobContext) async throws {
        guard !batch.isEmpty else { return }
        try await context.shards.shard(for: context.household).writeChunks(of: batch) { db, entry in
            try entry.record.stage(db, generation: generation, fingerprint: entry.fingerprint)
        }
    }
}
