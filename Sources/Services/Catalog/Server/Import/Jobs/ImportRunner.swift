internal import CatalogAPI
internal import GRDB
internal import Logging
internal import RPC
internal import ServiceKit

/// Runs one job from start to end.
///
/// Until the job is published, any failure leaves the catalog as it was; the staged generation is rolled back, at once
/// or, when the process was killed, before the next job starts.
struct ImportRunner {
    let queue: ImportQueue
    let job: PendingJob

    private var context: JobContext { job.context }

    /// Runs the job; the outcome is stored in the shard.
    func run() async {
        let begun = job.begun ?? context.runtime.now
        await queue.unstored.store(household: context.household, shards: queue.shards, uploads: queue.uploads)
        do {
            try await takeBack()
            try context.checkCancellation()
            let isGuide = context.record.kind == .guide
            try await setCache(bytes: isGuide ? context.limits.guideCacheBytes : context.limits.writerCacheBytes)
            let job = try await perform(begun)
            // An internal job has no state of its own.
            queue.noteEnd(job.state.isEnd ? job.state : .done, of: context.record.kind)
            if Self.kindsWithTitles.contains(job.kind) { queue.notifyPublished(household: context.household) }
            log(job, begun)
        } catch JobAbort.cancelled where isResumed {
            // Its row stays open and its file in place: the next start resumes it.
            try? await takeBack()
            return
        } catch {
            let job = ended(error)
            queue.noteEnd(job.state, of: context.record.kind)
            log(job, begun)
            // Not cancellable: a caller waits for the job's end.
            try? await takeBack()
            let now = context.now
            do {
                try await context.shards.shard(for: context.household).write(releasingBallast: true) { db in
                    try JobRecord.end(job, adultSamples: [], at: now, db)
                }
            } catch {
                context.logger.error(
                    "The end of an import could not be stored.",
                    metadata: ["household": "\(context.household)", "job": "\(job.id)", "error": "\(error)"])
                // Its row stays open and its file in place until the end is stored.
                queue.unstored.add(job, upload: context.record.upload, at: now, household: context.household)
                self.job.fetched?.fetching?.files.remove()
                return
            }
        }
        job.fetched?.fetching?.files.remove()
        if let upload = context.record.upload { await queue.uploads.remove(upload.name, household: context.household) }
        await tidy()
        await releaseMemory()
    }

    /// Whether the next start of the service resumes the job.
    private var isResumed: Bool { context.record.upload != nil && context.progress.isInterrupted }

    /// The jobs after which there may be titles without metadata.
    private static let kindsWithTitles: Set<ImportKind> = [.playlist, .xtream, .undo]

    /// SQLite's default cache size.
    private static let idleCacheBytes = 2_000 << 10

    /// Limits the writer's cache of the shard.
    private func setCache(bytes: Int) async throws {
        try await context.write { try $0.execute(sql: "PRAGMA cache_size = -\(bytes >> 10)") }
    }

    /// Frees the caches: an idle catalog is as small after a job as before it.
    private func releaseMemory() async {
        // Not cancellable: a cancelled job has used as much.
        guard let shard = try? await context.shards.shard(for: context.household) else { return }
        try? await setCache(bytes: Self.idleCacheBytes)
        await shard.releaseMemory()
    }

    private func perform(_ begun: MonotonicInstant) async throws -> ImportJob {
        switch context.record.kind {
        case .playlist where !context.record.fetches, .guide where !context.record.fetches:
            guard let upload = context.record.upload else { throw JobAbort.failed("The job has no file.") }
            let file = try ImportFile(path: queue.uploads.path(of: upload.name, household: context.household))
            return try await FileImport(context: context, begun: begun).run(file)
        case .playlist, .guide, .xtream:
            guard let fetched = job.fetched else { throw JobAbort.failed("Nothing was fetched.") }
            return try await SourceRefresher(queue: queue, context: context, begun: begun).run(fetched)
        case .undo:
            let (staged, kind) = try await ImportUndo(context: context).stage()
            let publication = Publication(context: context, staged: staged, begun: begun)
            return try await kind == .guide ? publication.publishGuide() : publication.publishPlaylist()
        case .removal:
            if let job = try await removeUnread() { return job }
            let staged = try await Removal(context: context).removeSource()
            return try await Publication(context: context, staged: staged, begun: begun)
                .publishRemoval(removesSource: true)
        case .correction:
            guard let staged = try await CorrectionStager(context: context).stage() else {
                return try await finishWithoutWork()
            }
            let job = try await Publication(context: context, staged: staged, begun: begun).publishCorrections()
            if staged.corrected.contains(where: { $0.body.changes?.tmdbID != nil }) {
                queue.notifyPublished(household: context.household)
            }
            return job
        case .learning:
            guard let staged = try await MetadataStager(context: context).stage() else { return context.record.job }
            return try await Publication(context: context, staged: staged, begun: begun).publishMetadata()
        case .resettling: return try await resettle(begun)
        default:
            let removal = Removal(context: context)
            try await removal.pruneProgrammes()
            try await removal.pruneUndoHistory()
            try await removal.pruneDuplicates()
            guard let staged = try await removal.expire() else { return context.record.job }
            return try await Publication(context: context, staged: staged, begun: begun)
                .publishRemoval(removesSource: false)
        }
    }

    /// Recomputes one batch of titles and enqueues the next one, behind the jobs requested meanwhile.
    private func resettle(_ begun: MonotonicInstant) async throws -> ImportJob {
        guard let part = try await TitleRebuild(context: context).stage() else { return context.record.job }
        var context = context
        context.atEnd = { try TitleRebuild.note(through: part.through, $0) }
        let job = try await Publication(context: context, staged: part.staged, begun: begun).publishRebuilt(part)
        queue.enqueueRebuild(household: context.household)
        return job
    }

    /// Removes a source that has a feed and no import yet.
    ///
    /// - Returns: nil when it has an import.
    private func removeUnread() async throws -> ImportJob? {
        var job = context.record.job
        job.state = .done
        let (ended, now) = (job, context.now)
        let isDone = try await context.write { db in
            guard try SourceStore.find(ended.source, db) == nil else { return false }
            try FeedTable.delete(ended.source, db)
            try JobRecord.end(ended, adultSamples: [], at: now, db)
            return true
        }
        return isDone ? ended : nil
    }

    /// Ends a job without work: another one has done it.
    private func finishWithoutWork() async throws -> ImportJob {
        var job = context.record.job
        (job.state, job.phase, job.report) = (.done, .tidying, ImportReport())
        let (ended, now) = (job, context.now)
        try await context.write { try JobRecord.end(ended, adultSamples: [], at: now, $0) }
        return job
    }

    /// The state of a job that failed with an error.
    private func ended(_ error: any Error) -> ImportJob {
        var job = context.record.job
        context.progress.fill(&job)
        switch error {
        case JobAbort.cancelled:
            job.state = .cancelled
            job.problem = "It was stopped. Nothing was changed."
        case JobAbort.held(let reason):
            job.state = .held
            job.problem = reason
        case JobAbort.compared(let report):
            job.state = .done
            job.report = report
            job.report?.isDryRun = true
        case JobAbort.failed(let reason), JobAbort.unreachable(let reason, _):
            (job.state, job.problem) = (.failed, reason)
        case JobAbort.unusable(let reason):
            // A server may send something else the next time.
            (job.state, job.problem, job.canRetry) = (.failed, reason, context.record.fetches ? nil : false)
        case JobAbort.forbidden(let reason):
            (job.state, job.problem, job.canRetry) = (.failed, reason, false)
        case let error as RPCError where [.resourceExhausted, .failedPrecondition].contains(error.code):
            // An error of the shard, which is full or read-only: its text says what to do, and that nothing changed.
            job.state = .failed
            job.problem = error.message
            context.logger.warning(
                "An import could not be saved.",
                metadata: ["household": "\(context.household)", "job": "\(job.id)", "error": "\(error)"])
        default:
            job.state = .failed
            job.problem = "The service failed; its log has the details. Nothing was changed."
            context.logger.error(
                "An import failed.",
                metadata: ["household": "\(context.household)", "job": "\(job.id)", "error": "\(error)"])
        }
        return job
    }

    /// Rolls back the staged generation. Not cancellable: the next generation has the same number.
    private func takeBack() async throws {
        let shard = try await context.shards.shard(for: context.household)
        guard try await shard.read({ try StagingStore.hasLeftovers($0) }) else { return }
        _ = try await shard.writeChunks(from: 0, releasingBallast: true) { db, _ in try StagingStore.rollBackStep(db) }
    }

    /// Deletes rows that no snapshot reads any more. Rows left by a failure go with the next job.
    private func tidy() async {
        do {
            let shard = try await context.shards.shard(for: context.household)
            let total = try await shard.writeChunks(from: 0, releasingBallast: true) { db, count in
                count += 1
                return try StagingStore.cleanUpStep(db)
            }
            guard total > 1 else { return }
            try await shard.write { db in
                try GroupTable.deleteEmpty(db)
                try GuideStore.deleteOrphans(db)
            }
        } catch {
            context.logger.notice(
                "Rows replaced by an import could not be deleted.",
                metadata: ["household": "\(context.household)", "error": "\(error)"])
        }
    }

    private func log(_ job: ImportJob, _ begun: MonotonicInstant) {
        guard ![.upkeep, .learning, .resettling].contains(context.record.kind) else { return }
        let duration = begun.duration(to: context.runtime.now)
        context.logger.info(
            "An import has ended.",
            metadata: [
                "household": "\(context.household)", "job": "\(job.id)", "kind": "\(job.kind)",
                "source": "\(job.source)", "state": "\(job.state)", "read": "\(job.report?.read ?? 0)",
                "added": "\(job.report?.added ?? 0)", "ms": "\(duration.wholeMilliseconds)",
            ])
    }
}

extension JobRecord {
    /// An internal job, which has no row.
    static func own(_ kind: ImportKind, at now: Int64) -> JobRecord {
        JobRecord(id: kind.rawValue, kind: kind, source: "", path: "", allowsShrinking: true, created: now)
    }
}
