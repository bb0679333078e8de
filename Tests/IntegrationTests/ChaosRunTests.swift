import Chaos
import ChaosHistory
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

/// `hearth chaos` on the real executables.
@Suite(.tags(.integration), .serialized)
struct ChaosRunTests {
    /// A run: what the command said, its report, and where the files are.
    private typealias Run = (outcome: RealCluster.Outcome, report: ChaosReport, directory: String)

    /// How much longer than usual a plan's times become at most.
    private static let longestFactor = 8

    /// Runs a plan, and again with its times doubled as long as the machine is too busy for a run to have shown anything.
    ///
    /// - Parameter plan: the plan with its times multiplied.
    private func run(
        on cluster: RealCluster, seed: UInt64, until hasShown: (ChaosReport) -> Bool, plan: (_ factor: Int) -> String
    ) async throws -> Run {
        var factor = 1
        while true {
            let run = try await run(plan(factor), on: cluster, seed: seed, directory: "report-\(factor)")
            if factor == Self.longestFactor || hasShown(run.report) { return run }
            factor *= 2
        }
    }

    /// Runs a plan.
    private func run(_ plan: String, on cluster: RealCluster, seed: UInt64, directory name: String) async throws -> Run
    {
        let path = try cluster.directory.write(plan, to: "plan.yaml")
        let directory = cluster.directory.path(name)
        let outcome = try await cluster.execute(
            "hearth", ["chaos", "run", path, "--seed", "\(seed)", "--report", directory, "--json"],
            variables: ["HEARTH_SHARDS": cluster.directory.path("shards"), "HEARTH_HOUSEHOLD": "own"])
        let report = try #require(
            try? JSONDecoder().decode(ChaosReport.self, from: Data(outcome.out.utf8)), "\(outcome.out)\(outcome.err)")
        return (outcome, report, directory)
    }

    @Test
    func `a household under kills, hangs, restarts and a restored shard keeps its promises`() async throws {
        try await RealCluster.with { cluster in
            let seed = Seeds.make(1)[0] % 1_000_000
            print("seed \(seed)")
            let (outcome, report, directory) = try await run(
                on: cluster, seed: seed, until: { !$0.hasPassed || Self.isBusy($0) }
            ) { factor in
                """
                duration: \(8 * factor)s
                workload:
                  rates: {guests: 12}
                faults:
                  - every \(2 * factor)s kill catalog,scheduler
                  - at \(2 * factor)s stop reading-list for 1s
                  - at \(4 * factor)s restart profiles
                  - kind: restore
                    targets: [reading-list, playback-state]
                    at: \(6 * factor)s
                    age: 1s-3s
                """
            }
            #expect(outcome.code == 0 && report.hasPassed, "\(report.text)")
            #expect(report.seed == seed && report.command.contains("--seed \(seed)"))
            // It was no idle run: every kind of fault happened, and every service was asked a lot.
            let done = report.faults.filter { $0.fate == .done }
            #expect(Set(done.map(\.fault.kind)) == [.kill, .stop, .restart, .restore], "\(report.text)")
            #expect(done.allSatisfy { $0.unrecovered.isEmpty && !$0.recoveryMilliseconds.isEmpty })
            #expect(Self.isBusy(report) && report.checks.allSatisfy { $0.verdict == .passed }, "\(report.text)")
            #expect(Set(report.checks.map(\.check)) == Set(ChaosCheck.allCases))
            try expectFiles(in: directory, report)
            // Nothing of the one who runs it was touched, whatever was set.
            #expect(!FileManager.default.fileExists(atPath: cluster.data))
            #expect(!FileManager.default.fileExists(atPath: cluster.directory.path("shards")))
        }
    }

    /// Whether every service answered more than a few calls, and every check had something to examine.
    private static func isBusy(_ report: ChaosReport) -> Bool {
        let successes = Dictionary(grouping: report.calls, by: \.service).mapValues {
            $0.reduce(0) { $0 + $1.succeeded }
        }
        return ServiceManifest.all.allSatisfy { successes[$0.name, default: 0] > 5 }
            && report.checks.allSatisfy { $0.examined > 0 }
    }

    /// History, reports and picture are there; the supervisor saw the deaths; and nothing else is left.
    private func expectFiles(in directory: String, _ report: ChaosReport) throws {
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
        }
        let history = try History(jsonLines: try text("history.jsonl"))
        #expect(history.operations.count > 100 && !history.faults.isEmpty)
        #expect(history.operations.contains { $0.phase == .final })
        #expect(try text("report.txt") == report.text)
        #expect(try JSONDecoder().decode(ChaosReport.self, from: Data(try text("report.json").utf8)) == report)
        #expect(try text("timeline.svg").hasPrefix("<svg"))
        #expect(try text("services.log").contains("killed by SIGKILL"))
    }

    /// What loses acknowledged writes of a service.
    enum Sabotage: CaseIterable {
        case loss, rollback

        func fault(_ factor: Int) -> String {
            switch self {
            case .loss: "at \(5 * factor)s lose reading-list"
            case .rollback:
                "{kind: rollback, targets: playback-state, at: \(6 * factor)s, age: \(3 * factor)s}"
            }
        }
    }

    @Test(arguments: Sabotage.allCases)
    func `a broken household is caught: a shard that is deleted, and one that goes back in secret, are lost writes`(
        sabotage: Sabotage
    ) async throws {
        try await RealCluster.with { cluster in
            let (outcome, report, _) = try await run(on: cluster, seed: 1, until: { !$0.hasPassed }) { factor in
                "duration: \(7 * factor)s\nfaults:\n  - \(sabotage.fault(factor))\n"
            }
            #expect(outcome.code == ExitStatus.failure.rawValue && !report.hasPassed)
            #expect(report.faults.map(\.fate) == [.done], "\(report.text)")
            let lost = try #require(report.checks.first { $0.check == .acknowledged })
            #expect(lost.verdict == .failed && lost.violations.contains { $0.kind == "lost" }, "\(report.text)")
            #expect(report.text.contains("Repeat it: hearth chaos run \(cluster.directory.path("plan.yaml")) --seed 1"))
        }
    }

    @Test
    func `a plan that cannot be used is a wrong command line, with the line; the doctor knows this machine`()
        async throws
    {
        try await RealCluster.with { cluster in
            let path = try cluster.directory.write("duration: 5s\nfautls: []\n", to: "bad.yaml")
            let bad = try await cluster.execute("hearth", ["chaos", "run", path])
            #expect(bad.code == ExitStatus.usage.rawValue && bad.err.contains("line 2: \"fautls\" is no key of a plan"))
            let doctor = try await cluster.execute("hearth", ["chaos", "doctor", "--json"])
            let findings = try doctor.out.split(separator: "\n").map {
                try JSONDecoder().decode(ChaosDoctor.Finding.self, from: Data($0.utf8))
            }
            #expect(doctor.code == 0 && findings.contains { $0.name == "signals" && $0.isThere })
            #expect(findings.contains { $0.name == "executables" && $0.isThere }, "\(doctor.out)")
            let plans = try await cluster.execute("hearth", ["chaos", "plans"])
            #expect(ChaosPlan.shipped.allSatisfy { plans.out.contains("\n\($0.name) ") }, "\(plans.out)")
        }
    }
}
