internal import Logging
internal import RPC

/// Logs why shards could not be opened. Each call for such a household retries, so the log is rate-limited.
final class ShardOpenFailureLog: Sendable {
    private let logger: Logger
    private let unknown = OnceFilter<String>()
    private let notices: RateLimitedLogs

    init(logger: Logger, runtime: any Runtime) {
        self.logger = logger
        notices = RateLimitedLogs(runtime: runtime) { household, count, error in
            logger.error(
                "A shard cannot be opened.",
                metadata: ["household": "\(household ?? "several")", "error": "\(error)", "count": "\(count)"])
        }
    }

    /// Logs a failure to open a shard: for an unknown household once, for any other at intervals.
    func note(_ household: String, _ error: any Error) {
        guard case ShardError.unknownHousehold = error else { return notices.note(household, "\(error)") }
        guard unknown.isNew(household) else { return }
        logger.notice(
            "There is no such household here; this is not logged again.", metadata: ["household": "\(household)"])
    }

    /// Resets a household whose shard is open.
    func ended(_ household: String) { unknown.forget(household) }
}
