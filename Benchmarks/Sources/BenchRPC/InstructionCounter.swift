import EchoControl
import Foundation

/// The user-space cost of one call or item, in both processes.
struct InstructionCount: Codable {
    var contender: String
    var inFlight: Int
    /// Instructions.
    var client: Double
    var server: Double
    /// Allocations.
    var clientAllocations: Double
    var serverAllocations: Double
}

/// Counts instructions with callgrind: steadier than any time on a shared machine.
///
/// Each contender runs twice, with few and with many calls; the difference leaves out start, connection and warm-up.
struct InstructionCounter {
    let folder: String
    let workload: Workload
    let bytes: Int

    /// Calls or items of the short run, and the additional ones of the long run.
    private var counts: (few: Int, more: Int) {
        switch workload {
        case .calls, .halfPeak: (500, 2_000)
        case .streams: (5_000, 20_000)
        }
    }

    func count(_ contender: Contender, _ widths: [Int]) throws -> [InstructionCount] {
        try widths.map { width in
            let few = try profiles(contender, counts.few, width)
            let many = try profiles(contender, counts.few + counts.more, width)
            func each(_ value: (CallgrindProfile) -> Double, _ process: KeyPath<Pair, CallgrindProfile>) -> Double {
                (value(many[keyPath: process]) - value(few[keyPath: process])) / Double(counts.more)
            }
            return InstructionCount(
                contender: contender.name, inFlight: width, client: each(\.instructions, \.client),
                server: each(\.instructions, \.server), clientAllocations: each(\.allocations, \.client),
                serverAllocations: each(\.allocations, \.server))
        }
    }

    private struct Pair {
        let client: CallgrindProfile
        let server: CallgrindProfile
    }

    /// The totals of both processes.
    private func profiles(_ contender: Contender, _ count: Int, _ width: Int) throws -> Pair {
        let file = { (role: String) in "\(folder)/callgrind-\(contender.name)-\(role)-\(count)-\(width)" }
        let program = try stripped(contender)
        let pair = try EchoPair(contender, folder: folder) { role in
            ["/usr/bin/valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(file(role))", program]
        }
        try pair.run(workload, count, width, bytes: bytes)
        try pair.stop()
        return Pair(
            client: try CallgrindProfile(contentsOf: file("client")),
            server: try CallgrindProfile(contentsOf: file("server")))
    }

    /// A copy of the program without debug information: valgrind 3.19 cannot read the compiler's newer format.
    private func stripped(_ contender: Contender) throws -> String {
        let copy = "\(folder)/\(contender.program)"
        guard !FileManager.default.fileExists(atPath: copy) else { return copy }
        let strip = try Process.run(
            URL(filePath: "/usr/bin/strip"), arguments: ["--strip-debug", "-o", copy, contender.path])
        strip.waitUntilExit()
        guard strip.terminationStatus == 0 else { throw EchoFailure(reason: "cannot strip \(contender.path)") }
        return copy
    }
}
