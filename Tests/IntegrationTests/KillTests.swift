import Foundation
import TestSupport
import Testing

/// kill -9 of each service under every kind of write, as often as `HEARTH_KILLS` says (three times when it says nothing);
/// with `HEARTH_KILLED` of those services only, each under its own kinds of writes.
@Suite(.tags(.integration), .serialized)
struct KillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 3
    private static let services =
        environment["HEARTH_KILLED"]?.split(separator: ",").map(String.init) ?? KillWorkload.services

    @Test
    func `no acknowledged write is lost or done twice, none that failed has happened, and every call ends`()
        async throws
    {
        try #require(Set(Self.services).isSubset(of: KillWorkload.services), "HEARTH_KILLED names another service")
        try await RealCluster.with { cluster in
            try await cluster.up("--restart-limit", "0", "--restart-wait", "0.1")
            try await HouseholdClients.with(of: cluster) { clients in
                let drill = try await KillWorkload(cluster, clients, services: Self.services)
                try await drill.run(kills: Self.kills)
                let faults = try await drill.faults()
                #expect(faults == [])
                print("\(Self.kills) kills of each of \(Self.services.joined(separator: ", "))\n\(drill.ledger.report)")
            }
        }
    }
}
