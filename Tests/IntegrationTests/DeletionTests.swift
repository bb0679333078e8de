import Foundation
import ServiceKit
import TestSupport
import Testing

/// A profile is deleted while those who keep things of it are down: nothing of it is left anywhere.
@Suite(.tags(.integration), .serialized)
struct DeletionTests {
    /// How often each service is killed while the deletion arrives; `HEARTH_KILLS` asks for more.
    private static var kills: Int { ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap(Int.init) ?? 3 }

    @Test
    func `is gone from services that were down, were killed, or come back from an older copy`() async throws {
        try await RealCluster.with { cluster in
            let fixture = try DeletionFixture(cluster: cluster)
            defer { fixture.end() }
            try await fixture.up()
            let visitor = try await fixture.withClients { try await fixture.fill($0) }
            _ = try await cluster.hearth("down")
            let shard = URL(fileURLWithPath: fixture.file(of: "playback-state"))
            let old = try Data(contentsOf: shard)
            for service in DeletionFixture.followers {
                #expect(try fixture.traces(of: visitor, in: service), "nothing to be found: no test")
            }

            try await fixture.up(["profiles"])
            try await fixture.withClients { try await fixture.delete(visitor, $0) }
            _ = try await cluster.hearth("down")

            try await fixture.up()
            for round in 0..<Self.kills {
                for service in ["profiles"] + DeletionFixture.followers where (round + service.utf8.count) % 2 == 0 {
                    try await cluster.killAndWait(service)
                }
            }
            try await fixture.withClients { try await fixture.waitUntilGone(visitor, $0) }
            _ = try await cluster.hearth("down")
            for service in DeletionFixture.followers {
                #expect(try !fixture.traces(of: visitor, in: service), "\(service)")
            }

            // The copy was made when the profile was there.
            try old.write(to: shard)
            #expect(try fixture.traces(of: visitor, in: "playback-state"))
            try await fixture.up()
            try await fixture.withClients { try await fixture.waitUntilGone(visitor, $0) }
            _ = try await cluster.hearth("down")
            #expect(try !fixture.traces(of: visitor, in: "playback-state"), "the restored shard")
        }
    }

    /// A death: this service, at this point.
    private struct CrashAt: Hashable { let service: String, point: FailPoint }

    /// What the deletion passes, on either side.
    private static let telling: [FailPoint] = [.eventWritten, .eventCommitted, .eventSending, .eventSent]
    private static let hearing: [FailPoint] = [.eventReceived, .eventApplied, .cursorMoved, .eventTaken]
    private static let erasing: [FailPoint] = [.logWritingBack, .logWrittenBack]

    @Test
    func `is gone whichever step of its deletion any of them dies at`() async throws {
        let tried = Set(Self.telling + Self.hearing + Self.erasing)
        #expect(tried == Set(FailPoint.allCases), "a point that is not tried")
        try await RealCluster.with { cluster in
            let fixture = try DeletionFixture(cluster: cluster)
            defer { fixture.end() }
            let chaos = try cluster.directory.directory("chaos")
            try await fixture.up(variables: ["HEARTH_CHAOS_DIRECTORY": chaos])
            var visitors: [DeletionFixture.Visitor] = []
            // One after the other, then all of them in one deletion.
            for (telling, hearing) in zip(Self.telling, Self.hearing) {
                let publisher = CrashAt(service: "profiles", point: telling)
                let followers = DeletionFixture.followers.map { CrashAt(service: $0, point: hearing) }
                for deaths in [[publisher], followers, [publisher] + followers] {
                    visitors.append(try await delete(fixture, chaos, dying: deaths))
                }
            }
            // What was deleted is overwritten when the log is written back, at the latest at the end.
            let services = ["profiles"] + DeletionFixture.followers
            for point in Self.erasing {
                arm(services.map { CrashAt(service: $0, point: point) }, chaos)
                _ = try await cluster.hearth("down")
                #expect(try FileManager.default.contentsOfDirectory(atPath: chaos) == [], "\(point) was not reached")
                try await fixture.up(variables: ["HEARTH_CHAOS_DIRECTORY": chaos])
            }
            _ = try await cluster.hearth("down")
            for visitor in visitors {
                for service in DeletionFixture.followers {
                    #expect(try !fixture.traces(of: visitor, in: service), "\(service)")
                }
            }
        }
    }

    /// Deletes a profile while services die of it.
    private func delete(
        _ fixture: DeletionFixture, _ chaos: String, dying deaths: [CrashAt]
    ) async throws -> DeletionFixture.Visitor {
        try await fixture.withClients { clients in
            let visitor = try await fixture.fill(clients)
            let before = try deaths.map { try fixture.cluster.process(of: $0.service) }
            arm(deaths, chaos)
            try await fixture.delete(visitor, clients)
            try await fixture.waitUntilGone(visitor, clients)
            for (death, process) in zip(deaths, before) {
                try await fixture.cluster.waitForSuccessor(of: process, death.service)
            }
            try await fixture.waitUntilGone(visitor, clients)
            return visitor
        }
    }

    private func arm(_ deaths: [CrashAt], _ chaos: String) {
        for death in deaths {
            let path = FailPoints.file(of: death.point, service: death.service, in: chaos)
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
        }
    }
}
