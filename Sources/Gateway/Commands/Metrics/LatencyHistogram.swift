internal import RPCDiagnostics

/// The distribution of latencies over a time: how many were at or below each bound.
struct LatencyHistogram: Sendable, Hashable {
    /// In microseconds, ascending.
    let bounds: [UInt64]
    /// The number at or below each bound.
    private(set) var cumulativeCounts: [UInt64]
    /// The number of all, those above the highest bound included.
    private(set) var count: UInt64
    /// The sum, in microseconds.
    private(set) var sum: UInt64

    /// An empty one.
    init(bounds: [UInt64]) {
        self.bounds = bounds
        cumulativeCounts = Array(repeating: 0, count: bounds.count)
        (count, sum) = (0, 0)
    }

    /// All latencies of methods since their process's start; nil of a process that does not tell buckets yet.
    init?(_ latencies: [Sys.Latency], bounds: [UInt64]?) {
        guard let bounds, !bounds.isEmpty else { return nil }
        self.init(bounds: bounds)
        for latency in latencies where latency.count > 0 {
            guard let counts = latency.cumulativeCounts, counts.count == bounds.count else { return nil }
            for index in counts.indices { cumulativeCounts[index] += counts[index] }
            count += latency.count
            sum += latency.sumMicroseconds ?? 0
        }
    }

    /// The latencies since an earlier look at the same process; nil when it cannot be an earlier one.
    func since(_ earlier: LatencyHistogram) -> LatencyHistogram? {
        guard earlier.bounds == bounds, earlier.count <= count, earlier.sum <= sum else { return nil }
        var interval = self
        for index in bounds.indices {
            guard earlier.cumulativeCounts[index] <= cumulativeCounts[index] else { return nil }
            interval.cumulativeCounts[index] -= earlier.cumulativeCounts[index]
        }
        interval.count -= earlier.count
        interval.sum -= earlier.sum
        return interval
    }

    /// The latency that a fraction of all does not exceed, in microseconds, interpolated within its bucket; nil when
    /// there are none. One above the highest bound is reported as that.
    func quantile(_ fraction: Double) -> UInt64? {
        guard count > 0 else { return nil }
        let rank = fraction * Double(count)
        guard let bucket = cumulativeCounts.firstIndex(where: { Double($0) >= rank }) else { return bounds.last }
        let (low, below) = bucket == 0 ? (0, 0) : (bounds[bucket - 1], cumulativeCounts[bucket - 1])
        let inside = Double(cumulativeCounts[bucket] - below)
        guard inside > 0 else { return low }
        return low + UInt64(Double(bounds[bucket] - low) * (rank - Double(below)) / inside)
    }
}
