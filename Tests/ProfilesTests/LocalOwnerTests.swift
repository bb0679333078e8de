import Access
import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import ServiceKit
import TestSupport
import Testing

/// The owner of the box signs in.
struct LocalOwnerTests {
    @Test(arguments: TestTransport.allCases)
    func `a new household has an adult and a kids profile, made once`(transport: TestTransport) async throws {
        try await ServiceHarness.with(ProfilesService.self, transport) { harness in
            let first = try await harness.signIn()
            #expect(first.household == "home")
            #expect(first.role == .owner)
            #expect(first.policy == .everything)
            #expect(first.profile.name == "Adult")
            #expect(first.expires > first.renewAfter)
            let profiles = try await harness.client(with: first)
            let list = try await profiles.send(Profiles.ListProfiles())
            #expect(list.profiles.map(\.name) == ["Adult", "Kids"])
            #expect(list.profiles.map(\.kind) == [.adult, .kids])
            #expect(list.limit == 10)
            try await harness.restart()
            #expect(try await harness.signIn().profile == first.profile)
            #expect(try await harness.profiles().send(Profiles.ListProfiles()) == list)
        }
    }

    @Test func `owners who ask at the same moment get the same household`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let sessions = try await withThrowingTaskGroup(of: Session.self) { group in
                for _ in 0..<20 { group.addTask { try await harness.signIn(household: "home") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(sessions.map(\.profile)).count == 1)
            let list = try await harness.profiles(household: "home").send(Profiles.ListProfiles())
            #expect(list.profiles.count == 2)
        }
    }

    @Test func `at the very first start a mistyped name makes no household`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let request = Profiles.LocalOwner(proof: try harness.ownerKey(), household: "hom")
            let error = try await harness.anonymous().failure(of: request)
            #expect(error?.code == .notFound)
            #expect(error?.detail(HouseholdProblem.self)?.code == .unknownHousehold)
            #expect(harness.shards?.households() == [])
            #expect(try await harness.signIn().household == "home")
        }
    }

    @Test func `acting as a kids profile gives a kids profile's rights`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let kids = try await harness.signIn(as: "kids")
            #expect(kids.role == .child)
            #expect(kids.policy == .kids(seesUnrated: true))
            #expect(kids.profile.kind == .kids)
            let byID = try await harness.signIn(as: kids.profile.id)
            #expect(byID.profile == kids.profile)
            let unknown = Profiles.LocalOwner(proof: try harness.ownerKey(), profile: "Stranger")
            let error = try await harness.anonymous().failure(of: unknown)
            #expect(error?.code == .notFound)
            #expect(error?.problem == .unknownProfile)
        }
    }

    @Test func `a wrong proof tells nothing and makes nothing`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let client = try await harness.anonymous()
            var wrong = try harness.ownerKey()
            wrong[31] ^= 1
            for proof in [Data(), Data(repeating: 0, count: 32), wrong] {
                let error = await client.failure(of: Profiles.LocalOwner(proof: proof))
                #expect(error?.code == .unauthenticated)
                #expect(error?.problem == .wrongOwnerKey)
            }
            #expect(harness.shards?.households() == [])
        }
    }

    @Test func `a household's name that cannot be is refused by its field`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let client = try await harness.anonymous()
            for name in ["", "Home", "../etc", "a b", "keys", String(repeating: "a", count: 41)] {
                let request = Profiles.LocalOwner(proof: try harness.ownerKey(), household: name)
                let error = await client.failure(of: request)
                #expect(error?.code == .invalidArgument, "\(name)")
                #expect(error?.field == "household", "\(name)")
            }
            #expect(harness.shards?.households() == [])
        }
    }

    @Test func `published keys verify the tokens`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.signIn()
            let catalog = try await harness.profiles(of: .service("catalog"))
            let published = try await catalog.send(Profiles.GetKeys()).keys
            let keys = try published.map { key in
                try PublicKey(bytes: [UInt8](key.key), authority: key.service.map { .service($0) } ?? .people)
            }
            #expect(keys.map(\.id) == published.map(\.id))
            let verifier = TokenVerifier(keys: keys, runtime: harness.runtime)
            let claims = try await verifier.verify(AccessToken(session.token)).claims
            #expect(claims.profile == session.profile.id)
            #expect(claims.member == session.profile.member)
            #expect(claims.plan == "premium")
        }
    }

    @Test func `every shard is durable`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            _ = try await harness.signIn()
            let shards = try #require(harness.shards).openShards
            #expect(shards.count == 1)
            for (_, shard) in shards { #expect(try await shard.synchronousLevel() == ShardDurability.full) }
        }
    }
}
