import Foundation
import TestSupport
import Testing

@Suite(.tags(.integration), .serialized)
struct SetupTests {
    @Test
    func `a household is set up from nothing, and a second run changes nothing`() async throws {
        try await RealCluster.with { cluster in
            let playlist = try SharedData.checkout().appending(path: "examples-data/demo/channels.m3u").path
            let key = try cluster.directory.write("canary-key", to: "given")
            let first = try await cluster.hearth(
                "setup", "--unattended", "--time-zone", "Europe/Berlin", "--adult", "Kim", "--kid", "Noa", "--list",
                playlist, "--tmdb-key-file", key)
            #expect(first.code == 0, "\(first)")
            #expect(first.out.contains("Hearth is up") && first.out.contains("Next:"))
            #expect(!(first.out + first.err).contains("canary"))
            let source = try await cluster.hearth(
                "call", "hearth.metadata.v1.MetadataGateway/GetSourceStatus", "--json")
            #expect(source.out.contains("\"hasKey\":true"), "\(source)")
            #expect(!(try await cluster.hearth("status").out.contains("no TMDB key")))
            #expect(try await cluster.hearth("search", "harbour", "--json").json()["total"] as? Int == 3)
            let second = try await cluster.hearth(
                "setup", "--unattended", "--time-zone", "Europe/Berlin", "--adult", "Kim", "--kid", "Noa",
                "--tmdb-key-file", key)
            #expect(second.code == 0 && second.out.contains("Nothing was changed."), "\(second)")
            let doctor = try await cluster.hearth("doctor", "--json").json()
            let findings = doctor["findings"] as? [[String: Any]] ?? []
            let wrong = findings.filter { $0["state"] as? String == "wrong" && $0["check"] as? String != "disk" }
            #expect(wrong.isEmpty && findings.count > 20, "\(wrong)")
        }
    }
}
