import Foundation
import GRDB
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

/// A household is deleted while services that keep its data are down, and others die: nothing of it is left anywhere.
@Suite(.tags(.integration), .serialized)
struct HouseholdErasureTests {
    private static let profiles = "profiles"
    /// All that have a shard of the household, apart from profiles.
    private static let followers = DeletionFixture.listeners + ["metadata-gateway"]
    /// Which service is down while the others erase: each in its turn with `HEARTH_KILLS`.
    private static let absences =
        ProcessInfo.processInfo.environment["HEARTH_KILLS"] == nil ? ["playback-state"] : followers

    @Test
    func `is gone from a service that was down, and from all of them, each of which has died at every step`()
        async throws
    {
        try await RealCluster.with { cluster in
            let fixture = try DeletionFixture(cluster: cluster)
            defer { fixture.end() }
            let chaos = try cluster.directory.directory("chaos")
            for absent in Self.absences {
                let drill = ErasureDrill(cluster: cluster, fixture: fixture, chaos: chaos)
                try await drill.up([Self.profiles] + Self.followers)
                try await drill.delete()
                // Of downloads it is the folder, which goes with the shard.
                for service in [Self.profiles, "catalog", "playback-state", "reading-list", "scheduler"] {
                    #expect(try drill.hasCanary(service), "nothing to be found in \(service): no test")
                }
                try drill.letDaysPass()

                // Profiles dies around the erasure and while it tells of it, the others while they hear of it and erase.
                let present = Self.followers.filter { $0 != absent }
                drill.arm(Self.profiles, [.eventWritten, .eventCommitted, .eventSending, .eventSent])
                drill.arm(Self.profiles, [.logWritingBack, .logWrittenBack])
                for service in present { drill.arm(service, [.eventReceived], ErasureFailPoint.allCases) }
                try await drill.up([Self.profiles] + present)
                try await drill.waitUntilErased(present)
                #expect(drill.unreached == [], "a step that was not reached")
                #expect(FileManager.default.fileExists(atPath: fixture.file(of: absent)))
                _ = try await cluster.hearth("down")
                #expect(try !drill.hasCanary(Self.profiles))

                drill.arm(absent, [.eventReceived], ErasureFailPoint.allCases)
                try await drill.up([Self.profiles] + Self.followers)
                try await drill.waitUntilErased(Self.followers)
                #expect(drill.unreached == [])
                #expect(try drill.leaks() == [])

                // The name is free, and what tells of the deleted household goes, too.
                drill.arm(Self.profiles, [], ErasureFailPoint.allCases)
                try await cluster.until("the name is taken again") {
                    _ = try await cluster.hearth("household", "create", "home")
                    return try await cluster.hearth("profile", "list").code == 0
                }
                #expect(drill.unreached == [])
                _ = try await cluster.hearth("down")
                #expect(try drill.leaks() == [])
            }
        }
    }
}

/// One household that is filled, deleted and erased.
private struct ErasureDrill {
    let cluster: RealCluster
    let fixture: DeletionFixture
    /// The directory whose files say where a service is to die.
    let chaos: String

    private static let canaries = [DeletionFixture.canary, DeletionFixture.host]

    func up(_ services: [String]) async throws {
        try await fixture.up(services, variables: ["HEARTH_CHAOS_DIRECTORY": chaos])
    }

    /// Fills the household, deletes it, and stops all services.
    func delete() async throws {
        let path = try cluster.directory.write(
            "#EXTM3U\n#EXTINF:-1,Canary\nhttp://\(DeletionFixture.host)/1.ts\n", to: "canary.m3u")
        let imported = try await cluster.hearth("import", path)
        try #require(imported.code == 0, "\(imported.err)")
        try await fixture.withClients { clients in
            _ = try await fixture.fill(clients)
            _ = try await clients.profiles.send(Profiles.SetHouseholdOptions(name: DeletionFixture.host))
            _ = try await clients.profiles.send(Profiles.DeleteHousehold())
        }
        _ = try await cluster.hearth("down")
    }

    /// Ages the deletion by its days of grace, which only a running profiles counts.
    func letDaysPass() throws {
        let shard = fixture.file(of: "profiles")
        try ShardCopy.checkIntegrity(shard)
        let database = try DatabaseQueue(path: ShardVFS.uri(shard))
        defer { try? database.close() }
        let changed = try database.write { db in
            try db.execute(sql: "UPDATE householdDeletion SET age = 7 * 86400")
            return db.changesCount
        }
        #expect(changed == 1)
    }

    func arm(_ service: String, _ points: [FailPoint], _ erasure: [ErasureFailPoint] = []) {
        let files =
            points.map { FailPoints.file(of: $0, service: service, in: chaos) }
            + erasure.map { FailPoints.file(of: $0, service: service, in: chaos) }
        for file in files { #expect(FileManager.default.createFile(atPath: file, contents: nil)) }
    }

    /// The points at which no service has died yet.
    var unreached: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: chaos)) ?? []).sorted() }

    /// Waits until the services have no file of the household but the mark, and all have died where they should.
    func waitUntilErased(_ services: [String]) async throws {
        let folder = "\(cluster.data)/home"
        try await cluster.until("the household is erased") {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let left = names.filter { name in
                services.contains { name == $0 || name.hasPrefix("\($0).") && name != "\($0).erased" }
            }
            return left.isEmpty && unreached.isEmpty
        }
    }

    /// Whether the raw files of a service's shard hold something of the household.
    func hasCanary(_ service: String) throws -> Bool {
        try ["", "-wal"].contains { suffix in try Self.hasCanary(fixture.file(of: service) + suffix) }
    }

    /// Everything in the data directory that holds something of the household.
    func leaks() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: cluster.data).filter {
            try Self.hasCanary("\(cluster.data)/\($0)")
        }
    }

    private static func hasCanary(_ path: String) throws -> Bool {
        guard let bytes = FileManager.default.contents(atPath: path) else { return false }
        return canaries.contains { bytes.range(of: Data($0.utf8)) != nil }
    }
}
