internal import CatalogAPI
internal import RPC
internal import ServiceKit

/// Sorts a guide's programmes into those that are known, doubles, and new ones, which it stages.
struct ProgrammeStager {
    /// The time that a guide's programmes of one channel cover, in seconds since 1970.
    struct Covered: Sendable {
        var start = Int64.max
        var stop = Int64.min
        /// The guide has a description of the channel, and not only programmes.
        var isDescribed = false
        /// The guide has programmes of the channel.
        var hasProgrammes: Bool { start <= stop }

        mutating func add(_ record: ProgrammeRecord) {
            start = min(start, record.start)
            stop = max(stop, record.stop)
        }

        func overlaps(_ start: Int64, _ stop: Int64) -> Bool { start < self.stop && stop > self.start }
    }

    private enum Waiting: Sendable {
        case channel(name: String, names: String, icon: String?)
        case programme(ProgrammeRecord, fingerprint: Int64)
    }

    private let context: JobContext
    private let source: Int64
    /// Programmes that ended before are not taken in.
    private let oldest: Int64
    /// The programmes that the source had.
    private(set) var known: FingerprintIndex
    private var new: Set<Int64> = []
    private var waiting: [Waiting] = []
    /// The channels as the guide describes them.
    private var descriptions = GuideDescriptions()
    /// Programmes without an end, by channel: they last until the next one begins.
    private var open: [String: ProgrammeRecord] = [:]
    /// What the guide covers, by channel.
    private(set) var channels: [String: Covered] = [:]
    /// Programmes in the file, those that are over for long among them.
    private(set) var entries: Int64 = 0
    private(set) var read: Int64 = 0
    private(set) var added: Int64 = 0
    private(set) var refused: Int64 = 0
    private(set) var refusedLines: [RefusedEntry] = []
    /// What it all is.
    private(set) var digest = ImportDigest()

    /// A programme whose end nobody says lasts this long at most.
    private static let longestGuessSeconds: Int64 = 6 * 3_600

    init(context: JobContext, source: Int64, known: FingerprintIndex) {
        self.context = context
        self.source = source
        self.known = known
        oldest = (context.now - context.limits.pastTime.wholeMilliseconds) / 1_000
    }

    /// Takes what the parser hands out.
    ///
    /// - Throws: ``JobEnd/failed(_:)`` when the guide is larger than any real one.
    mutating func take(_ item: XMLTVItem) throws {
        switch item {
        case .channel(let channel):
            let name = channel.id.trimmingSpaces()
            channels[name, default: Covered()].isDescribed = true
            let icon = ["http", "https"].contains(M3UAddress.scheme(of: channel.icon) ?? "") ? channel.icon : nil
            descriptions.add(name, names: channel.names.map(\.text), icon: icon)
            if descriptions.isFull { stageDescriptions() }
        case .programme(let programme):
            entries += 1
            let record = ProgrammeRecord(programme, limits: context.limits)
            if let before = open.removeValue(forKey: record.channel) {
                add(before, endingBefore: record.start, line: programme.line)
            }
            if programme.stop == nil { open[record.channel] = record } else { add(record, line: programme.line) }
        case .refused(let item):
            refuse(item.line, item.reason.rawValue)
        }
        guard entries <= context.limits.entries, channels.count <= context.limits.guideChannels else {
            throw JobEnd.failed("The guide has more channels or programmes than are taken in.")
        }
    }

    /// Ends what has no end.
    mutating func finish() {
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
            waiting.append(.channel(name: item.id, names: item.names.joined(separator: "\n"), icon: item.icon))
        }
    }

    private mutating func add(_ record: ProgrammeRecord, endingBefore next: Int64?, line: Int) {
        var record = record
        let latest = record.start + Self.longestGuessSeconds
        record.stop = min(next.flatMap { $0 > record.start ? $0 : nil } ?? latest, latest)
        add(record, line: line)
    }

    private mutating func add(_ record: ProgrammeRecord, line: Int) {
        guard record.stop >= oldest else { return refuse(line, "it was over more than seven days ago") }
        read += 1
        channels[record.channel, default: Covered()].add(record)
        let fingerprint = record.fingerprint
        digest.add(fingerprint: fingerprint)
        guard known.meet(fingerprint) == .unknown, new.insert(fingerprint).inserted else { return }
        added += 1
        waiting.append(.programme(record, fingerprint: fingerprint))
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        refused += 1
        guard refusedLines.count < context.limits.listedRefusals else { return }
        refusedLines.append(RefusedEntry(line: Int64(line), reason: reason))
    }

    /// Stages what waits, when it is enough or all there is.
    mutating func write(generation: Int64, isLast: Bool) async throws {
        guard isLast ? !waiting.isEmpty : waiting.count >= context.limits.stagedEntries else { return }
        let (batch, source) = (waiting, source)
        waiting.removeAll(keepingCapacity: true)
        try await context.shards.shard(for: context.household).writeChunks(of: batch) { db, entry in
            switch entry {
            case .channel(let name, let names, let icon):
                try GuideStore.describe(name, names: names, icon: icon, source: source, generation: generation, db)
            case .programme(let record, let fingerprint):
                try record.stage(db, source: source, generation: generation, fingerprint: fingerprint)
            }
        }
    }
}
