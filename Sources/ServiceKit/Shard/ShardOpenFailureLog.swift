internal import Logging
internal import RPC

/// Logs why shards could not be opened. Each call for such a household tries again, so nothing is logged for each.
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

    /// A shard could not be opened: of a household that is not there this is told once, of another now and then.
    func note(_ household: String, _ error: any Error) {
        guard case ShardError.unknownHousehold = error else { return notices.note(household, "\(error)") }
        guard unknown.isNew(household) else { return }
        logger.notice(
            "There is no such household here; this is not logged again.", metadata: ["household": "\(household)"])
    }

    /// A shard is open.
    func ended(_ household: String) { unknown.forget(household) }
}
