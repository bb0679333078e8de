internal import Histogram

/// The counts and latencies of one method since the process started. Confined to the engine's loop.
struct MethodStatistics: Sendable {
    /// Latencies are recorded to two digits, from a microsecond to ten minutes.
    private static let longestMicroseconds: UInt64 = 600_000_000

    let method: String
    private let shape: CallShape
    private(set) var calls: UInt64 = 0
    private(set) var failures: [RPCCode: UInt64] = [:]
    /// Allocated with the first call: a histogram takes some 20 KiB.
    private var queue: Histogram<UInt32>?
    private var handler: Histogram<UInt32>?

    init(method: MethodDescriptor) { (self.method, shape) = (method.name, method.shape) }

    mutating func note(_ outcome: CallOutcome) {
        calls += 1
        if let error = outcome.error { failures[error.code, default: 0] += 1 }
        // A pattern match: comparing with nil would copy it.
        if case nil = queue { (queue, handler) = (Self.makeHistogram(), Self.makeHistogram()) }
        queue?.record(UInt64(min(outcome.timing.queueMicroseconds, UInt32(Self.longestMicroseconds))))
        handler?.record(UInt64(min(outcome.timing.handlerMicroseconds, UInt32(Self.longestMicroseconds))))
    }

    /// Notes a call that was refused before its handler.
    mutating func note(error: RPCError) {
        calls += 1
        failures[error.code, default: 0] += 1
    }

    var summary: ServerStatistics.Method {
        ServerStatistics.Method(
            name: method, shape: shape, calls: calls, failures: failures, queue: Self.summary(queue),
            handler: Self.summary(handler))
    }

    private static func makeHistogram() -> Histogram<UInt32> {
        Histogram(highestTrackableValue: longestMicroseconds, numberOfSignificantValueDigits: .two)
    }

    private static func summary(_ histogram: Histogram<UInt32>?) -> ServerStatistics.Latency {
        guard let histogram, histogram.totalCount > 0 else { return ServerStatistics.Latency() }
        func percentile(_ percent: Double) -> UInt64 { histogram.valueAtPercentile(percent) }
        var latency = ServerStatistics.Latency(
            count: histogram.totalCount, p50: percentile(50), p90: percentile(90), p99: percentile(99),
            p999: percentile(99.9), max: histogram.max)
        latency.cumulativeCounts = Array(repeating: 0, count: ServerStatistics.latencyBounds.count)
        fill(&latency, from: histogram)
        return latency
    }

    /// Adds the buckets and the sum, which calls do not have to count: they are read off the recorded values. A value
    /// within a hundredth of a bound may be counted as that bound.
    private static func fill(_ latency: inout ServerStatistics.Latency, from histogram: Histogram<UInt32>) {
        let bounds = ServerStatistics.latencyBounds
        var bucket = 0
        var below: UInt64 = 0
        // In ascending order.
        for recorded in histogram.recordedValues() {
            let value = histogram.lowestEquivalentForValue(recorded.value)
            while bucket < bounds.count, value > bounds[bucket] {
                latency.cumulativeCounts[bucket] = below
                bucket += 1
            }
            below += UInt64(recorded.count)
            latency.sum += histogram.medianEquivalentForValue(recorded.value) * UInt64(recorded.count)
        }
        for rest in bucket..<bounds.count { latency.cumulativeCounts[rest] = below }
    }
}
