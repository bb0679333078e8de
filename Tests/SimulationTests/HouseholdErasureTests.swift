import CatalogService
import DownloadsService
import Foundation
import GRDB
import HearthModel
import MetadataGatewayService
import PlaybackStateService
import ProfilesAPI
import RPC
import ReadingListService
import SchedulerService
import ServiceKit
import TestSupport
import Testing

/// A household that was deleted leaves nothing in any service, also one that is down at that moment.
struct HouseholdErasureTests {
    private static let services: [any HearthService.Type] = [
        CatalogService.self, DownloadsService.self, MetadataGatewayService.self, PlaybackStateService.self,
        ReadingListService.self, SchedulerService.self,
    ]
    private static let identity = String(repeating: "a1", count: 16)
    private static let canary = "canary-of-the-household"

    @Test(arguments: services.indices, [false, true])
    func `a service erases all of its data when it learns of it`(number: Int, isDown: Bool) async throws {
        try await Self.run(Self.services[number], isDown: isDown)
    }

    private static func run<S: HearthService>(_ type: S.Type, isDown: Bool) async throws {
        let log = FakeEventLog<ProfilesEvent>()
        try await ServiceHarness.with(S.self) { harness in
            var handlers = RPCHandlers<Profiles>()
            handlers.on(Profiles.FollowEvents.self) { _, writer, call in
                try await log.send(to: writer, after: call.resumeAfter)
            }
            try harness.clients.play("profiles", handlers)
            log.tell(
                ProfilesEvent(
                    snapshot: ProfilesSnapshot(
                        profiles: [],
                        settings: HouseholdSettings(
                            name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true)),
                    mustBeUnderstood: true, identity: identity))
            let shard = try await #require(harness.shards).shard(for: "home")
            let knows = try await comes(on: harness.runtime) { harness.shards?.identity(of: "home")?.text == identity }
            #expect(knows)
            try await shard.write { db in
                try db.execute(sql: "CREATE TABLE canary (text TEXT)")
                try db.execute(sql: "INSERT INTO canary VALUES (?)", arguments: [canary])
            }
            let folder = harness.dataDirectory + "/home"
            for name in [S.name, "\(S.name).uploads", "\(S.name).fetched"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
                try Data(canary.utf8).write(to: URL(filePath: "\(folder)/\(name)/file"))
            }
            #expect(leaks(in: folder).count >= 4)
            let erased = ProfilesEvent(
                mustBeUnderstood: true, identity: identity, householdErased: ErasedHousehold(identity: identity))
            if isDown {
                await harness.stop()
                log.tell(erased)
                try await harness.start()
            } else {
                log.tell(erased)
            }
            let isGone = try await comes(on: harness.runtime) { files(in: folder) == ["\(S.name).erased"] }
            #expect(isGone, "\(files(in: folder))")
            #expect(leaks(in: harness.dataDirectory) == [])
            await #expect(throws: ShardError.unknownHousehold("home")) {
                try await harness.shards?.shard(for: "home")
            }
        }
    }

    private static func files(in directory: String) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    private static func leaks(in directory: String) -> [String] {
        files(in: directory).filter { path in
            let bytes = FileManager.default.contents(atPath: "\(directory)/\(path)") ?? Data()
            return bytes.firstRange(of: Data(canary.utf8)) != nil
        }
    }
}
