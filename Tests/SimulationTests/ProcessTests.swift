import Foundation
import HouseholdSimulation
import RPC
import TestSupport
import Testing

/// `hearth-simulate` as a process of its own: what its runs come to, and how it ends.
@Suite struct ProcessTests {
    @Test(arguments: [(SimulationPlan.Size.small, 3), (.medium, 1)])
    func `a seed is the same run in another process`(size: SimulationPlan.Size, count: Int) async throws {
        for seed in Seeds.make(count) {
            let plan = SimulationPlan(seed: seed, size: size)
            let here = try await Simulation.runOnDedicatedThread { try plan.run() }
            let there = try await simulate("--seed", "\(seed)", "--size", size.rawValue)
            #expect(there.lines.contains(here.fingerprint), "seed \(seed): \(here.fingerprint)\n\(there.output)")
        }
    }

    @Test(arguments: [[], ["--seeds", "1"]]) func `a run whose jobs are all of its own thread ends with 0`(
        mode: [String]
    ) async throws {
        let ended = try await simulate(Self.small + mode)
        #expect(ended.status == 0, "\(ended.output)")
    }

    @Test(arguments: [[], ["--seeds", "1"]]) func `a run that repeats ends with 0`(mode: [String]) async throws {
        let ended = try await simulate(Self.small + mode + ["--twice"])
        #expect(ended.status == 0, "\(ended.output)")
    }

    @Test func `a check that does not fail ends the search after the last seed`() async throws {
        let ended = try await simulate(Self.small + ["--until", "set-full", "--seeds", "2"])
        #expect(ended.status == 0, "\(ended.output)")
        #expect(ended.lines == ["set-full fails in none of 2 seeds"])
    }

    private static let small = ["--seed", "7", "--size", "small", "--about", "favourites"]

    /// What a process has printed, and its exit code.
    private struct Ended: Sendable {
        let status: Int32
        let output: String
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    private func simulate(_ arguments: String...) async throws -> Ended { try await simulate(arguments) }

    /// Runs it with its files in another place, whose name is longer.
    private func simulate(_ arguments: [String]) async throws -> Ended {
        try await TemporaryDirectory.with { directory in
            let place = try directory.directory("in-a-directory-of-its-own")
            return try await Simulation.runOnDedicatedThread {
                let process = Process()
                process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
                    .appending(path: "hearth-simulate")
                process.arguments = arguments + ["--whole"]
                process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": place]) { $1 }
                let pipe = Pipe()
                process.standardOutput = pipe
                try process.run()
                let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                return Ended(status: process.terminationStatus, output: output)
            }
        }
    }
}
