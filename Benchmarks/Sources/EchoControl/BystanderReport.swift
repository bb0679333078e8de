import Foundation

/// What a client felt that made one call at a time.
public struct BystanderReport: Codable, Sendable {
    /// Of the calls that were answered, in nanoseconds.
    public let p50Nanoseconds: UInt64
    public let p99Nanoseconds: UInt64
    /// How many calls were made, and of these refused.
    public let calls: Int
    public let refused: Int

    public init(latencies: [UInt64], refused: Int) {
        let sorted = latencies.sorted()
        p50Nanoseconds = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        p99Nanoseconds = sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
        (calls, self.refused) = (latencies.count + refused, refused)
    }
}
