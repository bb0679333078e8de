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
            let grpc = rows.filter { $0.family == "grpc-swift-2" }
            let best =
                report.workload == .halfPeak
                ? grpc.min { $0.median(\.p99Microseconds) < $1.median(\.p99Microseconds) }
                : grpc.max { $0.median(\.rate) < $1.median(\.rate) }
            let bare = rows.first { $0.family == "libzmq" }
            let columns = columns(report.workload, bare: bare, grpc: best)
            let title = report.workload.title(inFlight)
            lines += [
                "", "**\(title)** (best of grpc-swift-2 here: \(best?.contender ?? "none"))", "",
                "| | \(columns.map(\.title).joined(separator: " | ")) |",
                "| --- |\(String(repeating: " --- |", count: columns.count))",
            ]
            lines += rows.map { row in
                "| \(row.contender) | \(columns.map { $0.cell(row) }.joined(separator: " | ")) |"
            }
        }
        return lines.joined(separator: "\n")
    }

    private struct Column {
        let title: String
        let cell: (Report.Row) -> String
    }

    private static func columns(_ workload: Workload, bare: Report.Row?, grpc: Report.Row?) -> [Column] {
        let unit = workload.unit
        let rate = Column(title: "\(unit)s/s (lowest to highest)") { row in
            let rates = row.measurements.map(\.rate)
            return "\(text(row.median(\.rate), 0)) (\(text(rates.min(), 0)) to \(text(rates.max(), 0)))"
        }
        let waits = [
            Column(title: "p50 us") { text($0.median(\.p50Microseconds), 1) },
            Column(title: "p99 us") { text($0.median(\.p99Microseconds), 1) },
        ]
        let processor = Column(title: "CPU us a \(unit) (client + server)") { row in
            func median(_ value: (Measurement) -> Double) -> String {
                text(row.median(value), workload == .streams ? 2 : 1)
            }
            let parts = "\(median(\.clientCPUMicroseconds)) + \(median(\.serverCPUMicroseconds))"
            return "\(median(\.cpuMicroseconds)) (\(parts))"
        }
        let toBare = Column(title: "rate to libzmq") { row in text(bare.flatMap { row.ratio(to: $0, \.rate) }, 3) }
        let waitToBare = Column(title: "p50 to libzmq") { row in
            text(bare.flatMap { row.ratio(to: $0, \.p50Microseconds) }, 2)
        }
        let toGRPC = Column(title: "rate to grpc-swift-2") { row in
            text(grpc.flatMap { row.ratio(to: $0, \.rate) }, 2)
        }
        let tailToGRPC = Column(title: "p99 to grpc-swift-2") { row in
            text(grpc.flatMap { row.ratio(to: $0, \.p99Microseconds) }, 2)
        }
        return switch workload {
        case .calls: [rate] + waits + [processor, toBare, waitToBare, toGRPC]
        case .streams: [rate, processor, toBare, toGRPC]
        case .halfPeak: [rate] + waits + [processor, tailToGRPC]
        }
    }

    static func instructions(_ counts: [InstructionCount], _ workload: Workload) -> String {
        let rows = counts.map { count in
            let instructions = [count.client, count.server, count.client + count.server].map { text($0, 0) }
            let allocations = [count.clientAllocations, count.serverAllocations].map { text($0, 1) }
            let cells = (instructions + allocations).joined(separator: " | ")
            return "| \(count.contender) | \(count.inFlight) | \(cells) |"
        }
        let head = [
            """
            | | at a time | client | server | instructions a \(workload.unit) | allocations, client | server |
            | --- | --- | --- | --- | --- | --- | --- |
            """
        ]
        return (head + rows).joined(separator: "\n")
    }

    private static func text(_ value: Double?, _ digits: Int) -> String {
        guard let value, value.isFinite else { return "-" }
        return String(format: "%.\(digits)f", value)
    }
}
