import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Profiles come, change and go.
struct ProfileTests {
    @Test func `a profile is made once for its key`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let profiles = try await harness.profiles()
            let options = CallOptions(
                token: profiles.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            let made = try await profiles.send(
                Profiles.CreateProfile(name: " Grandma ", kind: .adult), options: options)
            #expect(made.name == "Grandma")
            #expect(made.member == nil)
            let again = try await profiles.send(
                Profiles.CreateProfile(name: " Grandma ", kind: .adult), options: options)
            #expect(again == made)
            let other = await profiles.failure(
                of: Profiles.CreateProfile(name: "Grandpa", kind: .adult), options: options)
            #expect(other?.code == .failedPrecondition)
            #expect(
                try await profiles.send(Profiles.ListProfiles()).profiles.map(\.name) == ["Adult", "Kids", "Grandma"])
        }
    }

    @Test func `who begins to follow is told who was deleted`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let profiles = try await harness.profiles()
            var deleted: [String] = []
            for name in ["Grandma", "Grandpa"] {
                let made = try await profiles.send(Profiles.CreateProfile(name: name, kind: .adult))
                _ = try await profiles.send(Profiles.DeleteProfile(profile: made.id))
                deleted.append(made.id)
            }
            let follower = try await harness.profiles(of: .service("reading-list"))
            let snapshot = try #require(try await follower.stream(Profiles.FollowEvents()).next()?.item.snapshot)
            #expect(Set(snapshot.deleted ?? []) == Set(deleted))
            #expect(!snapshot.profiles.contains { deleted.contains($0) })
            // Also of those who have nothing with a reader yet.
            #expect(ProfilesEvent(snapshot: snapshot).presence.deleted == Set(deleted))
        }
    }

    @Test func `who begins to follow is told all who were ever deleted, however many`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            _ = try await harness.profiles()
            let shard = try #require(harness.shards?.openShards["home"])
            let count = ProfilesSnapshot.maximumEarlier + ProfilesSnapshot.maximumDeleted + 7
            let ids = (0..<count).map { String(format: "%020x", $0) }
            try await shard.write { db in
                for (time, id) in ids.enumerated() { try ProfileTable.delete(id, at: Int64(time), db) }
            }
            var deleted: Set<String> = []
            let follower = try await harness.profiles(of: .service("reading-list"))
            for try await event in try await follower.stream(Profiles.FollowEvents()) {
                deleted.formUnion(event.presence.deleted)
                // The list of all profiles is the last: what it leaves out is then known to be deleted, or is not.
                if event.snapshot != nil { break }
            }
            #expect(deleted == Set(ids))
        }
    }

    @Test func `a profile that only others know is listed again, or deleted for good`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let profiles = try await harness.profiles()
            let (lost, gone) = ("0123456789abcdef0123", "fedcba98765432100000")
            let kept = try await profiles.send(Profiles.RestoreProfile(profile: lost, name: "Kim"))
            #expect(kept.id == lost)
            #expect(kept.kind == .kids)
            #expect(try await profiles.send(Profiles.ListProfiles()).profiles.contains { $0.id == lost })
            let again = await profiles.failure(of: Profiles.RestoreProfile(profile: lost, name: "Kim 2"))
            #expect(again?.problem == .profileListed)
            #expect(again?.code == .alreadyExists)
            // Unknown ids are mistakes, unless the owner says otherwise.
            #expect(await profiles.failure(of: Profiles.DeleteProfile(profile: gone))?.problem == .unknownProfile)
            let adult = try await harness.profiles(of: .adult)
            let byAdult = await adult.failure(of: Profiles.DeleteProfile(profile: gone, alsoUnlisted: true))
            #expect(byAdult?.problem == .unknownProfile)
            let noID = Profiles.DeleteProfile(profile: "Kim's", alsoUnlisted: true)
            #expect(await profiles.failure(of: noID)?.problem == .unknownProfile)
            _ = try await profiles.send(Profiles.DeleteProfile(profile: gone, alsoUnlisted: true))
            let deleted = await profiles.failure(of: Profiles.RestoreProfile(profile: gone, name: "Gone"))
            #expect(deleted?.problem == .profileDeleted)
            let follower = try await harness.profiles(of: .service("reading-list"))
            let snapshot = try #require(try await follower.stream(Profiles.FollowEvents()).next()?.item.snapshot)
            #expect(snapshot.deleted == [gone])
        }
    }

    @Test(arguments: [
        "", "0123456789ABCDEF0123", "0123456789abcdef012", "0123456789abcdef01234", "../../../../../../x",
    ])
    func `what is no id is not restored`(id: String) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let profiles = try await harness.profiles()
            #expect(await profiles.failure(of: Profiles.RestoreProfile(profile: id, name: "Kim"))?.field == "profile")
            let kind = Profiles.RestoreProfile(
                profile: "0123456789abcdef0123", name: "Kim", kind: ProfileKind(rawValue: "guest"))
            #expect(await profiles.failure(of: kind)?.field == "kind")
        }
    }

    @Test func `no two names are alike, whatever their case`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let profiles = try await harness.profiles()
            for name in ["kids", "KIDS", " Kids "] {
                let error = await profiles.failure(of: Profiles.CreateProfile(name: name, kind: .kids))
                #expect(error?.code == .alreadyExists)
                #expect(error?.problem == .nameTaken)
            }
            let kids = try await harness.signIn(as: "Kids").profile
            let error = await profiles.failure(of: Profiles.RenameProfile(profile: kids.id, name: "ADULT"))
            #expect(error?.problem == .nameTaken)
            // Its own name in another case is no other's.
            let renamed = try await profiles.send(Profiles.RenameProfile(profile: kids.id, name: "KIDS"))
            #expect(renamed.name == "KIDS")
            #expect(renamed.id == kids.id)
        }
    }

    @Test func `a name that cannot be is refused by its field`() async throws {
        let names = [
            "", "   ", "a\nb", "a\u{0}b", "\u{202E}nimdA", String(repeating: "x", count: 81),
            String(repeating: "👨‍👩‍👧‍👦", count: 40),
        ]
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.signIn()
            let profiles = try await harness.client(with: session)
            for name in names {
                let created = await profiles.failure(of: Profiles.CreateProfile(name: name, kind: .adult))
                #expect(created?.code == .invalidArgument)
                #expect(created?.field == "name")
                let rename = Profiles.RenameProfile(profile: session.profile.id, name: name)
                #expect(await profiles.failure(of: rename)?.field == "name")
            }
        }
    }

    @Test func `names are written as people write them`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let profiles = try await harness.profiles()
            for name in ["Zoë", "李小龙", "O'Neil-Smith", "👩‍🚀", String(repeating: "x", count: 80)] {
                #expect(try await profiles.send(Profiles.CreateProfile(name: name, kind: .adult)).name == name)
                #expect(try await harness.signIn(as: name).profile.name == name)
            }
        }
    }

    @Test func `the eleventh profile is refused, and an unknown kind`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let profiles = try await harness.profiles()
            for number in 3...10 {
                _ = try await profiles.send(Profiles.CreateProfile(name: "Guest \(number)", kind: .adult))
            }
            let error = await profiles.failure(of: Profiles.CreateProfile(name: "Guest 11", kind: .adult))
            #expect(error?.code == .resourceExhausted)
            #expect(error?.problem == .profileLimitReached)
            #expect(try await profiles.send(Profiles.ListProfiles()).profiles.count == 10)
            let kind = await profiles.failure(
                of: Profiles.CreateProfile(name: "Guest", kind: ProfileKind(rawValue: "dog")))
            #expect(kind?.field == "kind")
        }
    }

    @Test func `what is deleted stays deleted, with all that it had`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let guest = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            let acting = try await harness.profiles(as: "Guest")
            _ = try await acting.send(Profiles.AddFavourite(content: "tmdb:movie:348"))
            _ = try await owner.send(Profiles.DeleteProfile(profile: guest.id))
            // The token still holds, but its profile is gone.
            let gone = await acting.failure(of: Profiles.ListFavourites())
            #expect(gone?.code == .unauthenticated)
            #expect(gone?.problem == .profileGone)
            _ = try await owner.send(Profiles.DeleteProfile(profile: guest.id))
            let unknown = await owner.failure(of: Profiles.DeleteProfile(profile: "stranger"))
            #expect(unknown?.problem == .unknownProfile)
            // A new one of the same name is another profile.
            let next = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            #expect(next.id != guest.id)
            #expect(try await harness.profiles(as: "Guest").send(Profiles.ListFavourites()).total == 0)
        }
    }

    @Test func `the owner's own profile stays`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.signIn()
            let owner = try await harness.client(with: session)
            let error = await owner.failure(of: Profiles.DeleteProfile(profile: session.profile.id))
            #expect(error?.code == .failedPrecondition)
            #expect(error?.problem == .profileNeeded)
        }
    }

    @Test func `an adult changes kids and guests, and no other adult's profile`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let own = try await harness.signIn().profile
            _ = try await harness.profiles().send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            let session = try await harness.signIn(as: "Guest")
            #expect(session.role == .adult)
            let guest = try await harness.client(with: session)
            let kids = try await harness.signIn(as: "Kids").profile
            _ = try await guest.send(Profiles.RenameProfile(profile: kids.id, name: "The kids"))
            // The token names the owner as its member, so the owner's own profile is the caller's.
            _ = try await guest.send(Profiles.RenameProfile(profile: own.id, name: "Mum"))
            let other = try await harness.profiles(
                of: TestCaller(member: "other", profile: kids.id, role: .adult, policy: .everything))
            let error = await other.failure(of: Profiles.RenameProfile(profile: own.id, name: "Dad"))
            #expect(error?.problem == .notYours)
        }
    }
}
