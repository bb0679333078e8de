import Foundation
import Histogram
import RPC

/// Latencies, and their row in the table.
struct Figures {
    private var waits = Histogram<UInt64>(numberOfSignificantValueDigits: .three)

    /// Makes a call and records how long it took.
    mutating func measure<Result>(_ call: () async throws -> Result) async throws -> Result {
        let sent = SystemRuntime.shared.now
        let result = try await call()
        record(sent.duration(to: SystemRuntime.shared.now))
        return result
    }

    /// Records a latency.
    mutating func record(_ wait: Duration) { waits.record(UInt64(max(0, wait.wholeNanoseconds))) }

    /// Prints the row.
    func show(_ name: String) {
        Self.show(
            name, p50: Double(waits.valueAtPercentile(50)) / 1e6, p99: Double(waits.valueAtPercentile(99)) / 1e6,
            highest: Double(waits.max) / 1e6)
    }

    /// Prints a row of figures in milliseconds.
    static func show(_ name: String, p50: Double, p99: Double, highest: Double) {
        print(String(format: "| \(name) | %.2f | %.2f | %.2f |", p50, p99, highest))
    }
}
