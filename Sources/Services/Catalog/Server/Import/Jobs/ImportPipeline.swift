internal import CatalogAPI

/// A household's jobs in line. Those whose source is to be fetched are fetched first, several at a time and each from another
/// server; then every job waits for its turn to change the shard, one after the other. So a slow server holds up no upload,
/// and no other server.
struct ImportPipeline: Sendable {
    /// Jobs that wait for a line to fetch by, the oldest first.
    private(set) var unfetched: [JobContext] = []
    /// Jobs whose source is being fetched.
    private(set) var fetching: [JobContext] = []
    /// Jobs that wait for their turn to change the shard, the oldest first.
    private(set) var waiting: [JobContext] = []
    /// The job that changes the shard.
    private(set) var running: JobContext?
    /// Whether a task takes the jobs that wait for their turn.
    private var hasRunner = false

    /// Whether nothing waits or runs.
    var isIdle: Bool { !hasRunner && fetching.isEmpty && unfetched.isEmpty }

    /// All jobs: the one that changes the shard first, then those that are being fetched, then those that wait.
    var all: [JobContext] { [running].compactMap(\.self) + fetching + waiting + unfetched }

    /// What the caller has to start after a change.
    struct Starts: Sendable {
        /// Jobs to fetch for, each in a task of its own.
        var fetches: [JobContext] = []
        /// Whether to start the task that takes the jobs that wait for their turn.
        var runner = false
    }

    /// Puts a job in line.
    mutating func add(_ context: JobContext, lines: Int) -> Starts {
        guard context.record.fetches, context.fetched == nil else { return enqueueForWriting(context) }
        unfetched.append(context)
        return Starts(fetches: claimFetchSlots(lines))
    }

    /// A source has been fetched, or not: its job waits for its turn now.
    mutating func finishFetch(_ context: JobContext, lines: Int) -> Starts {
        fetching.removeAll { $0.record.id == context.record.id }
        var starts = enqueueForWriting(context)
        starts.fetches = claimFetchSlots(lines)
        return starts
    }

    /// Takes a job that waits for a line out of that line: it ends at its next turn.
    mutating func giveUp(_ id: String) -> Starts {
        guard let index = unfetched.firstIndex(where: { $0.record.id == id }) else { return Starts() }
        var context = unfetched.remove(at: index)
        context.fetched = FetchedSource(nil, nil, .failure(JobAbort.cancelled))
        return enqueueForWriting(context)
    }

    /// Begins the next turn.
    ///
    /// - Returns: whose turn it is; nil when none waits, and the task that takes them has to end.
    mutating func next() -> JobContext? {
        running = waiting.isEmpty ? nil : waiting.removeFirst()
        hasRunner = running != nil
        return running
    }

    private mutating func enqueueForWriting(_ context: JobContext) -> Starts {
        waiting.append(context)
        defer { hasRunner = true }
        return Starts(runner: !hasRunner)
    }

    /// Gives free lines to the jobs that have waited longest, but no server two of them: it would only have them wait for each
    /// other, and others for both.
    private mutating func claimFetchSlots(_ lines: Int) -> [JobContext] {
        var taken: [JobContext] = []
        while fetching.count < lines {
            let busy = Set(fetching.map(\.record.path))
            guard let index = unfetched.firstIndex(where: { !busy.contains($0.record.path) }) else { break }
            let context = unfetched.remove(at: index)
            fetching.append(context)
            taken.append(context)
        }
        return taken
    }

    /// Where a job stands.
    struct Standing: Sendable {
        var context: JobContext
        var state: ImportState
        /// Its place in the line that it waits in, from 1.
        var place: Int32?

        /// The job as callers see it.
        var job: ImportJob {
            var job = context.record.job
            fill(&job)
            return job
        }

        /// Writes how far the job is into what callers see.
        func fill(_ job: inout ImportJob) {
            (job.state, job.place) = (state, place)
            context.progress.fill(&job)
        }
    }

    /// Where each job stands, in the order of ``all``.
    var standings: [Standing] {
        let running = ([self.running].compactMap(\.self) + fetching).map { Standing(context: $0, state: .running) }
        let turn = waiting.enumerated().map { index, context in
            // What has been fetched has begun.
            Standing(context: context, state: context.fetched == nil ? .waiting : .running, place: Int32(index + 1))
        }
        let line = unfetched.enumerated().map { index, context in
            Standing(context: context, state: .waiting, place: Int32(index + 1))
        }
        return running + turn + line
    }

    /// Where one job stands; nil when it is none of these.
    func standing(of id: String) -> Standing? { standings.first { $0.context.record.id == id } }
}
