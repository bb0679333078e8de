internal import Foundation
internal import Logging
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Runs imports: in each household one after the other, in the order in which they came. What is to be done stands in
/// the shards alone, so that nothing is forgotten when the process dies.
final class ImportQueue: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime
    let logger: Logger
    /// The files that callers have sent.
    let uploads: UploadStore

    private struct State {
        /// Households whose jobs are being run, and whether the runner must check the queue again.
        var running: [String: Bool] = [:]
        var isStopping = false
        /// Continuations of those who wait for the runners to end.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    init(shards: ShardDirectory, runtime: any Runtime, logger: Logger) {
        self.shards = shards
        self.runtime = runtime
        self.logger = logger
        uploads = UploadStore(shards: shards, runtime: runtime, logger: logger)
    }

    /// Civil time in milliseconds since 1970.
    var now: Int64 { runtime.wallTime.millisecondsSince1970 }

    func makeID() -> String { "l" + String(runtime.random(), radix: 36) }

    /// Removes the files of a household that no job has any more.
    func sweepUploads(_ household: String) async {
        do {
            try await uploads.sweep(household) { [shards] in
                try await shards.shard(for: household).read { try ImportTable.uploads($0) }
            }
        } catch {
            logger.notice(
                "Files that no import needs any more could not be removed.",
                metadata: ["household": "\(household)", "error": "\(error)"])
        }
    }

    /// Has a household's jobs run, as far as there are any.
    func wake(_ household: String) {
        let starts = state.withLock { state in
            if state.isStopping { return false }
            let isRunning = state.running[household] != nil
            state.running[household] = isRunning
            return !isRunning
        }
        // In a task of its own: a job outlives the call that asked for it.
        if starts { runtime.spawn { [self] in await runAll(household) } }
    }

    /// - Throws: `CancellationError` when the service stops.
    func checkStop() throws {
        if state.withLock({ $0.isStopping }) || Task.isCancelled { throw CancellationError() }
    }

    /// Runs no more jobs, and returns when none runs any more. Those that are open go on at the next start.
    func stop() async {
        state.withLock { $0.isStopping = true }
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state in
                if !state.running.isEmpty { state.waiters.append(waiter) }
                return state.running.isEmpty
            }
            if isIdle { waiter.resume() }
        }
    }

    private func runAll(_ household: String) async {
        repeat {
            while let record = await next(household) {
                let runner = ImportRunner(desk: self, household: household, record: record)
                if case .interrupted = await runner.run() {
                    scheduleWakeUp(household)
                    break
                }
            }
        } while !leave(household)
    }

    /// Tries again after a while: what has interrupted a job may be over by then.
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
                "The imports could not be looked at.", metadata: ["household": "\(household)", "error": "\(error)"])
            return nil
        }
    }

    /// - Returns: false when a job was queued since the last check.
    private func leave(_ household: String) -> Bool {
        let (hasLeft, waiters) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            if state.running[household] == true, !state.isStopping {
                state.running[household] = false
                return (false, [])
            }
            state.running[household] = nil
            guard state.running.isEmpty else { return (true, []) }
            defer { state.waiters = [] }
            return (true, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return hasLeft
    }
}
