import Foundation
import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import ProfilesService

/// A household that is deleted as a whole revokes at Apple what its members had authorized.
struct AppleErasureTests {
    private static let token = "r.canary-of-apple"

    /// Apple's endpoint, which can be down.
    private final class Apple: Sendable {
        let state = Mutex<(isDown: Bool, revoked: [String])>((true, []))

        var tokens: AppleTokens {
            AppleTokens(
                exchange: { _, _ in throw ProfilesError.appleUnavailable },
                revoke: { token, client in
                    try self.state.withLock { state in
                        guard !state.isDown else { throw ProfilesError.appleUnavailable }
                        state.revoked.append("\(token), \(client)")
                    }
                })
        }

        var revoked: [String] { state.withLock { $0.revoked } }
        func goUp() { state.withLock { $0.isDown = false } }
    }

    /// Links an account of the owner's, and has the days of a deletion pass.
    private func delete(_ harness: ServiceHarness, _ revoker: AppleRevoker) async throws {
        let member = try #require(try await harness.signIn().profile.member)
        let shard = try #require(harness.shards?.openShards["home"])
        try await shard.write { db in
            try AppleTable.put(
                AppleRow(subject: "s", member: member, linked: 0, token: Self.token, client: "org.example.hearth"), db)
        }
        _ = try await harness.profiles().send(Profiles.DeleteHousehold())
        let server = RPCServer(name: "test", version: "1", runtime: harness.runtime)
        let erasure = HouseholdErasure(
            shards: try #require(harness.shards), openStreams: server.openStreams, logger: harness.logs.logger,
            onErased: { revoker.note($0) })
        for seconds in [0, ProfilesLimits.deletionGrace.components.seconds] { await erasure.passOver(after: seconds) }
    }

    private func revoker(_ harness: ServiceHarness, _ apple: Apple) throws -> AppleRevoker {
        AppleRevoker(
            shards: try #require(harness.shards), tokens: apple.tokens, runtime: harness.runtime,
            logger: harness.logs.logger)
    }

    private func hasToken(_ harness: ServiceHarness) throws -> Bool {
        try FileManager.default.subpathsOfDirectory(atPath: harness.dataDirectory).contains { path in
            let bytes = FileManager.default.contents(atPath: "\(harness.dataDirectory)/\(path)") ?? Data()
            return bytes.firstRange(of: Data(Self.token.utf8)) != nil
        }
    }

    @Test func `its links are revoked, also after Apple was down and the service was restarted, and then are gone`()
        async throws
    {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let apple = Apple()
            let first = try revoker(harness, apple)
            try await delete(harness, first)
            await first.passOver()
            #expect(apple.revoked.isEmpty)
            #expect(try hasToken(harness), "kept for as long as it is to be revoked")
            try await harness.restart()
            _ = try await harness.shards?.shard(for: "home")
            apple.goUp()
            let second = try revoker(harness, apple)
            second.note("home")
            await second.passOver()
            #expect(apple.revoked == ["\(Self.token), org.example.hearth"])
            second.note("home")
            await second.passOver()
            #expect(apple.revoked.count == 1, "once")
            #expect(try !hasToken(harness))
            // To callers there is no such household, before and after.
            let signIn = Profiles.LocalOwner(proof: try harness.ownerKey())
            #expect(await (try harness.anonymous()).failure(of: signIn)?.code == .notFound)
        }
    }

    @Test func `a new household of the name takes over what is still to be revoked`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let apple = Apple()
            let revoker = try revoker(harness, apple)
            try await delete(harness, revoker)
            let founding = Profiles.CreateHousehold(proof: try harness.ownerKey(), household: "home")
            _ = try await harness.anonymous().send(founding)
            apple.goUp()
            await revoker.passOver()
            #expect(apple.revoked == ["\(Self.token), org.example.hearth"])
            #expect(try await !harness.profiles().send(Profiles.ListProfiles()).profiles.isEmpty)
        }
    }

    @Test func `a death while the name is taken again loses none of them, wherever it comes`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let apple = Apple()
            try await delete(harness, try revoker(harness, apple))
            let shards = try #require(harness.shards)
            let shard = try await shards.shard(for: "home")
            try await RevocationLegacy("home", in: shards).store(from: shard)
            try await shards.eraseDeleted("home", try #require(shard.identity))
            // The process ends here: neither of the two shards is there.
            try await harness.restart()
            #expect(try hasToken(harness))
            let founding = Profiles.CreateHousehold(proof: try harness.ownerKey(), household: "home")
            _ = try await harness.anonymous().send(founding)
            let legacy = "\(harness.dataDirectory)/home/profiles.legacy"
            #expect(!FileManager.default.fileExists(atPath: legacy))
            // And here: the new household is there, and does not have it yet.
            try Data("[{\"client\": \"late\", \"token\": \"second\"}]".utf8).write(to: URL(filePath: legacy))
            #expect(chmod(legacy, 0o600) == 0)
            try await harness.restart()
            _ = try await harness.shards?.shard(for: "home")
            let server = RPCServer(name: "test", version: "1", runtime: harness.runtime)
            let erasure = HouseholdErasure(
                shards: try #require(harness.shards), openStreams: server.openStreams, logger: harness.logs.logger)
            await erasure.passOver(after: 0)
            #expect(!FileManager.default.fileExists(atPath: legacy))
            apple.goUp()
            let last = try revoker(harness, apple)
            last.note("home")
            await last.passOver()
            #expect(apple.revoked == ["\(Self.token), org.example.hearth", "second, late"])
        }
    }
}
