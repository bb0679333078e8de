import ArgumentParser
import EchoControl
import Foundation

/// Compares unary echo, or streams of items, in two processes, interleaved: every round restarts every contender.
@main
struct BenchRPC: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-rpc",
        abstract: "Compares unary echo, or streams of items, in two processes: bare libzmq, grpc-swift-2, Hearth.")

    @Option(help: "What is measured: calls, streams, or latencies at half-peak load.")
    var workload = Workload.calls

    @Option(help: "Between which sockets: box (ipc, unix, tcp) or tcp (also with CURVE).")
    var field = Field.box

    @Option(help: "Bytes of a request and of its answer.")
    var bytes = EchoControl.payloadBytes

    @Option(help: "How often each contender is started and measured.")
    var rounds = 7

    @Option(help: "About how many seconds one measurement takes.")
    var seconds = 0.5

    @Option(parsing: .upToNextOption, help: "Calls in flight (1 64) or streams at a time (1 8), each measured.")
    var inFlight: [Int] = []

    @Option(parsing: .upToNextOption, help: "Only these contenders.")
    var only: [String] = []

    @Option(help: "Writes every measurement to this file.")
    var json: String?

    @Option(help: "Draws the rates into this file, as SVG.")
    var svg: String?

    @Option(help: "With --instructions: fails when they have grown by more than a tenth beyond what this file has.")
    var baseline: String?

    @Option(help: "Makes so many calls, 64 in flight; fails when memory or descriptors grow or calls are lost or kept.")
    var soak: Int?

    @Flag(help: "Asks seven servers at once, beside one after another and one alone.")
    var fanOut = false

    @Flag(help: "Kills the server and starts another, again and again: how soon clients know, and are answered.")
    var restarts = false

    @Option(help: "With --restarts: kills and starts the suite's services, whose executables are in this directory.")
    var services: String?

    @Flag(help: "Latencies beside one peer that keeps no rules, of each kind.")
    var hostile = false

    @Option(help: "With --hostile: the calls' rate, as a share of the peak.")
    var load = 0.5

    @Option(help: "Latencies of single calls beside floods, where each call takes so many microseconds of a processor.")
    var flood: Int?

    @Flag(help: "Counts instructions a call with valgrind's callgrind instead of measuring time.")
    var instructions = false

    func validate() throws {
        guard baseline == nil || instructions, svg == nil || !instructions else {
            throw ValidationError("--baseline goes with --instructions, --svg without")
        }
        guard (0.001...1).contains(load) else { throw ValidationError("load: 0.001 to 1") }
        guard services == nil || restarts else { throw ValidationError("--services goes with --restarts") }
        guard (1...1000).contains(rounds), (0.01...60).contains(seconds) else {
            throw ValidationError("rounds: 1 to 1000, seconds: 0.01 to 60")
        }
        guard (9...EchoControl.largestPayloadBytes).contains(bytes) else {
            throw ValidationError("bytes: 9 to \(EchoControl.largestPayloadBytes)")
        }
        guard workload != .streams || bytes == EchoControl.payloadBytes else {
            throw ValidationError("items of streams have \(EchoControl.payloadBytes) bytes")
        }
        guard inFlight.allSatisfy((1...4096).contains) else { throw ValidationError("in flight: 1 to 4096") }
        for name in only where !Contender.all.contains(where: { $0.name == name }) {
            throw ValidationError(
                "no contender \(name); there are: \(Contender.all.map(\.name).joined(separator: ", "))")
        }
    }

    func run() throws {
        let contenders = Contender.all.filter {
            $0.workloads.contains(workload) && $0.fields.contains(field) && (only.isEmpty || only.contains($0.name))
        }
        let widths = inFlight.isEmpty ? workload.widths : inFlight
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-rpc-\(getpid())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hearth = Contender.all.first { $0.program == "echo-hearth" && $0.transport == .ipc }
        if fanOut, let contender = hearth {
            try FanOutComparison(contender: contender, folder: folder, rounds: rounds).run()
        } else if let soak, let contender = hearth {
            try Soak(contender: contender, folder: folder, calls: soak).run()
        } else if restarts, let services, let contender = hearth {
            try ServiceStarts(executables: services, caller: contender.path, folder: folder, rounds: rounds).run()
        } else if restarts {
            try RestartComparison(folder: folder, rounds: rounds).run()
        } else if let flood, let contender = hearth {
            try FloodComparison(
                contender: contender, folder: folder, rounds: rounds, seconds: seconds, microseconds: flood
            ).run()
        } else if hostile {
            try HostileComparison(
                folder: folder, rounds: rounds, seconds: seconds, load: load, only: only
            ).run()
        } else if instructions {
            let counter = InstructionCounter(folder: folder, workload: workload, bytes: bytes)
            let counts = try contenders.flatMap { try counter.count($0, widths) }
            print(Table.instructions(counts, workload))
            try write(counts)
            if let baseline { try InstructionBaseline(contentsOf: baseline).check(counts) }
        } else {
            let report = try measure(contenders, widths, in: folder)
            print(Table.comparison(report))
            try write(report)
            if let svg { try Chart(report: report).svg.write(toFile: svg, atomically: true, encoding: .utf8) }
        }
    }

    private func measure(_ contenders: [Contender], _ widths: [Int], in folder: String) throws -> Report {
        var measurements: [Measurement] = []
        for round in 0..<rounds {
            // Each round begins with another contender, so that none always follows the same one.
            for index in contenders.indices {
                let contender = contenders[(index + round) % contenders.count]
                let pair = try EchoPair(contender, folder: folder)
                for width in widths {
                    measurements.append(try pair.measure(workload, width, bytes: bytes, seconds: seconds, round: round))
                }
                try pair.stop()
            }
            FileHandle.standardError.write(Data("round \(round + 1) of \(rounds) done\n".utf8))
        }
        return Report(
            machine: .current, workload: workload, field: field, seconds: seconds, payloadBytes: bytes,
            measurements: measurements)
    }

    private func write(_ value: some Encodable) throws {
        guard let json else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(value).write(to: URL(filePath: json))
    }
}
