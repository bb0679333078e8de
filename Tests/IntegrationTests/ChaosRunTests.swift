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
    /// Runs a plan, and returns what the command said and its report.
    private func run(
        _ plan: String, on cluster: RealCluster, seed: UInt64
    ) async throws -> (outcome: RealCluster.Outcome, report: ChaosReport, directory: String) {
        let path = try cluster.directory.write(plan, to: "plan.yaml")
        let directory = cluster.directory.path("report")
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
                """
                duration: 8s
                workload:
                  rates: {guests: 12}
                faults:
                  - every 2s kill catalog,scheduler
                  - at 2s stop reading-list for 1s
                  - at 4s restart profiles
                  - kind: restore
                    targets: [reading-list, playback-state]
                    at: 6s
                    age: 1s-3s
                """, on: cluster, seed: seed)
            #expect(outcome.code == 0 && report.hasPassed, "\(report.text)")
            #expect(report.seed == seed && report.command.contains("--seed \(seed)"))
            // It was no idle run: every kind of fault happened, and every service was asked a lot.
            let done = report.faults.filter { $0.fate == .done }
            #expect(Set(done.map(\.fault.kind)) == [.kill, .stop, .restart, .restore], "\(report.text)")
            #expect(done.allSatisfy { $0.unrecovered.isEmpty && !$0.recoveryMilliseconds.isEmpty })
            let requested = Dictionary(grouping: report.calls, by: \.service).mapValues {
                $0.reduce(0) { $0 + $1.succeeded }
            }
            for service in ServiceManifest.all.map(\.name) {
                #expect(requested[service, default: 0] > 5, "\(service)")
            }
            #expect(report.checks.allSatisfy { $0.verdict == .passed && $0.examined > 0 }, "\(report.text)")
            #expect(Set(report.checks.map(\.check)) == Set(ChaosCheck.allCases))
            try expectFiles(in: directory, report)
            // Nothing of the one who runs it was touched, whatever was set.
            #expect(!FileManager.default.fileExists(atPath: cluster.data))
            #expect(!FileManager.default.fileExists(atPath: cluster.directory.path("shards")))
        }
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

    @Test(arguments: ["at 5s lose reading-list", "{kind: rollback, targets: playback-state, at: 6s, age: 3s}"])
    func `a broken household is caught: a shard that is deleted, and one that goes back in secret, are lost writes`(
        sabotage: String
    ) async throws {
        try await RealCluster.with { cluster in
            let (outcome, report, _) = try await run(
                "duration: 7s\nfaults:\n  - \(sabotage)\n", on: cluster, seed: 1)
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
