import Foundation
import TestSupport
import Testing

/// kill -9 of each service under every kind of write, as often as HEARTH_KILLS says (three times when it says nothing).
@Suite(.tags(.integration), .serialized)
struct KillTests {
    private static let kills = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 3

    @Test
    func `no acknowledged write is lost or done twice, none that failed has happened, and every call ends`()
        async throws
    {
        try await RealCluster.with { cluster in
            try await cluster.up("--restart-limit", "0", "--restart-wait", "0.1")
            try await HouseholdClients.with(of: cluster) { clients in
                let drill = try await KillWorkload(cluster, clients)
                try await drill.run(kills: Self.kills)
                let faults = try await drill.faults()
                #expect(faults == [])
                print("\(Self.kills) kills of each service\n\(drill.ledger.report)")
            }
        }
    }
}
