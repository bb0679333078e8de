import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import ServiceKit
import TestSupport
import Testing

/// A household is founded at the first start or on purpose, and never because its data are missing.
struct HouseholdCreationTests {
    private func create(_ name: String, _ harness: ServiceHarness) async throws -> RPCError? {
        await (try await harness.anonymous()).failure(
            of: Profiles.CreateHousehold(proof: try harness.ownerKey(), household: name))
    }

    private func signInError(_ name: String, _ harness: ServiceHarness) async throws -> RPCError? {
        await (try await harness.anonymous()).failure(
            of: Profiles.LocalOwner(proof: try harness.ownerKey(), household: name))
    }

    @Test func `beside another household one is founded on purpose alone`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            _ = try await harness.signIn()
            let error = try await signInError("mill", harness)
            #expect(error?.code == .notFound)
            #expect(error?.executed == .no)
            #expect(error?.message.contains("hearth household create mill") == true)
            #expect(error?.detail(HouseholdProblem.self)?.code == .unknownHousehold)
            #expect(harness.shards?.households() == ["home"])
            #expect(try await create("mill", harness) == nil)
            #expect(try await harness.signIn(household: "mill").household == "mill")
            let again = try await create("mill", harness)
            #expect(again?.code == .alreadyExists)
            #expect(again?.detail(HouseholdProblem.self)?.code == .householdExists)
            let list = try await harness.profiles(household: "mill").send(Profiles.ListProfiles())
            #expect(list.profiles.count == 2)
        }
    }

    @Test func `a wrong proof or name founds nothing`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let client = try await harness.anonymous()
            let wrong = Profiles.CreateHousehold(proof: Data(repeating: 1, count: 32), household: "mill")
            #expect(await client.failure(of: wrong)?.code == .unauthenticated)
            let unnamed = Profiles.CreateHousehold(proof: try harness.ownerKey(), household: "../mill")
            #expect(await client.failure(of: unnamed)?.field == "household")
            #expect(harness.shards?.households() == [])
        }
    }

    @Test func `tokens say which household they are of`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.signIn()
            let payload = session.token.split(separator: ".")[1]
            let padded = payload.replacing("-", with: "+").replacing("_", with: "/")
            let data = Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
            let claims = try JSONSerialization.jsonObject(with: #require(data)) as? [String: Any]
            let identity = claims?["identity"] as? String
            #expect(identity == harness.shards?.identity(of: "home")?.text)
            #expect(identity?.count == 32)
        }
    }

    /// What happens to profiles' shard while it is down.
    enum Loss: CaseIterable { case deleted, emptied, deletedWithItsNote }

    @Test(arguments: Loss.allCases) func `a lost shard founds no new household`(loss: Loss) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.signIn()
            await harness.stop()
            let folder = harness.dataDirectory + "/home"
            let shard = folder + "/profiles.sqlite"
            switch loss {
            case .deleted: try FileManager.default.removeItem(atPath: shard)
            case .emptied: try Data().write(to: URL(filePath: shard))
            case .deletedWithItsNote:
                for name in ["profiles.sqlite", "profiles.sqlite.opening", "profiles.sqlite.ballast", "profiles.shard"]
                {
                    try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
                }
            }
            try await harness.start()
            for error in [try await signInError("home", harness), try await create("home", harness)] {
                #expect(error?.code == .failedPrecondition)
                #expect(error?.executed == .no)
                #expect(error?.detail(HouseholdProblem.self)?.code == .shardMissing)
                #expect(error?.message.contains("profiles.sqlite") == true)
            }
            // A caller with a token is told the same, and not to sign in again.
            let client = try await harness.client(with: session)
            #expect(await client.failure(of: Profiles.ListProfiles())?.code == .failedPrecondition)
            #expect(try await comes(on: harness.runtime) { harness.health?.overall == .degraded })
            #expect(harness.shards?.openShards.isEmpty == true)
            let left = FileManager.default.contents(atPath: shard)
            #expect(left == (loss == .emptied ? Data() : nil))
        }
    }

    @Test func `a folder that is lost as a whole is a first start, and another household`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.signIn()
            let before = harness.shards?.identity(of: "home")
            await harness.stop()
            try FileManager.default.removeItem(atPath: harness.dataDirectory + "/home")
            try await harness.start()
            _ = try await harness.signIn()
            #expect(harness.shards?.identity(of: "home") != before)
            // A token from before is another household's now.
            let error = await (try await harness.client(with: session)).failure(of: Profiles.ListProfiles())
            #expect(error?.detail(HouseholdProblem.self)?.code == .otherHousehold)
        }
    }
}
