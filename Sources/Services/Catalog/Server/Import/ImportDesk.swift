internal import CatalogAPI
internal import GRDB
internal import HTTPFetch
internal import Logging
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Takes in jobs and runs them: in each household one after the other, in the order in which they came.
final class ImportDesk: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime
    let logger: Logger
    let limits: ImportLimits
    /// Directories whose files nobody may take in.
    let forbidden: [String]
    /// Fetches what feeds name; nil where nothing is fetched.
    let fetcher: HTTPFetcher?
    /// Where the households' files are.
    let dataDirectory: String
    /// The columns of the titles that are published.
    let titles = StateKeeper<TitleColumns>()
    /// What is on and comes soon on the channels that are published.
    let onAir = StateKeeper<OnAirList>()
    /// Names this run of the service.
    let run: String

    private struct Queue {
        var waiting: [JobContext] = []
        var running: JobContext?
        var hasRunner = false
    }

    private struct State {
        var queues: [String: Queue] = [:]
        var isStopping = false
        /// Continuations of those who wait for the runners to end.
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Those who are told where something may have to be learned.
        var listeners: [AsyncStream<String>.Continuation] = []
        /// Those who are told where feeds may be due at another time.
        var feedListeners: [AsyncStream<String>.Continuation] = []
    }

    private let state = Mutex(State())

    init(
        shards: ShardDirectory, runtime: any Runtime, logger: Logger, limits: ImportLimits, forbidden: [String],
        fetcher: HTTPFetcher? = nil, dataDirectory: String = ""
    ) {
        self.shards = shards
        self.runtime = runtime
        self.logger = logger
        self.limits = limits
        self.forbidden = forbidden
        self.fetcher = fetcher
        self.dataDirectory = dataDirectory
        run = String(runtime.random(), radix: 16)
    }

    /// Puts a job in line; it is known to the shard before this returns.
    ///
    /// - Parameters:
    ///   - fetches: Whether the source is to be fetched by its feed; the path is only shown then.
    ///   - isDryRun: Whether it only finds out what would change.
    /// - Returns: the job's id, or that of the same job that waits or runs already.
    func enqueue(
        _ kind: ImportKind, source: String, path: String, allowsShrinking: Bool, fetches: Bool = false,
        isDryRun: Bool = false, household: String
    ) async throws -> String {
        let now = runtime.wallTime.millisecondsSince1970
        var record = JobRecord(
            id: "job-" + String(runtime.random(), radix: 16), kind: kind, source: source, path: path,
            allowsShrinking: allowsShrinking, created: now)
        (record.fetches, record.isDryRun) = (fetches, isDryRun)
        let id = try await shards.shard(for: household).write(makingRoom: kind.makesRoom) { [run, limits, record] db in
            try JobRecord.endLeftOver(run: run, at: now, db)
            return try record.enqueue(run: run, waitingMost: limits.waitingJobs, db)
        }
        if id == record.id { add(context(record, household)) }
        return id
    }

    /// Puts the household's upkeep in line: what a killed run has left behind, and what has become too old.
    func enqueueUpkeep(household: String) { enqueueOwn(.upkeep, household) }

    /// Puts in line that what was learned of the household's titles is published.
    func enqueueLearning(household: String) { enqueueOwn(.learning, household) }

    /// Puts in line that titles which other rules have made are worked out anew, a part of them.
    func enqueueResettling(household: String) { enqueueOwn(.resettling, household) }

    private func enqueueOwn(_ kind: ImportKind, _ household: String) {
        add(context(.own(kind, at: runtime.wallTime.millisecondsSince1970), household))
    }

    func context(_ record: JobRecord, _ household: String) -> JobContext {
        JobContext(
            household: household, record: record, shards: shards, runtime: runtime, logger: logger, limits: limits,
            titles: titles, onAir: onAir, progress: JobProgress(runtime: runtime))
    }

    /// The job as it is now, with the ids of its adult samples; nil when there is none.
    func job(_ id: String, household: String) async throws -> JobRecord? {
        guard var record = try await shards.shard(for: household).read({ try JobRecord.find(id, $0) }) else {
            return nil
        }
        guard !record.job.state.isEnd else { return record }
        let open = state.withLock { state -> (context: JobContext, isRunning: Bool)? in
            guard let queue = state.queues[household] else { return nil }
            if let running = queue.running, running.record.id == id { return (running, true) }
            return queue.waiting.first { $0.record.id == id }.map { ($0, false) }
        }
        if let open {
            record.job.state = open.isRunning ? .running : .waiting
            open.context.progress.fill(&record.job)
        } else {
            // It may have ended since it was read.
            let again = try await shards.shard(for: household).read { try JobRecord.find(id, $0) }
            if let again, again.job.state.isEnd { return again }
            record.job.state = .failed
            record.job.problem = JobRecord.interrupted
        }
        return record
    }

    /// The household's jobs that somebody or a feed asked for and that have not ended, the running one first.
    func openJobs(household: String) -> [ImportJob] {
        let open = state.withLock { state -> [(context: JobContext, isRunning: Bool)] in
            guard let queue = state.queues[household] else { return [] }
            return [queue.running].compactMap(\.self).map { ($0, true) } + queue.waiting.map { ($0, false) }
        }
        return open.filter { !$0.context.record.source.isEmpty }.map { context, isRunning in
            var job = context.record.job
            job.state = isRunning ? .running : .waiting
            context.progress.fill(&job)
            return job
        }
    }

    /// Asks a job to stop. One that has ended is left as it is.
    func cancel(_ id: String, household: String) {
        let context = state.withLock { state -> JobContext? in
            guard let queue = state.queues[household] else { return nil }
            return ([queue.running].compactMap(\.self) + queue.waiting).first { $0.record.id == id }
        }
        context?.progress.cancel()
    }

    /// Takes no more jobs, stops those that wait or run, and returns when none runs any more.
    func stop() async {
        let open = state.withLock { state in
            state.isStopping = true
            return state.queues.values.flatMap { [$0.running].compactMap(\.self) + $0.waiting }
        }
        for context in open { context.progress.cancel() }
        for listener in state.withLock({ $0.listeners + $0.feedListeners }) { listener.finish() }
        await idle()
    }

    /// Waits until no job waits or runs.
    func idle() async {
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state in
                if state.queues.values.contains(where: \.hasRunner) { state.waiters.append(waiter) }
                return !state.queues.values.contains(where: \.hasRunner)
            }
            if isIdle { waiter.resume() }
        }
    }

    /// Each household of whose titles something may have to be learned from now on, until the desk is stopped.
    func publications() -> AsyncStream<String> {
        let (stream, listener) = AsyncStream<String>.makeStream()
        state.withLock { $0.listeners.append(listener) }
        return stream
    }

    /// Tells those who listen that there may be new titles, or something new to learn of those that are there.
    func tellPublished(household: String) {
        for listener in state.withLock({ $0.listeners }) { listener.yield(household) }
    }

    /// Each household whose feeds may be due at another time from now on, until the desk is stopped.
    func feedChanges() -> AsyncStream<String> {
        let (stream, listener) = AsyncStream<String>.makeStream()
        state.withLock { $0.feedListeners.append(listener) }
        return stream
    }

    /// Tells those who listen that feeds may be due at another time.
    func tellFeeds(household: String) {
        for listener in state.withLock({ $0.feedListeners }) { listener.yield(household) }
    }

    /// Puts in line that a source is fetched.
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

    /// Puts a job in line that is in the shard already, or has no row.
    func add(_ context: JobContext) {
        let starts = state.withLock { state in
            if state.isStopping { context.progress.cancel() }
            var queue = state.queues[context.household] ?? Queue()
            defer { state.queues[context.household] = queue }
            queue.waiting.append(context)
            defer { queue.hasRunner = true }
            return !queue.hasRunner
        }
        // In a task of its own: a job outlives the call that asked for it.
        if starts { runtime.spawn { [self] in await runAll(context.household) } }
    }

    private func runAll(_ household: String) async {
        while let context = next(household) { await ImportRunner(desk: self, context: context).run() }
    }

    private func next(_ household: String) -> JobContext? {
        let (context, waiters) = state.withLock { state -> (JobContext?, [CheckedContinuation<Void, Never>]) in
            var queue = state.queues[household] ?? Queue()
            queue.running = queue.waiting.isEmpty ? nil : queue.waiting.removeFirst()
            queue.hasRunner = queue.running != nil
            state.queues[household] = queue.hasRunner ? queue : nil
            guard !state.queues.values.contains(where: \.hasRunner) else { return (queue.running, []) }
            defer { state.waiters = [] }
            return (queue.running, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return context
    }
}
