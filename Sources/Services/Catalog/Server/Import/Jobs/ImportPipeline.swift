internal import CatalogAPI

/// A household's job queue. Sources are fetched first, several at a time and each from another server; then every job
/// waits for its turn to change the shard, one after the other. So a slow server delays no upload, and no other server.
struct ImportPipeline: Sendable {
    /// Jobs that wait for a fetch slot, the oldest first.
    private(set) var unfetched: [PendingJob] = []
    /// Jobs whose source is being fetched.
    private(set) var fetching: [PendingJob] = []
    /// Jobs that wait for their turn to change the shard, the oldest first.
    private(set) var waiting: [PendingJob] = []
    /// The job that changes the shard.
    private(set) var running: PendingJob?
    /// Whether a runner task processes the jobs in turn.
    private var hasRunner = false

    /// Whether no job is pending or running.
    var isIdle: Bool { !hasRunner && fetching.isEmpty && unfetched.isEmpty }

    /// All jobs: the running one first, then those being fetched, then the pending ones.
    var all: [PendingJob] { [running].compactMap(\.self) + fetching + waiting + unfetched }

    /// The tasks to start after a change.
    struct Starts: Sendable {
        /// Jobs to fetch, each in a task of its own.
        var fetches: [PendingJob] = []
        /// Whether to start the runner task.
        var runner = false
    }

    /// Enqueues a job.
    mutating func add(_ job: PendingJob, lines: Int) -> Starts {
        guard job.record.fetches, job.fetched == nil else { return enqueueForWriting(job) }
        unfetched.append(job)
        return Starts(fetches: claimFetchSlots(lines))
    }

    /// Moves a job whose fetch has ended to the queue for the shard.
    mutating func finishFetch(_ job: PendingJob, lines: Int) -> Starts {
        fetching.removeAll { $0.record.id == job.record.id }
        var starts = enqueueForWriting(job)
        starts.fetches = claimFetchSlots(lines)
        return starts
    }

    /// Removes a cancelled job from the fetch queue: it ends at its next turn.
    mutating func giveUp(_ id: String) -> Starts {
        guard let index = unfetched.firstIndex(where: { $0.record.id == id }) else { return Starts() }
        var job = unfetched.remove(at: index)
        job.fetched = FetchedSource(nil, nil, .failure(JobAbort.cancelled))
        return enqueueForWriting(job)
    }

    /// Starts the next turn.
    ///
    /// - Returns: the next job; nil when none is pending, and the runner has to end.
    mutating func next() -> PendingJob? {
        running = waiting.isEmpty ? nil : waiting.removeFirst()
        hasRunner = running != nil
        return running
    }

    private mutating func enqueueForWriting(_ job: PendingJob) -> Starts {
        waiting.append(job)
        defer { hasRunner = true }
        return Starts(runner: !hasRunner)
    }

    /// Gives free fetch slots to the longest pending jobs, at most one for each server: two of one server would wait
    /// for each other, and others for both.
    private mutating func claimFetchSlots(_ lines: Int) -> [PendingJob] {
        var jobs: [PendingJob] = []
        while fetching.count < lines {
            let busy = Set(fetching.map(\.record.path))
            guard let index = unfetched.firstIndex(where: { !busy.contains($0.record.path) }) else { break }
            let job = unfetched.remove(at: index)
            fetching.append(job)
            jobs.append(job)
        }
        return jobs
    }

    /// A job's position in the queue.
    struct QueuedJob: Sendable {
        var context: JobContext
        var state: ImportState
        /// Its place in the queue, from 1.
        var place: Int32?

        /// The job as callers see it.
        var job: ImportJob {
            var job = context.record.job
            fill(&job)
            return job
        }

        /// Fills a job's progress in.
        func fill(_ job: inout ImportJob) {
            (job.state, job.place) = (state, place)
            context.progress.fill(&job)
        }
    }

    /// The position of each job, in the order of ``all``.
    var queuedJobs: [QueuedJob] {
        let running = ([self.running].compactMap(\.self) + fetching).map {
            QueuedJob(context: $0.context, state: .running)
        }
        let turn = waiting.enumerated().map { index, job in
            // A fetched job counts as running.
            QueuedJob(context: job.context, state: job.fetched == nil ? .waiting : .running, place: Int32(index + 1))
        }
        let line = unfetched.enumerated().map { index, job in
            QueuedJob(context: job.context, state: .waiting, place: Int32(index + 1))
        }
        return running + turn + line
    }

    /// The position of one job; nil when it is not in the queue.
    func queuedJob(of id: String) -> QueuedJob? { queuedJobs.first { $0.context.record.id == id } }
}
