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

    @Test func `what differs between processes alone is seen from another one`() async throws {
        let plan = SimulationPlan(seed: 7, size: .small, about: [.favourites])
        let outcome = try await Simulation.runOnDedicatedThread {
            try plan.repeating(plan.run(defects: [.takesHashOrder]), defects: [.takesHashOrder])
        }
        #expect(outcome.violations == [], "in one process both runs are the same")
        let there = try await simulate(Self.small + ["--defects", Defect.takesHashOrder.rawValue])
        #expect(there.lines.contains { $0.hasPrefix("trace ") } && !there.lines.contains(outcome.fingerprint))
    }

    @Test func `a run with jobs of other threads is a failure`() async throws {
        let good = try await simulate(Self.small)
        #expect(good.status == 0, "\(good.output)")
        for arguments in [Self.small, Self.small + ["--seeds", "1"]] {
            let bad = try await simulate(arguments + ["--defects", Defect.leavesThread.rawValue])
            #expect(bad.status == 1)
            #expect(bad.lines.contains { $0.contains("own-thread foreign-jobs") }, "\(bad.output)")
        }
    }

    @Test func `a run that does not repeat is a failure, of one seed and of many`() async throws {
        let planted = Self.small + ["--defects", Defect.takesRealChance.rawValue]
        #expect(try await simulate(planted).status == 0, "nobody has asked")
        #expect(try await simulate(Self.small + ["--twice"]).status == 0)
        for arguments in [planted + ["--twice"], planted + ["--twice", "--seeds", "1"]] {
            let bad = try await simulate(arguments)
            #expect(bad.status == 1)
            #expect(bad.lines.contains { $0.contains("repeats differs") }, "\(bad.output)")
        }
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
