internal import CatalogAPI
internal import GRDB
internal import RPC
internal import ServiceKit

extension ImportQueue {
    /// Stores a correction, once for each idempotency key, and enqueues the job that publishes it: both or neither.
    ///
    /// - Parameter body: stores it, and answers without a job when there is nothing to publish.
    func correct(
        household: String, call: ServerCall,
        _ body: @escaping @Sendable (Database, _ job: String) throws -> CorrectionMade
    ) async throws -> CorrectionMade {
        let now = runtime.wallTime.millisecondsSince1970
        let id = "job-" + String(runtime.random(), radix: 16)
        // Each has a job of its own: a running one may have read the corrections already.
        let record = JobRecord(
            id: id, kind: .correction, source: "", path: id, allowsShrinking: true, created: now)
        let made = try await shards.shard(for: household).write(once: call) { [run, limits] db in
            let made = try body(db, id)
            guard made.job != nil else { return made }
            try JobRecord.endInterrupted(run: run, at: now, db)
            _ = try record.enqueue(run: run, waitingMost: limits.maximumQueuedJobs, db)
            return made
        }
        // A retried call gets the first one's response, whose job is enqueued already.
        if made.job == id { add(context(record, household)) }
        return made
    }

    /// Enqueues the corrections that a killed run has left unpublished.
    func enqueueCorrections(household: String) {
        let now = runtime.wallTime.millisecondsSince1970
        add(context(.own(.correction, at: now), household))
    }
}
