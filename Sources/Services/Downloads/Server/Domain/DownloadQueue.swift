internal import Basics
internal import HTTPFetch
internal import Logging
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Runs the fetches: a limited number at a time in each household, in queue order. The pending files are in the shards
/// alone, so that none is lost when the process dies.
final class DownloadQueue: Sendable {
    let store: DownloadsStore
    let links: LinkResolver
    let fetcher: HTTPFetcher
    let logger: Logger
    private let metrics: ServiceMetrics?

    /// The kind of its jobs in the metrics.
    static let jobKind = "download"

    private struct Household {
        let board: ProgressTracker
        var running: [Int64: (file: FairScheduler.Waiting, id: String, task: Task<Void, Never>)] = [:]
        var backoff: [Int64: Backoff] = [:]
        /// When a file that failed temporarily may be retried.
        var pauses: [Int64: MonotonicInstant] = [:]
        var isProcessing = false
        var isWoken = false
        var isReconciled = false
    }

    private struct State {
        var households: [String: Household] = [:]
        var isStopping = false
        /// What ``DownloadQueue/stop()`` waits for.
        var idle: Promise<Void>?

        var isIdle: Bool { households.values.allSatisfy { $0.running.isEmpty && !$0.isProcessing } }
    }

    private let state = Mutex(State())

    init(
        store: DownloadsStore, links: LinkResolver, fetcher: HTTPFetcher, logger: Logger,
        metrics: ServiceMetrics? = nil
    ) {
        self.metrics = metrics
        self.store = store
        self.links = links
        self.fetcher = fetcher
        self.logger = logger
    }

    /// Probes links, for fetches and for ``DownloadStarter``.
    var look: LinkProbe { LinkProbe(fetcher: fetcher, runtime: store.runtime) }

    /// The change log of a household.
    func board(of household: String) -> ProgressTracker { state.withLock { Self.entry(household, &$0, store).board } }

    /// Schedules a check of a household's queue: starts pending fetches, cancels those no longer requested.
    func wake(_ household: String) {
        let starts = state.withLock { state in
            var entry = Self.entry(household, &state, store)
            let starts = !entry.isProcessing && !state.isStopping
            (entry.isWoken, entry.isProcessing) = (true, entry.isProcessing || starts)
            state.households[household] = entry
            return starts
        }
        // In its own task: a fetch outlives the call that requested it.
        if starts { store.runtime.spawn { [self] in await processRequests(household) } }
    }

    /// Reconciles the disk with the table before any fetch starts; again when a caller misses a file.
    func reconcile(_ household: String) {
        state.withLock { state in
            var entry = Self.entry(household, &state, store)
            entry.isReconciled = false
            state.households[household] = entry
        }
        wake(household)
    }

    /// Starts no more fetches, and returns when none is in flight. Unfinished ones resume at the next start.
    func stop() async {
        let tasks = state.withLock { state in
            state.isStopping = true
            // In an order that is the same in every process.
            return state.households.sorted { $0.key < $1.key }.flatMap { _, household in
                household.running.sorted { $0.key < $1.key }.map(\.value.task)
            }
        }
        for task in tasks { task.cancel() }
        let idle = state.withLock { state -> Promise<Void>? in
            guard !state.isIdle else { return nil }
            let idle = state.idle ?? Promise()
            state.idle = idle
            return idle
        }
        await idle?.wait()
    }

    /// Expires downloads: deletes the profiles' requests, and with a file's last request the file, whose space is free
    /// on return.
    func expire(_ household: String) async throws {
        let moment = store.expiredMoment
        guard try await !store.read(household, { try FileRequestTable.expired(at: moment, $0) }).isEmpty else { return }
        let gone = try await store.write(household, releasingBallast: true) { db in
            let expired = try FileRequestTable.expired(at: moment, db)
            for request in expired {
                guard var file = try FileTable.find(request.file, db) else { continue }
                file.state.requests[request.profile] = nil
                try FileTable.put(file.state, of: file, db)
            }
            return expired
        }
        let board = board(of: household)
        for request in gone {
            board.leave(request.id, of: request.profile)
            board.touch(request.file)
        }
        let running = state.withLock { Set(($0.households[household]?.running ?? [:]).values.map(\.id)) }
        try await Reconciler(store: store, household: household, running: running, logger: logger).emptyTrash()
    }

    /// Expires downloads in every household that was opened since the start.
    func expireAll() async {
        for household in state.withLock({ $0.households.keys.sorted() }) {
            do { try await expire(household) } catch {
                logger.notice(
                    "Expired downloads could not be deleted; retrying.",
                    metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }

    private static func entry(_ household: String, _ state: inout State, _ store: DownloadsStore) -> Household {
        if let entry = state.households[household] { return entry }
        let entry = Household(board: ProgressTracker(generation: store.runtime.random()))
        state.households[household] = entry
        return entry
    }

    // MARK: Scheduling

    private func processRequests(_ household: String) async {
        while claimWakeUp(household) {
            do {
                try await look(at: household)
            } catch {
                logger.notice(
                    "The download queue could not be read.",
                    metadata: ["household": "\(household)", "error": "\(error)"])
                wake(household, at: store.runtime.now.advanced(by: DownloadsLimits.longestPause))
            }
        }
        settle { $0.households[household]?.isProcessing = false }
        // A request arrived between the last check and now.
        if state.withLock({ $0.households[household]?.isWoken == true }) { wake(household) }
    }

    private func claimWakeUp(_ household: String) -> Bool {
        state.withLock { state in
            guard !state.isStopping, state.households[household]?.isWoken == true else { return false }
            state.households[household]?.isWoken = false
            return true
        }
    }

    private func look(at household: String) async throws {
        let running = state.withLock { Set(($0.households[household]?.running ?? [:]).values.map(\.id)) }
        let reconciler = Reconciler(store: store, household: household, running: running, logger: logger)
        if state.withLock({ $0.households[household]?.isReconciled != true }) {
            for file in try await reconciler.run() { board(of: household).touch(file) }
            state.withLock { $0.households[household]?.isReconciled = true }
        }
        try await reconciler.emptyTrash()
        let files = try await store.read(household) { db in
            try FileTable.pending(db).map { file in
                (
                    file,
                    FairScheduler.Waiting(file: file.row, positions: try FileRequestTable.positions(for: file.row, db))
                )
            }
        }
        let waiting = files.map(\.1).filter { !$0.positions.isEmpty }
        stop(household) { row in !waiting.contains { $0.file == row } }
        while let next = claim(household, waiting), let (record, file) = files.first(where: { $0.1.file == next }) {
            begin(file, record.id, household)
        }
    }

    private func stop(_ household: String, _ isUnwanted: (Int64) -> Bool) {
        let tasks = state.withLock { state in
            (state.households[household]?.running ?? [:]).filter { isUnwanted($0.key) }.map(\.value.task)
        }
        for task in tasks { task.cancel() }
    }

    /// Claims the file to fetch next; nil when there is none.
    private func claim(_ household: String, _ waiting: [FairScheduler.Waiting]) -> Int64? {
        let now = store.runtime.now
        let (next, pause) = state.withLock { state -> (Int64?, MonotonicInstant?) in
            guard let entry = state.households[household], !state.isStopping else { return (nil, nil) }
            let ready = waiting.filter { (entry.pauses[$0.file] ?? now) <= now }
            let next = FairScheduler.next(
                of: ready, running: entry.running.values.map(\.file), limit: DownloadsLimits.running)
            return (next, waiting.compactMap { entry.pauses[$0.file] }.filter { $0 > now }.min())
        }
        if next == nil, let pause { wake(household, at: pause) }
        return next
    }

    private func wake(_ household: String, at time: MonotonicInstant) {
        store.runtime.schedule(at: time) { [weak self] in self?.wake(household) }
    }

    // MARK: Fetching

    private func begin(_ file: FairScheduler.Waiting, _ id: String, _ household: String) {
        state.withLock { state in
            guard !state.isStopping, state.households[household]?.running[file.file] == nil else { return }
            // Started under the lock: it cannot end before it is registered.
            let task = store.runtime.spawn { [self] in await run(file.file, household) }
            state.households[household]?.running[file.file] = (file, id, task)
        }
    }

    private func run(_ row: Int64, _ household: String) async {
        let board = board(of: household)
        do {
            // Read only now that no other attempt can be in flight: a previous one may have completed the file, or a
            // caller released it, since the queue was read.
            let record = try await store.read(household) { try FileTable.find(row, $0) }
            if let record, record.state.isWanted { try await fetch(record, household, board) }
        } catch {
            logger.notice(
                "A download's state could not be read or stored; retrying.",
                metadata: ["household": "\(household)", "error": "\(error)"])
            postpone(row, household, by: DownloadsLimits.longestPause)
        }
        board.end(row)
        settle { $0.households[household]?.running[row] = nil }
        wake(household)
    }

    private func fetch(_ record: FileRecord, _ household: String, _ board: ProgressTracker) async throws {
        board.begin(record.row, bytes: record.bytes, total: record.total)
        let job = FetchJob(store: store, household: household, fetcher: fetcher, board: board, record: record)
        let end = await FetchAttempt(job: job, links: links, look: look).run()
        logger.info(
            "A download stopped.",
            metadata: ["household": "\(household)", "download": "\(record.id)", "end": "\(end.word)"])
        switch end {
        case .stopped: break
        case .completed:
            metrics?.noteJob(Self.jobKind, .done)
            forget(record.row, household)
        case .failed(let error):
            forget(record.row, household)
            try await fail(record, household, error)
        case .again(let retryAfter, let error):
            if pause(job, household, retryAfter) { return }
            forget(record.row, household)
            try await fail(record, household, error)
        }
    }

    /// - Returns: false when its retries are used up.
    private func pause(_ job: FetchJob, _ household: String, _ retryAfter: Duration?) -> Bool {
        let (row, random) = (job.record.row, store.runtime.random())
        let pause = state.withLock { state in
            state.households[household]?.backoff[row, default: Backoff()]
                .fail(at: job.record.bytes, retryAfter: retryAfter, random: random)
        }
        guard let pause = pause ?? nil else { return false }
        postpone(row, household, by: pause)
        return true
    }

    private func postpone(_ row: Int64, _ household: String, by pause: Duration) {
        let time = store.runtime.now.advanced(by: pause)
        state.withLock { $0.households[household]?.pauses[row] = time }
    }

    /// Resets the backoff of a file.
    private func forget(_ row: Int64, _ household: String) {
        state.withLock { state in
            state.households[household]?.backoff[row] = nil
            state.households[household]?.pauses[row] = nil
        }
    }

    private func fail(_ record: FileRecord, _ household: String, _ trouble: DownloadsError) async throws {
        metrics?.noteJob(Self.jobKind, .failed)
        try await store.write(household, releasingBallast: true) { db in
            guard var file = try FileTable.find(record.row, db), file.state.phase == .pending else { return }
            file.state.fail(trouble.problem)
            try FileTable.put(file.state, of: file, detail: trouble.message, db)
            // Its unused reservation is free for others until the retry.
            try FileTable.set("reserved = bytes", [], of: record.row, db)
        }
    }

    /// Changes the state, and resumes those waiting for the queue to become idle.
    private func settle(_ change: (inout State) -> Void) {
        let idle = state.withLock { state -> Promise<Void>? in
            change(&state)
            guard state.isStopping, state.isIdle else { return nil }
            defer { state.idle = nil }
            return state.idle
        }
        idle?.fulfill()
    }
}

extension FetchAttempt.End {
    fileprivate var word: String {
        switch self {
        case .completed: "completed"
        case .stopped: "stopped"
        case .again(_, let error): "again, \(error.problem)"
        case .failed(let error): "failed, \(error.problem)"
        }
    }
}
