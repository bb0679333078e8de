import Foundation

/// The figures as text, in Markdown.
enum Table {
    static func comparison(_ report: Report) -> String {
        let machine = report.machine
        var lines = [
            "\(report.payloadBytes) bytes, two processes; medians of interleaved rounds, ratios are medians of each round's ratio.",
            "\(machine.processors) x \(machine.model), Linux \(machine.kernel), load before: \(machine.loadBefore).",
        ]
        for inFlight in report.inFlight {
            let rows = report.rows(inFlight: inFlight)
            let best = rows.filter { $0.family == "grpc-swift-2" }.max {
                $0.median(\.callsPerSecond) < $1.median(\.callsPerSecond)
            }
            let bare = rows.first { $0.family == "libzmq" }
            lines += [
                "", "**\(inFlight) in flight** (best of grpc-swift-2 here: \(best?.contender ?? "none"))", "",
                "| | calls/s (lowest to highest) | p50 us | p99 us | CPU us a call (client + server) | rate to libzmq | p50 to libzmq | rate to grpc-swift-2 |",
                "| --- | --- | --- | --- | --- | --- | --- | --- |",
            ]
            lines += rows.map { row($0, bare: bare, grpc: best) }
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ row: Report.Row, bare: Report.Row?, grpc: Report.Row?) -> String {
        let rates = row.measurements.map(\.callsPerSecond)
        let (lowest, highest) = (rates.min() ?? .nan, rates.max() ?? .nan)
        let parts = "\(text(row.median(\.clientCPUMicroseconds), 1)) + \(text(row.median(\.serverCPUMicroseconds), 1))"
        let cells = [
            row.contender,
            "\(text(row.median(\.callsPerSecond), 0)) (\(text(lowest, 0)) to \(text(highest, 0)))",
            text(row.median(\.p50Microseconds), 1),
            text(row.median(\.p99Microseconds), 1),
            "\(text(row.median(\.cpuMicroseconds), 1)) (\(parts))",
            text(bare.flatMap { row.ratio(to: $0, \.callsPerSecond) }, 3),
            text(bare.flatMap { row.ratio(to: $0, \.p50Microseconds) }, 2),
            text(grpc.flatMap { row.ratio(to: $0, \.callsPerSecond) }, 2),
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    static func instructions(_ counts: [InstructionCount]) -> String {
        let rows = counts.map {
            "| \($0.contender) | \($0.inFlight) | \(text($0.client, 0)) | \(text($0.server, 0)) | \(text($0.client + $0.server, 0)) |"
        }
        let head = ["| | in flight | client | server | instructions a call |", "| --- | --- | --- | --- | --- |"]
        return (head + rows).joined(separator: "\n")
    }

    private static func text(_ value: Double?, _ digits: Int) -> String {
        guard let value, value.isFinite else { return "-" }
        return String(format: "%.\(digits)f", value)
    }
}
