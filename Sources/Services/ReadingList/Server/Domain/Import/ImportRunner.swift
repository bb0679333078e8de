internal import GRDB
internal import Logging
internal import RPC
internal import ReadingListAPI
internal import ServiceKit
internal import TextFolding

/// Runs one import: reads the file in chunks, and commits each chunk's links with the job's cursor in one transaction.
/// After a crash the job reads the file again and resumes after the last committed entry.
struct ImportRunner {
    let queue: ImportQueue
    let household: String
    let record: ImportRecord

    /// How a run ended.
    enum End: Sendable {
        /// The job is over.
        case over
        /// The job resumes with its retry, or at the next start when the service stops.
        case interrupted
    }

    /// The job was cancelled.
    private struct Stopped: Error {}

    func run() async -> End {
        let begun = queue.runtime.now
        var state = LinkImportState.done
        var problem: String?
        do {
            try await takeIn(begun)
        } catch is CancellationError {
            return .interrupted
        } catch is Stopped {
            state = .cancelled
        } catch let error as LinkFile.Problem {
            (state, problem) = (.failed, error.text)
        } catch {
            // The shard is closed, its disk has failed or no file can be opened: the job resumes when all are back.
            queue.logger.notice(
                "An import was interrupted.",
                metadata: ["household": "\(household)", "job": "\(record.id)", "error": "\(error)"])
            return .interrupted
        }
        do {
            try await write { [record, state, problem, now = queue.now] db in
                try ImportTable.end(record.id, state, problem: problem, at: now, db)
            }
        } catch { return .interrupted }
        queue.noteEnd(state)
        if let upload = record.upload { await queue.uploads.remove(upload, household: household) }
        queue.logger.info(
            "An import has ended.",
            metadata: ["household": "\(household)", "job": "\(record.id)", "state": "\(state)"])
        return .over
    }

    private func takeIn(_ begun: MonotonicInstant) async throws {
        guard let upload = record.upload else {
            throw LinkFile.Problem(
                text: "This import names a path, which is no longer supported. Import the file again.")
        }
        let file = try LinkFile(path: queue.uploads.path(of: upload, household: household))
        let opened = try LinkFormats.open(file.head(LinkFormats.headBytes), as: record.job.format)
        let format = opened.format
        var reader = opened.reader
        try await write { [record] db in try ImportTable.begin(record, format: format, db) }
        var job = record.job
        let earlier = job.report.milliseconds
        var (skipped, position): (Int64, Int64) = (job.report.read, 0)
        var waiting: [FileLink] = []
        while true {
            let piece = try file.read(ReadingListLimits.pieceBytes)
            var found: [FileLink] = []
            if piece.isEmpty { reader.finish { found.append($0) } } else { reader.read(piece) { found.append($0) } }
            position += Int64(piece.count)
            // Entries committed by an earlier run are skipped.
            let passed = min(skipped, Int64(found.count))
            skipped -= passed
            waiting += found.dropFirst(Int(passed))
            while waiting.count >= ReadingListLimits.chunkLinks || piece.isEmpty && !waiting.isEmpty {
                let chunk = Array(waiting.prefix(ReadingListLimits.chunkLinks))
                waiting.removeFirst(chunk.count)
                job.doneBytes = position
                job.report.milliseconds = earlier + begun.duration(to: queue.runtime.now).wholeMilliseconds
                job = try await write(chunk, job)
                try queue.checkStop()
            }
            if piece.isEmpty {
                if let problem = reader.problem { throw LinkFile.Problem(text: problem) }
                return
            }
            try queue.checkStop()
        }
    }

    /// How far a chunk is.
    private struct Progress: Sendable {
        var job: LinkImport
        var next = 0
        var isStopped = false
    }

    /// Adds entries in transactions of a few milliseconds each, so that other jobs get their turn; each stores the
    /// job's cursor.
    private func write(_ chunk: [FileLink], _ job: LinkImport) async throws -> LinkImport {
        let now = queue.now
        let source = LinkText.source("import:" + job.file)
        let entries = chunk.map { Entry($0, id: queue.makeID(), source: source, now: now) }
        let shard = try await queue.shards.shard(for: household)
        let end = try await shard.writeChunks(from: Progress(job: job)) { [record] db, progress in
            guard try ImportTable.isOpen(record.id, db) else {
                progress.isStopped = true
                return false
            }
            for entry in entries[progress.next...].prefix(ReadingListLimits.stepLinks) {
                try entry.take(for: record.reader, &progress.job.report, db)
                progress.next += 1
            }
            try ImportTable.advance(record.id, to: progress.job, db)
            return progress.next < entries.count
        }
        if end.isStopped { throw Stopped() }
        guard end.job.report.read < ReadingListLimits.fileEntries else {
            throw LinkFile.Problem(text: "The file has more than \(ReadingListLimits.fileEntries) entries.")
        }
        return end.job
    }

    private func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await queue.shards.shard(for: household).write(body)
    }
}

extension ImportRunner {
    /// An entry prepared before its transaction: the expensive work is done.
    private struct Entry: Sendable {
        let line: Int64
        var draft: LinkDraft?
        var refusal: RefusedLink?

        init(_ entry: FileLink, id: String, source: String?, now: Int64) {
            line = entry.line
            if let why = entry.refusal {
                refusal = RefusedLink(line: line, url: Excerpt.of(entry.url), reason: why)
                return
            }
            do throws(WebAddress.Refusal) {
                let address = try WebAddress(entry.url)
                var draft = LinkDraft(
                    id: id, address: address, title: LinkText.typedTitle(entry.title), isFeatured: entry.isFeatured,
                    now: now)
                draft.description = LinkText.typedDescription(entry.description)
                draft.note = LinkText.note(entry.note)
                draft.tags = LinkText.tags(entry.tags)
                draft.isRead = entry.isRead ?? false
                draft.added = min(entry.added ?? now, now)
                draft.updated = min(max(entry.updated ?? draft.added, draft.added), now)
                draft.source = source
                self.draft = draft
            } catch {
                let shown = Excerpt.of(entry.url)
                refusal = RefusedLink(line: entry.line, url: shown, reason: "The address \(error.reason)")
            }
        }

        /// Adds it to the list, or to the report.
        func take(for reader: Int64, _ report: inout LinkImportReport, _ db: Database) throws {
            report.read += 1
            if let refusal { return refuse(refusal, &report) }
            guard let draft else { return }
            if try LinkTable.has(canonical: draft.canonical, of: reader, db) {
                report.duplicate += 1
            } else if try ProfileTable.links(of: reader, db) >= ReadingListLimits.linksPerProfile {
                let reason = "The list has reached its limit of \(ReadingListLimits.linksPerProfile) links."
                refuse(RefusedLink(line: line, url: Excerpt.of(draft.url), reason: reason), &report)
            } else {
                try LinkTable.insert(draft, for: reader, db)
                report.added += 1
            }
        }

        private func refuse(_ refusal: RefusedLink, _ report: inout LinkImportReport) {
            report.refused += 1
            if report.refusals.count < ReadingListLimits.listedRefusals { report.refusals.append(refusal) }
        }
    }
}
