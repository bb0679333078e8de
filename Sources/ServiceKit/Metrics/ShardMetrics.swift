public import CoreMetrics
internal import RPC

/// The metrics of all shards of a service, reported through swift-metrics.
public struct ShardMetrics: Sendable {
    /// From the beginning of a batch's transaction until it is durable.
    private let commit: Timer
    /// The number of writes per commit.
    private let batch: Recorder
    /// The time that writes were queued.
    private let writeWait: Timer
    /// Successful reads, including their wait for a connection.
    private let read: Timer
    /// Writes rejected before they began.
    private let refused: Counter
    /// Sizes of the open shards' files.
    private let (databaseBytes, logBytes): (Gauge, Gauge)
    /// Writes queued now.
    private let waiting: Gauge

    /// Metrics that are discarded.
    public static let none = ShardMetrics(NOOPMetricsHandler.instance)

    /// Creates the metrics.
    ///
    /// - Parameter factory: the factory of the metrics' handlers.
    public init(_ factory: any MetricsFactory) {
        commit = Timer(label: "shard_commit_seconds", factory: factory)
        batch = Recorder(label: "shard_batch_writes", factory: factory)
        writeWait = Timer(label: "shard_write_wait_seconds", factory: factory)
        read = Timer(label: "shard_read_seconds", factory: factory)
        refused = Counter(label: "shard_refused_writes_total", factory: factory)
        databaseBytes = Gauge(label: "shard_bytes", dimensions: [("file", "database")], factory: factory)
        logBytes = Gauge(label: "shard_bytes", dimensions: [("file", "log")], factory: factory)
        waiting = Gauge(label: "shard_waiting_writes", factory: factory)
    }

    /// Records a durable transaction.
    ///
    /// - Parameters:
    ///   - duration: its duration.
    ///   - waits: the time that each of its writes was queued.
    func noteCommit(took duration: Duration, waits: [Duration]) {
        commit.record(duration)
        batch.record(waits.count)
        for wait in waits { writeWait.record(wait) }
    }

    func noteRead(took duration: Duration) { read.record(duration) }

    func noteRefusedWrite() { refused.increment() }

    /// Records the current state of the open shards.
    func note(_ shards: some Collection<Shard>) {
        let stats = shards.map(\.stats)
        databaseBytes.record(stats.reduce(0) { $0 + $1.databaseBytes })
        logBytes.record(stats.reduce(0) { $0 + $1.logBytes })
        waiting.record(stats.reduce(0) { $0 + $1.waitingWrites })
    }
}

extension Timer {
    fileprivate func record(_ duration: Duration) { recordNanoseconds(duration.wholeNanoseconds) }
}
