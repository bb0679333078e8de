import EchoControl
import Foundation

/// The output of a measurement.
enum Figures {
    /// The duration of an operation in seconds.
    static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let begun = ProcessClock.nowNanoseconds
        try await body()
        return Double(ProcessClock.nowNanoseconds - begun) / 1e9
    }

    /// The process's CPU seconds of an operation, beside its duration.
    static func cost(_ body: () async throws -> Void) async rethrows -> (seconds: Double, processor: Double) {
        let begun = ProcessClock.cpuNanoseconds
        let seconds = try await seconds(body)
        return (seconds, Double(ProcessClock.cpuNanoseconds - begun) / 1e9)
    }

    /// A median and the range of the rounds.
    static func spread(_ values: [Double], _ format: String = "%.2f") -> String {
        guard let low = values.min(), let high = values.max() else { return "-" }
        func text(_ value: Double) -> String { String(format: format, value) }
        return values.count == 1 ? text(low) : "\(text(values.median)) (\(text(low)) to \(text(high)))"
    }

    /// A percentile.
    static func percentile(_ percent: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * percent / 100).rounded(.up)) - 1)]
    }
}

/// A process's memory.
enum ProcessMemory {
    /// Resets the peak.
    static func resetPeak() { try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8) }

    /// The peak since then, in MB.
    static var peakMegabytes: Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return Double(line?.split(separator: " ").dropFirst().first ?? "0").map { $0 / 1_024 } ?? 0
    }
}
