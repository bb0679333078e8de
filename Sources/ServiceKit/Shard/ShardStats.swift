/// A shard's counters and sizes.
public struct ShardStats: Sendable, Hashable {
    /// Durable transactions.
    public var commits = 0
    /// Writes in these transactions.
    public var writes = 0
    /// Writes rejected before they began.
    public var refusedWrites = 0
    /// Reads admitted.
    public var reads = 0
    /// Writes queued now.
    public var waitingWrites = 0
    /// Reads queued now.
    public var waitingReads = 0
    /// The number of writes per commit.
    public var batchSizes = PowerHistogram()
    /// The time that writes were queued, in microseconds.
    public var waitMicroseconds = PowerHistogram()
    /// The main file's size.
    public var databaseBytes = 0
    /// The write-ahead log's size on disk.
    public var logBytes = 0
    /// The ballast's size: 0 when it was released.
    public var ballastBytes = 0

    /// Creates counters of 0.
    public init() {}
}

/// A histogram by powers of two: small enough to keep one for each shard, accurate within a factor of two.
public struct PowerHistogram: Sendable, Hashable {
    /// `counts[n]` values needed n bits: 0; 1; 2 and 3; 4 to 7; and so on.
    public private(set) var counts: [Int] = []
    /// The number of values.
    public private(set) var count = 0
    /// The largest value.
    public private(set) var most: UInt64 = 0

    /// Creates an empty histogram.
    public init() {}

    /// Counts a value.
    public mutating func record(_ value: UInt64) {
        let bits = UInt64.bitWidth - value.leadingZeroBitCount
        while counts.count <= bits { counts.append(0) }
        counts[bits] += 1
        count += 1
        most = max(most, value)
    }

    /// An upper bound of `fraction` of the values; 0 when there are none.
    public func bound(below fraction: Double) -> UInt64 {
        let wanted = Double(count) * fraction
        var seen = 0
        for (bits, number) in counts.enumerated() {
            seen += number
            if number > 0, Double(seen) >= wanted { return min(most, bits == 0 ? 0 : (1 << UInt64(bits)) - 1) }
        }
        return most
    }
}

/// The counters of a shard's writes.
struct ShardCounters {
    var commits = 0
    var writes = 0
    var refused = 0
    var batchSizes = PowerHistogram()
    var waits = PowerHistogram()
}
