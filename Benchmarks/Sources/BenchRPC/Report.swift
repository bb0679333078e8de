import EchoControl
import Foundation

/// One run of one contender.
struct Measurement: Codable {
    var contender: String
    var family: String
    var round: Int
    /// Calls in flight, or streams at a time.
    var inFlight: Int
    var client: EchoReport
    var serverCPUNanoseconds: UInt64

    var rate: Double { client.rate }
    var p50Microseconds: Double { Double(client.p50Nanoseconds) / 1000 }
    var p99Microseconds: Double { Double(client.p99Nanoseconds) / 1000 }
    var clientCPUMicroseconds: Double { Double(client.cpuNanoseconds) / Double(client.count) / 1000 }
    var serverCPUMicroseconds: Double { Double(serverCPUNanoseconds) / Double(client.count) / 1000 }
    var cpuMicroseconds: Double { clientCPUMicroseconds + serverCPUMicroseconds }
}

/// All measurements of one comparison.
struct Report: Codable {
    var machine: Machine
    var workload: Workload
    var field: Field
    /// The approximate duration of a measurement.
    var seconds: Double
    var payloadBytes: Int
    var measurements: [Measurement]

    /// The subject of a row of the table.
    struct Row {
        var contender: String
        var family: String
        var measurements: [Measurement]

        func median(_ value: (Measurement) -> Double) -> Double { measurements.map(value).median }

        /// The median, over the rounds, of this row's value divided by another's in the same round; nil without a
        /// common round.
        func ratio(to other: Row, _ value: (Measurement) -> Double) -> Double? {
            let ratios = measurements.compactMap { mine in
                other.measurements.first { $0.round == mine.round }.map { value(mine) / value($0) }
            }
            return ratios.isEmpty ? nil : ratios.median
        }
    }

    var inFlight: [Int] { Set(measurements.map(\.inFlight)).sorted() }

    /// A row for each contender with this many calls in flight or streams, in the listed order.
    func rows(inFlight: Int) -> [Row] {
        Contender.all.compactMap { contender in
            let mine = measurements.filter { $0.contender == contender.name && $0.inFlight == inFlight }
            return mine.isEmpty ? nil : Row(contender: contender.name, family: contender.family, measurements: mine)
        }
    }
}

/// The conditions of the measurements.
struct Machine: Codable {
    var processors: Int
    var kernel: String
    var model: String
    var loadBefore: String

    static var current: Machine {
        let cpu = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        let model = cpu?.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
        let load = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
        let kernel = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
        return Machine(
            processors: ProcessInfo.processInfo.activeProcessorCount,
            kernel: (kernel ?? "unknown").trimmingCharacters(in: .whitespacesAndNewlines),
            model: (model.map(String.init) ?? "unknown").trimmingCharacters(in: .whitespaces),
            loadBefore: load?.split(separator: " ").prefix(3).joined(separator: " ") ?? "unknown")
    }
}

extension EchoReport {
    /// Calls or items a second.
    var rate: Double { Double(count) / Double(nanoseconds) * 1e9 }
}
