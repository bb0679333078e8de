extension Sys {
    /// What the process counts and measures beside its calls, which are in ``GetStats``. Only a process that has set
    /// ``RPCServer/onGetMetrics`` has any.
    public struct GetMetrics: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Metrics
        public static let method = "GetMetrics"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// What a process counts and measures.
    public struct Metrics: Codable, Sendable, Hashable {
        /// By name, and by labels within a name.
        public var metrics: [Metric]
    }

    /// One metric with one set of labels.
    public struct Metric: Codable, Sendable, Hashable {
        /// What is measured, with its unit at the end, as Prometheus has it: `shard_commit_seconds`.
        public var name: String
        /// `counter`, which only grows; `gauge`; or `histogram`.
        public var kind: String
        /// What tells it from others of its name.
        public var labels: [String: String]
        /// The value, or a histogram's sum.
        public var value: Double
        /// A histogram's buckets, from the lowest bound to the highest; absent otherwise.
        public var buckets: [Bucket]?
        /// How many values a histogram has, also above its highest bound; absent otherwise.
        public var count: UInt64?

        /// Makes a metric.
        ///
        /// - Parameters:
        ///   - name: what is measured, with its unit.
        ///   - kind: `counter`, `gauge` or `histogram`.
        ///   - labels: what tells it from others of its name.
        ///   - value: the value, or a histogram's sum.
        ///   - buckets: a histogram's buckets.
        ///   - count: how many values a histogram has.
        public init(
            name: String, kind: String, labels: [String: String], value: Double, buckets: [Bucket]? = nil,
            count: UInt64? = nil
        ) {
            (self.name, self.kind, self.labels) = (name, kind, labels)
            (self.value, self.buckets, self.count) = (value, buckets, count)
        }
    }

    /// How many values of a histogram do not pass a bound.
    public struct Bucket: Codable, Sendable, Hashable {
        /// The bound, itself within.
        public var upTo: Double
        /// How many values, those of lower buckets among them.
        public var count: UInt64

        /// Makes a bucket.
        public init(upTo: Double, count: UInt64) { (self.upTo, self.count) = (upTo, count) }
    }
}
