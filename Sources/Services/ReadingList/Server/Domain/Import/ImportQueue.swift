internal import Basics
internal import Foundation
internal import Logging
internal import RPC
internal import ReadingListAPI
internal import ServiceKit
internal import Synchronization

/// Runs imports: in each household one at a time, in order. Pending jobs are stored in the shards only, so that a crash
/// loses none.
final class ImportQueue: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime
    let logger: Logger
    /// The files that callers have sent.
    let uploads: UploadStore
    private let metrics: ServiceMetrics?

    /// The kind of its jobs in the metrics.
    static let jobKind = "links"

    private struct State {
        /// Households whose jobs are being run, and whether the runner must check the queue again.
        var running: [String: Bool] = [:]
        var isStopping = false
        /// What ``ImportQueue/stop()`` waits for: that the runners have ended.
        var idle: Promise<Void>?
    }

    private let state = Mutex(State())

    init(shards: ShardDirectory, runtime: any Runtime, logger: Logger, metrics: ServiceMetrics? = nil) {
        self.metrics = metrics
        self.shards = shards
        self.runtime = runtime
        self.logger = logger
        uploads = UploadStore(shards: shards, runtime: runtime, logger: logger)
    }

    /// Counts the end of a job.
    func noteEnd(_ state: LinkImportState) {
        if let outcome = JobOutcome(rawValue: state.rawValue) { metrics?.noteJob(Self.jobKind, outcome) }
    }

    /// Civil time in milliseconds since 1970.
    var now: Int64 { runtime.wallTime.millisecondsSince1970 }

    func makeID() -> String { "l" + String(runtime.random(), radix: 36) }

    /// Removes a household's upload files without a job.
    func sweepUploads(_ household: String) async {
        do {
            try await uploads.sweep(household) { [shards] in
                try await shards.shard(for: household).read { try ImportTable.uploads($0) }
            }
        } catch {
            logger.notice(
                "Unused upload files could not be removed.",
                metadata: ["household": "\(household)", "error": "\(error)"])
        }
    }

    /// Runs a household's pending jobs.
    func wake(_ household: String) {
        let starts = state.withLock { state in
            if state.isStopping { return false }
            let isRunning = state.running[household] != nil
            state.running[household] = isRunning
            return !isRunning
        }
        // In a task of its own: a job outlives its call.
        if starts { runtime.spawn { [self] in await runAll(household) } }
    }

    /// - Throws: `CancellationError` when the service stops.
    func checkStop() throws {
        if state.withLock({ $0.isStopping }) || Task.isCancelled { throw CancellationError() }
    }

    /// Starts no more jobs, and returns when none is running. Open ones resume at the next start.
    func stop() async {
        let idle = state.withLock { state -> Promise<Void>? in
            state.isStopping = true
            guard !state.running.isEmpty else { return nil }
            let idle = state.idle ?? Promise()
            state.idle = idle
            return idle
        }
        await idle?.wait()
    }

    private func runAll(_ household: String) async {
        repeat {
            while let record = await next(household) {
                let runner = ImportRunner(queue: self, household: household, record: record)
                if case .interrupted = await runner.run() {
                    scheduleWakeUp(household)
                    break
                }
            }
        } while !leave(household)
    }

    /// Retries after a while: the cause of the interruption may be over by then.
    private func scheduleWakeUp(_ household: String) {
        runtime.schedule(at: runtime.now.advanced(by: ReadingListLimits.importPause)) { [weak self] in
            self?.wake(household)
        }
    }

    private func next(_ household: String) async -> ImportRecord? {
        guard (try? checkStop()) != nil else { return nil }
        do {
            return try await shards.shard(for: household).read { try ImportTable.next($0) }
        } catch {
            logger.notice(
                "The import queue could not be read.", metadata: ["household": "\(household)", "error": "\(error)"])
            return nil
        }
    }

    /// - Returns: false when a job was queued since the last check.
    private func leave(_ household: String) -> Bool {
        let (hasLeft, idle) = state.withLock { state -> (Bool, Promise<Void>?) in
            if state.running[household] == true, !state.isStopping {
                state.running[household] = false
                return (false, nil)
            }
            state.running[household] = nil
            guard state.running.isEmpty else { return (true, nil) }
            defer { state.idle = nil }
            return (true, state.idle)
        }
        idle?.fulfill()
        return hasLeft
    }
}
