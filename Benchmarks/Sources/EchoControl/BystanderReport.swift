import Foundation

/// The measurements of a client with one call at a time.
public struct BystanderReport: Codable, Sendable {
    /// Of the answered calls, in nanoseconds.
    public let p50Nanoseconds: UInt64
    public let p99Nanoseconds: UInt64
    /// The number of calls, and of refused ones.
    public let calls: Int
    public let refused: Int

    public init(latencies: [UInt64], refused: Int) {
        let sorted = latencies.sorted()
        p50Nanoseconds = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        p99Nanoseconds = sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
        (calls, self.refused) = (latencies.count + refused, refused)
    }
}
