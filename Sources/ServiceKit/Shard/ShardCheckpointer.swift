internal import GRDB
internal import Logging
internal import Synchronization

/// Copies a shard's write-ahead log to the main file, when enough of the log is used.
///
/// Only the writer runs checkpoints, between batches, and never waits for readers: pages that they still need stay in
/// the log, and the next attempt comes when the log has grown by the same amount again.
final class ShardCheckpointer: Sendable {
    private struct State {
        /// The length of the log at which the next checkpoint is due.
        var dueBytes: Int
        /// The length of the log at the last check.
        var logBytes = 0
    }

    private let state: Mutex<State>
    private let path: String
    private let options: ShardOptions
    private let logger: Logger
    private let admission: ShardAdmission

    init(path: String, options: ShardOptions, logger: Logger, admission: ShardAdmission) {
        (self.path, self.options, self.logger, self.admission) = (path, options, logger, admission)
        state = Mutex(State(dueBytes: options.limits.checkpointBytes))
    }

    /// Runs a checkpoint when one is due.
    func runIfDue(_ db: Database) {
        let used = ShardVFS.logBytes(db)
        let isDue = state.withLock { state in
            // Shorter than before: the log has restarted.
            if used < state.logBytes { state.dueBytes = options.limits.checkpointBytes }
            state.logBytes = used
            return used >= state.dueBytes
        }
        guard isDue, !admission.hasFailed else { return }
        run(db)
        state.withLock { $0.dueBytes = used + options.limits.checkpointBytes }
    }

    /// Checkpoints the pages that no reader needs in the log. A failing disk is fatal, as everywhere; a full one is
    /// not: the log holds all data.
    func run(_ db: Database) {
        do {
            try run(db, .passive)
        } catch let error as DatabaseError where error.isDiskFailure {
            admission.fail(error)
        } catch {
            noteFailure(error)
        }
    }

    /// Copies the whole log and empties it, when the shard closes. Only this overwrites deleted data in the main file.
    ///
    /// - Throws: `DatabaseError`.
    func runToEnd(_ db: Database) throws { try run(db, .truncate) }

    /// Logs that a checkpoint failed.
    func noteFailure(_ error: any Error) {
        logger.notice("The log could not be written back.", metadata: ["shard": "\(path)", "error": "\(error)"])
    }

    private func run(_ db: Database, _ kind: Database.CheckpointMode) throws {
        options.failPoints.reach(.logWritingBack)
        _ = try db.checkpoint(kind)
        options.failPoints.reach(.logWrittenBack)
    }
}
