import Foundation
import ServiceKit
import TestSupport
import Testing

/// `hearth bench` on the real executables.
@Suite(.tags(.integration), .serialized)
struct BenchTests {
    @Test
    func `every figure is there, of work that was done, and nothing is left`() async throws {
        try await RealCluster.with { cluster in
            let temporary = try cluster.directory.directory("tmp")
            let outcome = try await cluster.execute(
                "hearth", ["bench", "--titles", "200", "--seconds", "0.3", "--json"], variables: ["TMPDIR": temporary])
            let report = try outcome.json()
            #expect(outcome.code == 0 && outcome.out.split(separator: "\n").count == 1, "\(outcome.out)\(outcome.err)")
            let figures = try #require(report["figures"] as? [[String: Any]])
            #expect(figures.count == 10, "\(outcome.out)")
            for figure in figures {
                let (half, most) = (figure["p50Microseconds"] as? Int ?? 0, figure["p99Microseconds"] as? Int ?? 0)
                #expect(half > 0 && half <= most && figure["count"] as? Int ?? 0 > 0, "\(figure)")
            }
            #expect(report["titles"] as? Int == 200 && report["memoryBytes"] as? Int ?? 0 > 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
            // Nothing of the one who runs it was touched.
            #expect(!FileManager.default.fileExists(atPath: cluster.data))
        }
    }
}
