internal import RPC

/// Every limit of a shard, with its unit last.
public struct ShardLimits: Sendable, Hashable {
    /// Writes that share one commit at most.
    public var batchWrites = 256
    /// How long a batch takes in more writes.
    public var batchTime = Duration.milliseconds(5)
    /// Writes that may wait for their batch; more are refused as not executed.
    public var waitingWrites = 8_192
    /// Connections that read at a time.
    public var readers = 4
    /// Reads that may wait for a reader; more are refused.
    public var waitingReads = 4_096
    /// How long one piece of a long write holds the writer.
    public var chunkTime = Duration.milliseconds(20)
    /// Steps of one piece of a long write, whatever time they take.
    public var chunkSteps = 1_000
    /// How long SQLite waits for a lock.
    public var busyTimeout = Duration.seconds(5)
    /// The log is written back to the main file when this much of it is used.
    public var checkpointBytes = 4 << 20
    /// What the log file keeps of its length when it starts over.
    public var keptLogBytes = 16 << 20
    /// The file that is given up to make room when the disk is full; 0 for none.
    public var ballastBytes = 8 << 20
    /// How long the answer to a keyed call is kept, unless its subject has more answers than ``keptAnswers`` or
    /// ``keptAnswersBytes``.
    public var keyLifetime = Duration.seconds(24 * 3_600)
    /// How long the answer to a keyed call is kept in any case: the longest time that a call may have, in which its caller
    /// may repeat it, and a minute for clocks and for what is under way.
    public var retryWindow = RPCLimits().timeout + .seconds(60)
    /// Answers to keyed calls that are kept for one subject, which is a member of the household or one of the profiles.
    public var keptAnswers = 20_000
    /// Bytes of answers to keyed calls that are kept for one subject.
    public var keptAnswersBytes = 8 << 20
    /// The longest answer that is kept for a keyed call.
    public var keptAnswerBytes = 256 << 10
    /// Old keys that are removed in one write.
    public var sweptKeys = 500
    /// How long what a service told others is kept for those that were away, by wall time.
    public var outboxLifetime = Duration.seconds(30 * 24 * 3_600)
    /// How long something that its source no longer lists is kept in quarantine, by the time that the service runs. The time
    /// of day does not count, so that a clock which is set ahead erases nothing.
    public var quarantineLifetime = Duration.seconds(30 * 24 * 3_600)
    /// Entries of the outbox that one read takes.
    static let outboxPage = 256
    /// A shard that nobody used for so long is closed.
    public var idleTime = Duration.seconds(600)

    /// The limits everything starts with.
    public init() {}
}
