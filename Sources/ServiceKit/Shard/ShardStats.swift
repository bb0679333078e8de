/// What a shard did, and how large it is.
public struct ShardStats: Sendable, Hashable {
    /// Durable transactions.
    public var commits = 0
    /// Writes that were in them.
    public var writes = 0
    /// Writes that were refused before they began.
    public var refusedWrites = 0
    /// Reads that were let in.
    public var reads = 0
    /// Writes that wait now.
    public var waitingWrites = 0
    /// Reads that wait now.
    public var waitingReads = 0
    /// How many writes shared a commit.
    public var batchSizes = PowerHistogram()
    /// How long writes waited for their batch, in microseconds.
    public var waitMicroseconds = PowerHistogram()
    /// The main file's size.
    public var databaseBytes = 0
    /// The write-ahead log's size on the disk.
    public var logBytes = 0
    /// What the ballast holds: 0 when it was given up.
    public var ballastBytes = 0

    /// Nothing done yet.
    public init() {}
}

/// Counts of values by their power of two: small enough to keep for each shard, within a factor of two of the truth.
public struct PowerHistogram: Sendable, Hashable {
    /// `counts[n]` values needed n bits: 0; 1; 2 and 3; 4 to 7; and so on.
    public private(set) var counts: [Int] = []
    /// How many values.
    public private(set) var count = 0
    /// The largest value.
    public private(set) var most: UInt64 = 0

    /// No values yet.
    public init() {}

    /// Counts a value.
    public mutating func record(_ value: UInt64) {
        let bits = UInt64.bitWidth - value.leadingZeroBitCount
        while counts.count <= bits { counts.append(0) }
        counts[bits] += 1
        count += 1
        most = max(most, value)
    }

    /// A bound that `fraction` of the values do not pass; 0 when there are none.
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

/// What a shard counts while it runs.
struct ShardCounters {
    var commits = 0
    var writes = 0
    var refused = 0
    var reads = 0
    var batchSizes = PowerHistogram()
    var waits = PowerHistogram()
}
