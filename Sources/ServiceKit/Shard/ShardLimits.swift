internal import RPC

/// The limits of a shard, each with its unit last.
public struct ShardLimits: Sendable, Hashable {
    /// The maximum of writes that share one commit.
    public var batchWrites = 256
    /// How long a batch accepts more writes.
    public var batchTime = Duration.milliseconds(5)
    /// The maximum of queued writes; more are rejected as not executed.
    public var waitingWrites = 8_192
    /// The number of reader connections.
    public var readers = 4
    /// The maximum of queued reads; more are rejected.
    public var waitingReads = 4_096
    /// How long one chunk of a long write holds the writer.
    public var chunkTime = Duration.milliseconds(20)
    /// The maximum of steps in one chunk of a long write, whatever time they take.
    public var chunkSteps = 1_000
    /// How long SQLite waits for a lock.
    public var busyTimeout = Duration.seconds(5)
    /// The used size of the log at which a checkpoint is due.
    public var checkpointBytes = 4 << 20
    /// The size to which the log file is truncated when it restarts.
    public var keptLogBytes = 16 << 20
    /// The size of the ballast file, which is released when the disk is full; 0 for none.
    public var ballastBytes = 8 << 20
    /// How long the response to a keyed call is kept, unless its subject has more responses than ``storedResponses`` or
    /// ``storedResponsesBytes``.
    public var keyLifetime = Duration.seconds(24 * 3_600)
    /// How long the response to a keyed call is kept in any case: the longest timeout of a call, within which its
    /// caller may retry it, and a minute for clock differences and messages in flight.
    public var retryWindow = RPCLimits().timeout + .seconds(60)
    /// The maximum of responses to keyed calls kept for one subject: a member of the household or one of the profiles.
    public var storedResponses = 20_000
    /// The maximum bytes of responses to keyed calls kept for one subject.
    public var storedResponsesBytes = 8 << 20
    /// The maximum size of a response kept for a keyed call.
    public var storedResponseBytes = 256 << 10
    /// The maximum of old keys removed in one write.
    public var sweptKeys = 500
    /// How long outbox events are kept for followers that are offline, by wall time.
    public var outboxLifetime = Duration.seconds(30 * 24 * 3_600)
    /// How long data of an object that its source no longer lists is kept in quarantine, by the service's running time.
    /// Wall time does not count, so that a clock which is set ahead erases nothing.
    public var quarantineLifetime = Duration.seconds(30 * 24 * 3_600)
    /// The number of copies from before upgrades that are kept of a shard.
    public var upgradeCopies = 2
    /// The maximum of outbox entries that one read returns.
    static let outboxPage = 256
    /// The idle time after which a shard is closed.
    public var idleTime = Duration.seconds(600)

    /// Creates the default limits.
    public init() {}
}
