internal import Basics
internal import CatalogAPI
internal import GRDB
internal import HTTPFetch
internal import Logging
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Accepts jobs and runs them: in each household several sources are fetched at a time, and one job after the other
/// changes the shard; see ``ImportPipeline``.
final class ImportQueue: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime
    let logger: Logger
    let limits: ImportLimits
    /// The uploaded files.
    let uploads: UploadStore
    /// Fetches the feeds; nil where fetching is disabled.
    let fetcher: HTTPFetcher?
    /// Counts the ends of jobs; nil where they are not counted.
    let metrics: ServiceMetrics?
    /// The title indexes of the published snapshots.
    let titles = SnapshotCache<TitleIndex>()
    /// The on-air lists of the published snapshots.
    let onAir = SnapshotCache<OnAirList>()
    /// The titles opened recently in the households.
    let opened = RecentlyOpenedTitles()
    /// The ends of jobs that are not in the shards yet.
    let unstored = UnstoredEnds()
    /// Names this run of the service.
    let run: String

    private struct State {
        var queues: [String: ImportPipeline] = [:]
        var isStopping = false
        /// Households without interrupted jobs.
        var resumed: Set<String> = []
        /// What ``ImportQueue/idle()`` waits for: that the runners have ended.
        var idle: Promise<Void>?
        /// Subscribers to possible metadata refreshes.
        var listeners: [AsyncStream<String>.Continuation] = []
        /// Subscribers to changed due times of feeds.
        var feedListeners: [AsyncStream<String>.Continuation] = []
    }

    private let state = Mutex(State())

    init(
        shards: ShardDirectory, runtime: any Runtime, logger: Logger, limits: ImportLimits,
        fetcher: HTTPFetcher? = nil, metrics: ServiceMetrics? = nil
    ) {
        self.shards = shards
        self.runtime = runtime
        self.logger = logger
        self.limits = limits
        self.fetcher = fetcher
        self.metrics = metrics
        uploads = UploadStore(shards: shards, runtime: runtime, logger: logger, limits: limits.uploads)
        run = String(runtime.random(), radix: 16)
    }

    /// Enqueues a job, which is stored in the shard before this returns.
    ///
    /// - Parameters:
    ///   - path: Its origin for display; for other jobs their subject.
    ///   - upload: The uploaded file. It is deleted unless the new job takes it.
    ///   - timeZone: For an uploaded guide, the time zone of times without one.
    ///   - fetches: Whether the source is fetched by its feed.
    ///   - isDryRun: Whether it is a dry run.
    /// - Returns: the job's id, or that of an equal job that is pending or running.
    func enqueue(
        _ kind: ImportKind, source: String, path: String, upload: Upload? = nil, timeZone: String? = nil,
        allowsShrinking: Bool, fetches: Bool = false, isDryRun: Bool = false, household: String
    ) async throws -> String {
        let now = runtime.wallTime.millisecondsSince1970
        var record = JobRecord(
            id: "job-" + String(runtime.random(), radix: 16), kind: kind, source: source, path: path,
            allowsShrinking: allowsShrinking, created: now)
        (record.fetches, record.isDryRun, record.upload, record.timeZone) = (fetches, isDryRun, upload, timeZone)
        let id: String
        do {
            // Jobs interrupted in an earlier run go first, and one that has ended is not taken for an equal pending one.
            try await resume(household: household)
            await unstored.store(household: household, shards: shards, uploads: uploads)
            id = try await shards.shard(for: household).write(releasingBallast: kind.makesRoom) {
                [run, limits, record] db in
                try JobRecord.endInterrupted(run: run, at: now, db)
                return try record.enqueue(run: run, waitingMost: limits.maximumQueuedJobs, db)
            }
        } catch {
            if let upload { await uploads.settle(upload.name, household: household, isKept: false) }
            throw error
        }
        if let upload { await uploads.settle(upload.name, household: household, isKept: id == record.id) }
        if id == record.id { add(context(record, household)) }
        return id
    }

    /// Resumes the imports of uploaded files that an earlier run of the service left unfinished.
    func resume(household: String) async throws {
        guard state.withLock({ !$0.resumed.contains(household) }) else { return }
        let now = runtime.wallTime.millisecondsSince1970
        let records = try await shards.shard(for: household).write(releasingBallast: true) { [run, limits] db in
            try JobRecord.resume(run: run, most: limits.resumptions, at: now, db)
        }
        for record in records { add(context(record, household)) }
        state.withLock { _ = $0.resumed.insert(household) }
    }

    /// Deletes the uploaded files of a household that no open job uses.
    func sweepUploads(household: String) async throws {
        try await uploads.sweep(household) { [shards] in
            try await shards.shard(for: household).read { try JobRecord.uploads($0) }
        }
    }

    /// Enqueues the household's maintenance: rollback after a killed run, and expiry.
    func enqueueMaintenance(household: String) { enqueueInternal(.upkeep, household) }

    /// Enqueues the publication of fetched metadata.
    func enqueueMetadata(household: String) { enqueueInternal(.learning, household) }

    /// Enqueues the recomputation of one batch of titles that were made under other rules.
    func enqueueRebuild(household: String) { enqueueInternal(.resettling, household) }

    private func enqueueInternal(_ kind: ImportKind, _ household: String) {
        add(context(.own(kind, at: runtime.wallTime.millisecondsSince1970), household))
    }

    func context(_ record: JobRecord, _ household: String) -> JobContext {
        JobContext(
            household: household, record: record, shards: shards, runtime: runtime, logger: logger, limits: limits,
            titles: titles, onAir: onAir, progress: JobProgress(runtime: runtime),
            opened: opened.all(household: household))
    }

    /// The job's present state, with the ids of its adult samples; nil when there is none.
    func job(_ id: String, household: String) async throws -> JobRecord? {
        guard var record = try await shards.shard(for: household).read({ try JobRecord.find(id, $0) }) else {
            return nil
        }
        guard !record.job.state.isEnd else { return record }
        if let ended = unstored.job(id, household: household) {
            record.job = ended
            return record
        }
        if let queuedJob = state.withLock({ $0.queues[household]?.queuedJob(of: id) }) {
            queuedJob.fill(&record.job)
        } else {
            // It may have ended since it was read.
            let again = try await shards.shard(for: household).read { try JobRecord.find(id, $0) }
            if let again, again.job.state.isEnd { return again }
            // An import whose uploaded file is here is resumed.
            guard record.upload == nil else { return record }
            record.job.state = .failed
            record.job.problem = JobRecord.interrupted
        }
        return record
    }

    /// The household's unfinished jobs that a caller or a feed requested, the running one first.
    func openJobs(household: String) async throws -> [ImportJob] {
        let queuedJobs = state.withLock { $0.queues[household]?.queuedJobs ?? [] }
        let jobs = queuedJobs.filter { !$0.context.record.source.isEmpty }.map(\.job)
        guard !jobs.isEmpty else { return [] }
        // A job that has just ended stores that before it leaves the queue.
        let ended = try await shards.shard(for: household).read { db in
            Set(try jobs.map(\.id).filter { try JobRecord.find($0, db)?.job.state.isEnd == true })
        }
        return jobs.filter { !ended.contains($0.id) }
    }

    /// Cancels a job. One that has ended is left as it is.
    func cancel(_ id: String, household: String) {
        guard let context = state.withLock({ $0.queues[household]?.queuedJob(of: id)?.context }) else { return }
        context.progress.cancel()
        start(household) { $0.giveUp(id) }
    }

    /// Accepts no more jobs, cancels the pending and running ones, and returns when none is running.
    func stop() async {
        let queues = state.withLock { state in
            state.isStopping = true
            return state.queues
        }
        for (household, queue) in queues.sorted(by: { $0.key < $1.key }) {
            for job in queue.all { job.context.progress.cancel(isInterruption: true) }
            for job in queue.unfetched { start(household) { $0.giveUp(job.record.id) } }
        }
        for listener in state.withLock({ $0.listeners + $0.feedListeners }) { listener.finish() }
        await idle()
    }

    /// Waits until no job is pending or running.
    func idle() async {
        let idle = state.withLock { state -> Promise<Void>? in
            guard !state.queues.values.allSatisfy(\.isIdle) else { return nil }
            let idle = state.idle ?? Promise()
            state.idle = idle
            return idle
        }
        await idle?.wait()
    }

    /// The households whose titles may need metadata from now on, until the queue is stopped.
    func publications() -> AsyncStream<String> {
        let (stream, listener) = AsyncStream<String>.makeStream()
        state.withLock { $0.listeners.append(listener) }
        return stream
    }

    /// Notifies subscribers of possible new titles, or of new metadata to fetch.
    func notifyPublished(household: String) {
        for listener in state.withLock({ $0.listeners }) { listener.yield(household) }
    }

    /// The households whose feeds may have new due times from now on, until the queue is stopped.
    func feedChanges() -> AsyncStream<String> {
        let (stream, listener) = AsyncStream<String>.makeStream()
        state.withLock { $0.feedListeners.append(listener) }
        return stream
    }

    /// Notifies subscribers that due times of feeds may have changed.
    func notifyFeedsChanged(household: String) {
        for listener in state.withLock({ $0.feedListeners }) { listener.yield(household) }
    }

    /// Enqueues a refresh of a source.
    ///
    /// - Returns: the job's id.
    func refresh(
        _ feed: Feed, allowsShrinking: Bool = false, isDryRun: Bool = false, household: String
    ) async throws -> String {
        try await enqueue(
            feed.kind, source: feed.name, path: feed.shownAddress, allowsShrinking: allowsShrinking, fetches: true,
            isDryRun: isDryRun, household: household)
    }

    // MARK: Running

    /// Enqueues a job that is in the shard already, or has no row.
    func add(_ context: JobContext) {
        start(context.household) { [limits] in $0.add(PendingJob(context), lines: limits.fetchSlots) }
        // A job that arrives during shutdown ends at its turn.
        guard state.withLock({ $0.isStopping }) else { return }
        context.progress.cancel(isInterruption: true)
        start(context.household) { $0.giveUp(context.record.id) }
    }

    /// Changes a household's queue, and starts the resulting tasks: a job outlives the call that requested it.
    private func start(_ household: String, _ change: (inout ImportPipeline) -> ImportPipeline.Starts) {
        let starts = state.withLock { change(&$0.queues[household, default: ImportPipeline()]) }
        for job in starts.fetches { runtime.spawn { [self] in await fetch(job) } }
        if starts.runner { runtime.spawn { [self] in await runAll(household) } }
    }

    private func fetch(_ job: PendingJob) async {
        var job = job
        job.begun = runtime.now
        job.fetched = await SourceRefresher(queue: self, context: job.context, begun: runtime.now).fetch()
        start(job.context.household) { [limits, job] in $0.finishFetch(job, lines: limits.fetchSlots) }
    }

    private func runAll(_ household: String) async {
        while let job = next(household) { await ImportRunner(queue: self, job: job).run() }
    }

    private func next(_ household: String) -> PendingJob? {
        let (job, idle) = state.withLock { state -> (PendingJob?, Promise<Void>?) in
            let job = state.queues[household]?.next()
            if state.queues[household]?.isIdle == true { state.queues[household] = nil }
            guard state.queues.values.allSatisfy(\.isIdle) else { return (job, nil) }
            defer { state.idle = nil }
            return (job, state.idle)
        }
        idle?.fulfill()
        return job
    }
}
