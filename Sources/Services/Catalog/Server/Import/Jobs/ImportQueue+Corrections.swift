internal import CatalogAPI
internal import GRDB
internal import RPC
internal import ServiceKit

extension ImportQueue {
    /// Writes a correction down, once for each key, and puts the job in line that makes it visible: both or neither.
    ///
    /// - Parameter body: writes it, and answers without a job when there is nothing to be made visible.
    func correct(
        household: String, call: ServerCall,
        _ body: @escaping @Sendable (Database, _ job: String) throws -> CorrectionMade
    ) async throws -> CorrectionMade {
        let now = runtime.wallTime.millisecondsSince1970
        let id = "job-" + String(runtime.random(), radix: 16)
        // Each has a job of its own: one that runs may have read already what there is to do.
        let record = JobRecord(
            id: id, kind: .correction, source: "", path: id, allowsShrinking: true, created: now)
        let made = try await shards.shard(for: household).write(once: call) { [run, limits] db in
            let made = try body(db, id)
            guard made.job != nil else { return made }
            try JobRecord.endInterrupted(run: run, at: now, db)
            _ = try record.enqueue(run: run, waitingMost: limits.maximumQueuedJobs, db)
            return made
        }
        // A repeated call gets the answer of the first one, whose job is in line already.
        if made.job == id { add(context(record, household)) }
        return made
    }

    /// Puts in line what a killed run has left to be made visible.
    func enqueueCorrections(household: String) {
        let now = runtime.wallTime.millisecondsSince1970
        add(context(.own(.correction, at: now), household))
    }
}
