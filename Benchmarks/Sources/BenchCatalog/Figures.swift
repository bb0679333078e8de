import EchoControl
import Foundation

/// What a measurement is told in.
enum Figures {
    /// Seconds that something takes.
    static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let begun = ProcessClock.nowNanoseconds
        try await body()
        return Double(ProcessClock.nowNanoseconds - begun) / 1e9
    }

    /// Seconds of the processor that something takes in this process, beside the seconds that it takes.
    static func cost(_ body: () async throws -> Void) async rethrows -> (seconds: Double, processor: Double) {
        let begun = ProcessClock.cpuNanoseconds
        let seconds = try await seconds(body)
        return (seconds, Double(ProcessClock.cpuNanoseconds - begun) / 1e9)
    }

    /// A value and what the rounds went from and to.
    static func spread(_ values: [Double], _ format: String = "%.2f") -> String {
        guard let low = values.min(), let high = values.max() else { return "-" }
        func text(_ value: Double) -> String { String(format: format, value) }
        return values.count == 1 ? text(low) : "\(text(values.median)) (\(text(low)) to \(text(high)))"
    }

    /// The value that so many percent of the values are not above.
    static func percentile(_ percent: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * percent / 100).rounded(.up)) - 1)]
    }
}

/// What a process keeps in memory.
enum ProcessMemory {
    /// Has the peak begin anew.
    static func resetPeak() { try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8) }

    /// The most that it has had since, in MB.
    static var peakMegabytes: Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return Double(line?.split(separator: " ").dropFirst().first ?? "0").map { $0 / 1_024 } ?? 0
    }
}
