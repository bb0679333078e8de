internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Sorts a guide's programmes into known ones, duplicates, and new ones, which it stages.
struct ProgrammeStager {
    /// The time range of a channel's programmes in a guide, in seconds since 1970.
    struct Covered: Sendable {
        var start = Int64.max
        var stop = Int64.min
        /// Whether the guide describes the channel, and has not only programmes.
        var isDescribed = false
        /// Whether the guide has programmes of the channel.
        var hasProgrammes: Bool { start <= stop }

        mutating func add(_ record: ProgrammeRecord) {
            start = min(start, record.start)
            stop = max(stop, record.stop)
        }

        func overlaps(_ start: Int64, _ stop: Int64) -> Bool { start < self.stop && stop > self.start }
    }

    /// The batch staged with one call of the writer.
    struct Batch: Sendable {
        fileprivate var channels: [(name: String, names: String, icon: String?)] = []
        fileprivate var programmes = ProgrammeBuffer()

        fileprivate var count: Int { channels.count + programmes.count }
    }

    private let context: JobContext
    /// The retention of past programmes, and the channels with a longer one: ids by the guide's own.
    private let past: GuideRetention
    private let channelIDs: [String: Int64]
    /// Seconds since 1970.
    private let now: Int64
    /// The source's known programmes.
    private(set) var known: FingerprintIndex
    private var new: Set<Int64> = []
    private var waiting = Batch()
    private var categories = CategoryMapper()
    private var certifications = CertificationCache()
    /// The channels as the guide describes them.
    private var descriptions = GuideDescriptions()
    /// Programmes without an end, by channel: each lasts until the next one starts.
    private var open: [String: ProgrammeRecord] = [:]
    /// The covered ranges, by channel.
    private(set) var channels: [String: Covered] = [:]
    /// Programmes in the file, expired ones included.
    private(set) var entries: Int64 = 0
    private(set) var read: Int64 = 0
    private(set) var added: Int64 = 0
    private(set) var refused: Int64 = 0
    /// The expired programmes among these.
    private(set) var over: Int64 = 0
    /// Whether there are programmes, and all of them are in the past.
    var isOver: Bool { entries > 0 && channels.values.allSatisfy { $0.stop <= now } }
    /// The number of texts truncated to their limit, beside the parser's.
    private(set) var cut: Int64 = 0
    private(set) var refusedLines: [RefusedEntry] = []
    /// The digest of all programmes.
    private(set) var digest = ImportDigest()

    /// The longest assumed duration of a programme without an end.
    private static let longestGuessSeconds: Int64 = 6 * 3_600

    /// - Parameter channels: the channels that the guide has had.
    init(context: JobContext, known: FingerprintIndex, past: GuideRetention, channels: [GuideStore.Channel]) {
        self.context = context
        self.known = known
        self.past = past
        channelIDs = Dictionary(channels.map { ($0.name, $0.id) }) { first, _ in first }
        now = context.now / 1_000
    }

    /// The retention of a channel, in seconds. A new one may be any channel's.
    private func retention(of channel: String) -> Int64 {
        channelIDs[channel].map { past.seconds(of: $0) } ?? past.longest
    }

    /// Processes an item of the parser.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when the guide exceeds the limits.
    mutating func take(_ item: XMLTVItem) throws {
        switch item {
        case .channel(let channel):
            let name = channel.id.trimmingSpaces()
            channels[name, default: Covered()].isDescribed = true
            descriptions.add(
                name, names: channel.names.map(\.text),
                icon: ImageAddress.checked(channel.icon, limit: context.limits.pictureBytes))
            if descriptions.isFull { stageDescriptions() }
        case .programme(let programme):
            entries += 1
            let record = ProgrammeRecord(
                programme, limits: context.limits, categories: &categories, certifications: &certifications)
            cut += record.cut
            if let before = open.removeValue(forKey: record.channel) {
                add(before, endingBefore: record.start, line: programme.line)
            }
            if programme.stop == nil { open[record.channel] = record } else { add(record, line: programme.line) }
        case .refused(let item):
            refuse(item.line, item.reason.rawValue)
        }
        guard entries <= context.limits.entries, channels.count <= context.limits.guideChannels else {
            throw JobAbort.unusable("The guide has more channels or programmes than the limit.")
        }
    }

    /// Gives an end to programmes without one.
    ///
    /// - Parameter isCut: Whether the guide is truncated: then the next programme is unknown, and with it how long one
    ///   without an end lasts.
    mutating func finish(isCut: Bool = false) {
        if isCut { open = [:] }
        for (_, record) in open.sorted(by: { $0.key < $1.key }) { add(record, endingBefore: nil, line: 0) }
        open = [:]
        for (channel, programmes) in descriptions.misspelled(in: channels) {
            descriptions.move(channel, to: programmes)
            channels[channel] = nil
        }
        stageDescriptions()
    }

    private mutating func stageDescriptions() {
        for item in descriptions.takeAll() {
            waiting.channels.append((item.id, item.names.joined(separator: "\n"), item.icon))
        }
    }

    private mutating func add(_ record: ProgrammeRecord, endingBefore next: Int64?, line: Int) {
        var record = record
        let latest = record.start + Self.longestGuessSeconds
        record.stop = min(next.flatMap { $0 > record.start ? $0 : nil } ?? latest, latest)
        add(record, line: line)
    }

    private mutating func add(_ record: ProgrammeRecord, line: Int) {
        let retention = retention(of: record.channel)
        guard record.stop >= now - retention else {
            over += 1
            return refuse(line, "it was over more than \(Self.days(retention)) days ago, and is not offered any more")
        }
        read += 1
        channels[record.channel, default: Covered()].add(record)
        let fingerprint = record.fingerprint
        digest.add(fingerprint: fingerprint)
        guard known.meet(fingerprint) == .unknown, new.insert(fingerprint).inserted else { return }
        added += 1
        waiting.programmes.append(record, fingerprint: fingerprint)
    }

    /// Whole days, small numbers in words.
    private static func days(_ seconds: Int64) -> String {
        let days = seconds / 86_400
        return days == 7 ? "seven" : String(days)
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        refused += 1
        guard refusedLines.count < context.limits.listedRefusals else { return }
        refusedLines.append(RefusedEntry(line: Int64(line), reason: reason))
    }

    /// Whether the pending batch is full.
    var isFull: Bool {
        waiting.count >= context.limits.stagedProgrammes || waiting.programmes.byteCount >= context.limits.stagedBytes
    }

    /// Takes the pending batch.
    mutating func takeBatch() -> Batch {
        defer { waiting = Batch() }
        return waiting
    }

    /// Stages a batch, while others may be read.
    ///
    /// - Returns: the cached row numbers for the next batch.
    static func stage(
        _ batch: Batch, source: Int64, generation: Int64, numbers: GuideRowIDs, _ context: JobContext
    ) async throws -> GuideRowIDs {
        guard batch.count > 0 else { return numbers }
        let most = context.limits.cachedTitles
        let shard = try await context.shards.shard(for: context.household)
        // The channels first, then their programmes.
        let (channels, programmes) = (batch.channels, batch.programmes)
        let order = programmes.byChannel
        return try await shard.writeChunks(from: (index: 0, numbers: numbers)) { db, state in
            if state.index < channels.count {
                let channel = channels[state.index]
                try GuideStore.describe(
                    channel.name, names: channel.names, icon: channel.icon, source: source, generation: generation, db)
            } else {
                let (record, fingerprint) = programmes[order[state.index - channels.count]]
                let channel = try state.numbers.channel(record.channel, source: source, generation: generation, db)
                let title = try state.numbers.title(of: record, most: most, db)
                try record.stage(
                    db, channel: channel, titleID: title, generation: generation, fingerprint: fingerprint,
                    members: try state.numbers.members(of: record, db))
            }
            state.index += 1
            return state.index < channels.count + order.count
        }.numbers
    }
}

/// Cached row numbers of a guide's channels and recent titles: a guide repeats them.
struct GuideRowIDs: Sendable {
    private var channels: [String: Int64] = [:]
    private var titles: [String: Int64] = [:]

    /// The rules about programmes, as they were at a revision of the rule sets.
    private var rules: (revision: Int64, judge: ProgrammeRuleJudge)?

    /// The bits of the rule sets that let a programme through, by the rules as they are at this moment.
    mutating func members(of record: ProgrammeRecord, _ db: Database) throws -> Int64 {
        let revision = try RuleSetTable.revision(db)
        var judge = rules?.revision == revision ? rules?.judge : nil
        if judge == nil { judge = ProgrammeRuleJudge(try RuleSetTable.all(db)) }
        guard var judge, !judge.isEmpty else {
            rules = judge.map { (revision, $0) }
            return 0
        }
        // Given up first, so that what it knows is not copied.
        rules = nil
        let facts = ProgrammeRuleJudge.Facts(genres: record.genres, title: record.title, details: record.details)
        let members = judge.members(Audience(bit: record.audience), facts)
        rules = (revision, judge)
        return members
    }

    /// The row of a channel, which is inserted if needed.
    mutating func channel(_ name: String, source: Int64, generation: Int64, _ db: Database) throws -> Int64 {
        if let known = channels[name] { return known }
        let id = try GuideStore.channel(name, source: source, generation: generation, db)
        channels[name] = id
        return id
    }

    /// The row of a programme's title, which is inserted if needed.
    mutating func title(of record: ProgrammeRecord, most: Int, _ db: Database) throws -> Int64 {
        if let known = titles[record.titleKey] { return known }
        let id = try GuideTitles.id(of: record.titleKey, record.details, db)
        if titles.count >= most { titles.removeAll(keepingCapacity: true) }
        titles[record.titleKey] = id
        return id
    }
}
