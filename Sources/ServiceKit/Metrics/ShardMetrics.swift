public import CoreMetrics
internal import RPC

/// What all shards of a service report through swift-metrics.
public struct ShardMetrics: Sendable {
    /// From the beginning of a batch's transaction until it is durable.
    private let commit: Timer
    /// How many writes shared a commit.
    private let batch: Recorder
    /// How long writes waited for their batch.
    private let writeWait: Timer
    /// Reads that succeeded, with their wait for a connection.
    private let read: Timer
    /// Writes that were refused before they began.
    private let refused: Counter
    /// Sizes of the open shards' files.
    private let (databaseBytes, logBytes): (Gauge, Gauge)
    /// Writes that wait now.
    private let waiting: Gauge

    /// Goes nowhere.
    public static let none = ShardMetrics(NOOPMetricsHandler.instance)

    /// Makes the metrics.
    ///
    /// - Parameter factory: who keeps them.
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

    /// Notes a transaction that is durable.
    ///
    /// - Parameters:
    ///   - duration: from its beginning on.
    ///   - waits: how long each of its writes had waited for it.
    func noteCommit(took duration: Duration, waits: [Duration]) {
        commit.record(duration)
        batch.record(waits.count)
        for wait in waits { writeWait.record(wait) }
    }

    func noteRead(took duration: Duration) { read.record(duration) }

    func noteRefusedWrite() { refused.increment() }

    /// Notes how the open shards stand now.
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
