public import RPC

extension Sys {
    /// The process's metrics beside those of its calls, which are in ``GetStats``. Only a process that has set
    /// ``Diagnostics/onGetMetrics`` has any.
    public struct GetMetrics: Request {
        public typealias Response = Metrics
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// A process's metrics.
    public struct Metrics: Codable, Sendable, Hashable {
        /// Sorted by name, and by labels within a name.
        public var metrics: [Metric]
    }

    /// One metric with one set of labels.
    public struct Metric: Codable, Sendable, Hashable {
        /// The metric's name, with its unit at the end, as Prometheus has it: `shard_commit_seconds`.
        public var name: String
        /// `counter`, which only grows; `gauge`; or `histogram`.
        public var kind: String
        /// The labels that distinguish it from others of its name.
        public var labels: [String: String]
        /// The value, or a histogram's sum.
        public var value: Double
        /// A histogram's buckets, from the lowest bound to the highest; absent otherwise.
        public var buckets: [Bucket]?
        /// The number of values of a histogram, those above its highest bound included; absent otherwise.
        public var count: UInt64?

        /// Makes a metric.
        ///
        /// - Parameters:
        ///   - name: the metric's name, with its unit.
        ///   - kind: `counter`, `gauge` or `histogram`.
        ///   - labels: the labels that distinguish it from others of its name.
        ///   - value: the value, or a histogram's sum.
        ///   - buckets: a histogram's buckets.
        ///   - count: the number of values of a histogram.
        public init(
            name: String, kind: String, labels: [String: String], value: Double, buckets: [Bucket]? = nil,
            count: UInt64? = nil
        ) {
            (self.name, self.kind, self.labels) = (name, kind, labels)
            (self.value, self.buckets, self.count) = (value, buckets, count)
        }
    }

    /// The number of values of a histogram at or below a bound.
    public struct Bucket: Codable, Sendable, Hashable {
        /// The bound, inclusive.
        public var upTo: Double
        /// The number of values, those of lower buckets included.
        public var count: UInt64

        /// Makes a bucket.
        public init(upTo: Double, count: UInt64) { (self.upTo, self.count) = (upTo, count) }
    }
}
