import Chaos
import ChaosHistory
import Foundation
import TestSupport
import Testing

/// Faults of the network between real executables.
@Suite(.tags(.integration), .serialized)
struct ChaosNetworkTests {
    private static let plan = """
        duration: 9s
        services: [profiles, catalog, reading-list]
        faults:
          - at 1s delay for 2s
          - at 2s cut profiles
          - at 3s throttle catalog for 2s
          - at 4s partition reading-list for 3s
          - at 6s starve catalog for 1s
          - {kind: partition, targets: profiles, at: 5s, for: 2s, ways: responses}
        limits:
          call: 1s
        """

    /// A fault is recorded somewhat before it begins and after it ends; in nanoseconds.
    private static let margin: Int64 = 200_000_000

    @Test
    func `a household on a bad network keeps its promises, and calls of a cut-off service end by their deadlines`()
        async throws
    {
        try await RealCluster.with { cluster in
            let path = try cluster.directory.write(Self.plan, to: "plan.yaml")
            let directory = cluster.directory.path("report")
            let outcome = try await cluster.execute(
                "hearth", ["chaos", "run", path, "--seed", "3", "--report", directory, "--json"])
            let report = try #require(
                try? JSONDecoder().decode(ChaosReport.self, from: Data(outcome.out.utf8)),
                "\(outcome.out)\(outcome.err)"
            )
            #expect(outcome.code == 0 && report.hasPassed, "\(report.text)")
            #expect(report.faults.map(\.fate) == Array(repeating: .done, count: 6), "\(report.text)")
            #expect(report.faults.allSatisfy { $0.unrecovered.isEmpty }, "\(report.text)")
            #expect(report.faults[1].note?.hasSuffix(" reset") == true, "\(report.text)")
            let text = try String(contentsOfFile: "\(directory)/history.jsonl", encoding: .utf8)
            let history = try History(jsonLines: text)
            let partition = try #require(
                history.faults.first { $0.kind == "partition" && $0.target == "reading-list" })
            let end = try #require(partition.end)
            let (first, last) = (partition.begin.nanoseconds + Self.margin, end.nanoseconds - Self.margin)
            let meanwhile = history.operations.filter {
                $0.service == "reading-list" && $0.invoked.nanoseconds > first
                    && ($0.ended.map { $0.nanoseconds < last } ?? false)
            }
            #expect(!meanwhile.isEmpty && meanwhile.allSatisfy { $0.outcome.observation == nil }, "\(report.text)")
        }
    }
}
