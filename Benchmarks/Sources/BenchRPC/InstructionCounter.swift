import EchoControl
import Foundation

/// The instructions of one call or item, in user space.
struct InstructionCount: Codable {
    var contender: String
    var inFlight: Int
    var client: Double
    var server: Double
}

/// Counts instructions with callgrind: steadier than any time on a shared machine.
///
/// Each contender runs twice, with few and with many calls; the difference leaves out start, connection and warm-up.
struct InstructionCounter {
    let folder: String
    let workload: Workload
    let bytes: Int

    /// Calls or items of the short run, and those that the long one has more.
    private var counts: (few: Int, more: Int) {
        switch workload {
        case .calls, .halfPeak: (500, 2_000)
        case .streams: (5_000, 20_000)
        }
    }

    func count(_ contender: Contender, _ widths: [Int]) throws -> [InstructionCount] {
        try widths.map { width in
            let few = try totals(contender, counts.few, width)
            let many = try totals(contender, counts.few + counts.more, width)
            let more = Double(counts.more)
            return InstructionCount(
                contender: contender.name, inFlight: width, client: (many.client - few.client) / more,
                server: (many.server - few.server) / more)
        }
    }

    /// The instructions of both processes from start to end.
    private func totals(_ contender: Contender, _ count: Int, _ width: Int) throws -> (client: Double, server: Double) {
        let file = { (role: String) in "\(folder)/callgrind-\(contender.name)-\(role)-\(count)-\(width)" }
        let program = try stripped(contender)
        let pair = try EchoPair(contender, folder: folder) { role in
            ["/usr/bin/valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(file(role))", program]
        }
        try pair.run(workload, count, width, bytes: bytes)
        try pair.stop()
        return (try total(in: file("client")), try total(in: file("server")))
    }

    /// A copy of the program without debug information: valgrind 3.19 gives up on the newer kind that the compiler writes.
    private func stripped(_ contender: Contender) throws -> String {
        let copy = "\(folder)/\(contender.program)"
        guard !FileManager.default.fileExists(atPath: copy) else { return copy }
        let strip = try Process.run(
            URL(filePath: "/usr/bin/strip"), arguments: ["--strip-debug", "-o", copy, contender.path])
        strip.waitUntilExit()
        guard strip.terminationStatus == 0 else { throw EchoFailure(reason: "cannot strip \(contender.path)") }
        return copy
    }

    /// The sum that callgrind writes at the end of its file.
    private func total(in path: String) throws -> Double {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let totals = text.split(separator: "\n").filter { $0.hasPrefix("totals: ") || $0.hasPrefix("summary: ") }
        guard let last = totals.last?.split(separator: " ").last, let count = Double(last) else {
            throw EchoFailure(reason: "callgrind wrote no total to \(path)")
        }
        return count
    }
}
