internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import GRDB
internal import ServiceKit

/// Imports a guide: stages new programmes, and ends those that they replace.
struct GuideImport {
    let context: JobContext
    let file: ImportFile
    /// Fetches the programmes of channels that the file omits.
    private let panel: XtreamGuideFetcher?
    private var report = ImportReport()
    /// Whether the file is truncated.
    private var isCut = false

    init(context: JobContext, file: ImportFile, panel: XtreamGuideFetcher? = nil) {
        (self.context, self.file, self.panel) = (context, file, panel)
    }

    /// Runs the job up to its publication.
    mutating func run() async throws -> StagedImport {
        let kind = try file.kind()
        guard [.guide, .text, .gzip, .empty].contains(kind) else {
            throw JobAbort.unusable("This is \(kind.rawValue), not an XMLTV guide. Nothing was changed.")
        }
        context.progress.begin(.reading, total: file.size)
        let record = context.record
        let before = try await context.read { try SourceStore.find(record.source, $0) }
        if let before, before.kind != .guide {
            throw JobAbort.unusable(before.kind.nameTaken)
        }
        let begun = try await context.write { db in
            let source = try before?.id ?? SourceStore.insert(record.source, .guide, path: record.path, db)
            return (source: source, generation: try StagingStore.begin(job: record.id, db))
        }
        let channels = try await context.read { try GuideStore.channels(of: begun.source, $0) }
        let known = try await fingerprints(of: channels)
        let past = try await context.read { [limits = context.limits] in try GuideRetention($0, limits: limits) }
        var stager = ProgrammeStager(context: context, known: known, past: past, channels: channels)
        try await read(&stager, source: begun.source, generation: begun.generation)
        try check(stager, before)
        if let before { try before.refuse(stager.digest.value, of: record) }
        // The next import is compared with the file's own programmes.
        let digest = stager.digest.value
        // A truncated one does not raise the bar for the next one.
        let entries = isCut ? max(stager.entries, before?.entries ?? 0) : stager.entries
        try await addPanelProgrammes(to: &stager, source: begun.source, generation: begun.generation)
        let replaced = try await replace(stager, source: begun.source, generation: begun.generation)
        report.read = stager.read
        report.added = stager.added
        report.unchanged = Int64(stager.known.seen)
        report.grouped = report.read - report.added - report.unchanged
        report.removed = replaced
        report.refused = stager.refused
        report.refusedLines = stager.refusedLines
        report.cut += stager.cut
        report.guideChannels = Int64(stager.channels.count)
        if stager.isOver {
            let taken = stager.read == 0 ? ", and were not taken" : ""
            report.isOver = true
            report.notes = (report.notes ?? []) + ["All of its programmes are over\(taken). Is there a newer guide?"]
        }
        if isCut {
            report.isCut = true
            report.notes =
                (report.notes ?? []) + [
                    "The file breaks off before the end of the guide. The \(report.read) programmes up to there are "
                        + "imported, and all previous programmes remain."
                ]
        }
        var staged = StagedImport(
            source: begun.source, path: record.path, generation: begun.generation, touched: TouchedTitles(),
            report: report, adultSamples: [], titlesBefore: 0, entries: entries)
        staged.digest = digest
        return staged
    }

    private mutating func read(_ stager: inout ProgrammeStager, source: Int64, generation: Int64) async throws {
        var zone = context.record.timeZone
        if zone == nil {
            zone = try await context.read { [name = context.record.source] in try FeedTable.find(name, $0)?.timeZone }
        }
        var parser = XMLTVParser(zone: zone.flatMap { GuideTimeZone(named: $0) } ?? .utc)
        var numbers = GuideRowIDs()
        let summary: XMLTVSummary
        do {
            var hasMore = true
            while hasMore {
                // A batch is staged while the next one is read.
                let (batch, known, context) = (stager.takeBatch(), numbers, context)
                async let staged = ProgrammeStager.stage(
                    batch, source: source, generation: generation, numbers: known, context)
                repeat {
                    try context.checkCancellation()
                    await Task.yield()
                    let piece = try file.readRaw(context.limits.pieceBytes)
                    hasMore = !piece.isEmpty
                    context.progress.advance(to: file.bytesRead)
                    // The parser inflates by itself: of a guide with damaged compression it keeps the part before.
                    if hasMore { try parser.consume(piece.span) { try stager.take($0) } }
                } while hasMore && !stager.isFull
                numbers = try await staged
            }
            summary = try parser.finish { try stager.take($0) }
        } catch let error as InflateError {
            throw JobAbort.unusable("The file cannot be read: \(error).")
        }
        isCut = !summary.isComplete
        report.notes = Self.notes(of: summary, zone: zone)
        stager.finish(isCut: isCut)
        _ = try await ProgrammeStager.stage(
            stager.takeBatch(), source: source, generation: generation, numbers: numbers, context)
        report.cut = Int64(summary.textsCut)
        guard summary.isGuide else {
            throw JobAbort.unusable("There is no guide in the file, so nothing was changed.")
        }
    }

    /// Stages the programmes of channels that the file omits.
    private func addPanelProgrammes(
        to stager: inout ProgrammeStager, source: Int64, generation: Int64
    ) async throws {
        guard var panel else { return }
        let covered = Set(stager.channels.filter(\.value.hasProgrammes).keys)
        try await panel.begin(covered: covered, source: source, generation: generation)
        while let found = try await panel.next() {
            try stager.take(found)
            if stager.isFull { try await write(&stager, source: source, generation: generation) }
        }
        stager.finish()
        try await write(&stager, source: source, generation: generation)
    }

    private func write(_ stager: inout ProgrammeStager, source: Int64, generation: Int64) async throws {
        _ = try await ProgrammeStager.stage(
            stager.takeBatch(), source: source, generation: generation, numbers: GuideRowIDs(), context)
    }

    /// The report's notes on how a guide was read; nil without any.
    private static func notes(of summary: XMLTVSummary, zone: String?) -> [String]? {
        var notes: [String] = []
        if summary.lacksEndTag {
            notes.append("The guide has no end tag. It ends behind a whole programme, and is taken for whole.")
        }
        if summary.missingZones > 0, zone == nil {
            notes.append(
                "Times without a time zone: \(summary.missingZones), read as UTC. If everything is hours early or late, give "
                    + "the source its time zone.")
        }
        if summary.unknownZones > 0 {
            notes.append(
                "Times that name a time zone that is not known: \(summary.unknownZones), read as \(zone ?? "UTC").")
        }
        if summary.stopsDropped > 0 {
            notes.append(
                "Programmes that end before they begin, or weeks later: \(summary.stopsDropped). The next one's start is "
                    + "taken for their end.")
        }
        return notes.isEmpty ? nil : notes
    }

    /// Holds a guide that has lost more than half of its programmes: it is more likely broken than right.
    private func check(_ stager: ProgrammeStager, _ before: SourceStore.Source?) throws {
        guard stager.entries > 0 || !stager.channels.isEmpty else {
            throw JobAbort.unusable("There is not one programme in the file, so nothing was changed.")
        }
        guard let before, !context.record.allowsShrinking, stager.entries * 2 < before.entries else { return }
        if isCut {
            throw JobAbort.held(
                "The file breaks off before the end of the guide: it has \(stager.entries) programmes up to there, and the "
                    + "guide had \(before.entries). Nothing was changed; fetch it again, or allow shrinking to take in what "
                    + "came.")
        }
        throw JobAbort.held(
            "The guide has \(stager.entries) programmes and had \(before.entries). Nothing was changed; ask again and "
                + "allow shrinking if that is right.")
    }

    /// The present programmes of the source; expired ones count as removed.
    private func fingerprints(of channels: [GuideStore.Channel]) async throws -> FingerprintIndex {
        var found: [(fingerprint: Int64, row: Int64)] = []
        for start in stride(from: 0, to: channels.count, by: Self.channelsPerRead) {
            try context.checkCancellation()
            let some = channels[start..<min(start + Self.channelsPerRead, channels.count)].map(\.id)
            found += try await context.read { db in
                let statement = try db.cachedStatement(
                    sql: "SELECT fingerprint, row FROM programme WHERE channel = ? AND died = \(Generation.never)")
                return try some.flatMap { channel in
                    try Row.fetchAll(statement, arguments: [channel]).map { (fingerprint: $0[0], row: $0[1]) }
                }
            }
        }
        return FingerprintIndex(found)
    }

    private static let channelsPerRead = 50

    /// Ends the programmes that were not seen again where the guide now has others. The missing end of a truncated
    /// guide ends none.
    ///
    /// - Returns: how many.
    private func replace(_ stager: ProgrammeStager, source: Int64, generation: Int64) async throws -> Int64 {
        let rows = stager.known.unseen
        guard !rows.isEmpty, !isCut else { return 0 }
        let covered = stager.channels
        let names = try await context.read { db in
            Dictionary(uniqueKeysWithValues: try GuideStore.channels(of: source, db).map { ($0.id, $0.name) })
        }
        return try await context.steps(from: (index: 0, ended: Int64(0))) { db, state in
            guard state.index < rows.count else { return false }
            let find = try db.cachedStatement(sql: "SELECT channel, start, stop FROM programme WHERE row = ?")
            if let row = try Row.fetchOne(find, arguments: [rows[state.index]]),
                let range = names[row[0]].flatMap({ covered[$0] }), range.overlaps(row[1], row[2])
            {
                try db.cachedStatement(sql: "UPDATE programme SET died = ? WHERE row = ?")
                    .execute(arguments: [generation, rows[state.index]])
                state.ended += 1
            }
            state.index += 1
            return state.index < rows.count
        }.ended
    }
}

extension ProgrammeStager {
    /// Takes the programmes that a panel has for one channel.
    fileprivate mutating func take(_ found: XtreamGuideFetcher.ChannelProgrammes) throws {
        guard !found.programmes.isEmpty else { return }
        if channels[found.guideID]?.isDescribed != true {
            var described = XMLTVChannel(line: 0, id: found.guideID)
            described.names = [XMLTVText(found.title)]
            try take(.channel(described))
        }
        for programme in found.programmes {
            var item = XMLTVProgramme()
            (item.channel, item.start, item.stop) = (found.guideID, programme.start, programme.stop)
            item.titles = [XMLTVText(programme.title)]
            item.descriptions = programme.overview.map { [XMLTVText($0)] } ?? []
            try take(.programme(item))
        }
    }
}
