internal import CatalogAPI
internal import GRDB
internal import ServiceKit
internal import Synchronization

/// The ends of jobs whose rows could not be written, as on a full disk without a ballast: callers are told the end from
/// here until it is stored.
///
/// When the service ends before that, the row is still open, and the next start resumes the job.
final class UnstoredEnds: Sendable {
    private struct End {
        let job: ImportJob
        /// Milliseconds since 1970.
        let time: Int64
        /// The uploaded file, which is needed until the end is stored.
        let upload: Upload?
    }

    /// By household and job.
    private let ends = Mutex<[String: [String: End]]>([:])

    /// Keeps the end of a job.
    func add(_ job: ImportJob, upload: Upload?, at now: Int64, household: String) {
        ends.withLock { $0[household, default: [:]][job.id] = End(job: job, time: now, upload: upload) }
    }

    /// The job as it ended; nil when its end is stored, or when it has none.
    func job(_ id: String, household: String) -> ImportJob? { ends.withLock { $0[household]?[id]?.job } }

    /// Tries again to store the household's ends, and removes their files; what fails is kept for the next time.
    func store(household: String, shards: ShardDirectory, uploads: UploadStore) async {
        for end in ends.withLock({ $0[household] ?? [:] }).values {
            do {
                try await shards.shard(for: household).write(releasingBallast: true) { db in
                    try JobRecord.end(end.job, adultSamples: [], at: end.time, db)
                }
            } catch { return }
            ends.withLock { $0[household]?[end.job.id] = nil }
            if let upload = end.upload { await uploads.remove(upload.name, household: household) }
        }
    }
}
