import Testing

@testable import RPC

/// The buckets that `sys.GetStats` derives from the recorded latencies.
@Suite struct LatencyHistogramTests {
    private func summary(_ microseconds: [UInt32], shape: CallShape = .unary) -> ServerStatistics.Method {
        let method = MethodDescriptor(
            name: "test.v1.Echo/Say", safety: .readOnly, shape: shape, timeout: .seconds(1))
        var statistics = MethodStatistics(method: method)
        for time in microseconds {
            let timing = CallTiming(queueMicroseconds: time / 10, handlerMicroseconds: time)
            statistics.note(CallOutcome(error: nil, cause: nil, timing: timing, responseBytes: 0))
        }
        return statistics.summary
    }

    @Test func `each value is counted at or below its bound, from the lowest to the highest`() {
        let bounds = ServerStatistics.latencyBounds
        #expect(bounds == bounds.sorted() && Set(bounds).count == bounds.count)
        let handler = summary([10, 11, 100, 101, 20_000, 400_000_000]).handler
        let counts = Dictionary(uniqueKeysWithValues: zip(bounds, handler.cumulativeCounts))
        #expect(counts[10] == 1)
        #expect(counts[25] == 2)
        #expect(counts[100] == 3)
        #expect(counts[250] == 4)
        #expect(counts[10_000] == 4)
        #expect(counts[25_000] == 5)
        #expect(counts[300_000_000] == 5, "what is longer is in no bucket, and in the count")
        #expect(handler.count == 6)
    }

    @Test func `the sum is that of the values, to two digits, and no latency has no buckets`() {
        let latency = summary([1_000, 2_000, 30_000, 7]).handler
        #expect(abs(Double(latency.sum) - 33_007) < 330)
        #expect(summary([]).handler.cumulativeCounts.isEmpty)
        #expect(summary([], shape: .serverStream).shape == .serverStream)
    }

    @Test func `random latencies: buckets agree with a plain count`() {
        var random = SplitMix64(seed: 27)
        for _ in 0..<20 {
            // Spread over the decades.
            let values = (0..<500).map { _ in UInt32(1 << Int.random(in: 0...26, using: &random)) + 1 }
            let counts = summary(values).handler.cumulativeCounts
            for (bound, count) in zip(ServerStatistics.latencyBounds, counts) {
                // Within a hundredth of the bound either count is right.
                let surely = values.count { Double($0) * 1.01 <= Double(bound) }
                let perhaps = values.count { Double($0) * 0.99 <= Double(bound) }
                if !(surely...perhaps).contains(Int(count)) {
                    Issue.record("\(count) values up to \(bound), and not \(surely) to \(perhaps)")
                }
            }
        }
    }
}
