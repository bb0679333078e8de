import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// The PINs of profiles: when they are asked for, and by whose leave they are set.
struct ProfilePINTests {
    private static let rows = [
        ProfileRow(id: "olga", name: "Olga", kind: .adult, hidesAdult: false, member: "o", created: 0),
        ProfileRow(id: "gran", name: "Gran", kind: .adult, hidesAdult: false, member: nil, created: 0),
        ProfileRow(id: "kim", name: "Kim", kind: .kids, hidesAdult: false, member: nil, created: 0),
        ProfileRow(id: "tim", name: "Tim", kind: .kids, hidesAdult: false, member: nil, created: 0),
        ProfileRow(
            id: "new", name: "New", kind: ProfileKind(rawValue: "teen"), hidesAdult: false, member: nil, created: 0),
    ]

    /// The PIN that is asked for, in a household where Gran has one of her own.
    private static func asked(from: String?, role: Role = .adult, to: String, household: Bool) throws -> PINSubject? {
        let profiles = rows.map { row in
            var row = row
            row.hasPIN = row.id == "gran"
            return row
        }
        let state = HouseholdState(
            household: HouseholdRow(
                name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true, plan: .premium,
                created: 0), members: [], profiles: profiles, hasPIN: household)
        let viewer = Viewer(
            household: "home", subject: "o", profile: from, role: role, policy: .everything)
        return PINRules.asked(toEnter: try #require(state.profile(to)), by: viewer, in: state)
    }

    @Test func `a PIN is asked for to enter an adult profile, and to leave a kids one`() throws {
        let ids = ["olga", "gran", "kim", "tim", "new"]
        let kids: Set = ["kim", "tim", "new"]
        for from in ids {
            for to in ids {
                for household in [true, false] {
                    let asked = try Self.asked(from: from, to: to, household: household)
                    let expected: PINSubject? =
                        if from == to {
                            nil
                        } else if to == "gran" {
                            .profile("gran")
                        } else if household, to == "olga" || kids.contains(from) {
                            .household
                        } else {
                            nil
                        }
                    #expect(asked == expected, "\(from) to \(to), \(household)")
                }
            }
        }
        // Of a profile that is gone only the token is left.
        #expect(try Self.asked(from: "gone", role: .child, to: "kim", household: true) == .household)
        #expect(try Self.asked(from: "gone", role: .adult, to: "kim", household: true) == nil)
        #expect(try Self.asked(from: nil, role: .adult, to: "olga", household: true) == .household)
    }

    @Test func `a profile with a PIN of its own is entered with it, and clients know before`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let gran = try await owner.send(Profiles.CreateProfile(name: "Gran", kind: .adult))
            _ = try await owner.send(Profiles.CreateProfile(name: "Tim", kind: .kids))
            let kids = try await harness.profiles(as: "Kids")
            #expect(try await kids.send(Profiles.ListProfiles()).profiles.allSatisfy { $0.asksPIN == nil })
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            _ = try await owner.send(Profiles.SetPIN(pin: "1357", profile: gran.id))

            let none = await owner.failure(of: Profiles.SwitchProfile(profile: "Gran"))
            #expect(none?.problem == .pinRequired && none?.code == .permissionDenied)
            #expect(none?.detail(ProfilesProblem.self)?.profile == gran.id)
            let households = await owner.failure(of: Profiles.SwitchProfile(profile: "Gran", pin: "2468"))
            #expect(households?.problem == .pinWrong)
            #expect(households?.detail(ProfilesProblem.self)?.profile == gran.id)
            let entered = try await owner.send(Profiles.SwitchProfile(profile: "Gran", pin: "1357"))
            #expect(entered.profile.hasPIN == true)
            #expect(try await kids.send(Profiles.SwitchProfile(profile: "Gran", pin: "1357")).profile.id == gran.id)

            let adult = await kids.failure(of: Profiles.SwitchProfile(profile: "Adult", pin: "1357"))
            #expect(adult?.problem == .pinWrong && adult?.detail(ProfilesProblem.self)?.profile == nil)
            #expect(await kids.failure(of: Profiles.SwitchProfile(profile: "Tim"))?.problem == .pinRequired)
            _ = try await kids.send(Profiles.SwitchProfile(profile: "Tim", pin: "2468"))
            _ = try await owner.send(Profiles.SwitchProfile(profile: "Kids"))
            _ = try await kids.send(Profiles.SwitchProfile(profile: "Kids"))

            func asking(_ client: RPCClient<Profiles>) async throws -> [String] {
                try await client.send(Profiles.ListProfiles()).profiles.filter { $0.asksPIN == true }.map(\.name)
            }
            #expect(try await asking(owner) == ["Gran"])
            #expect(try await asking(kids) == ["Adult", "Gran", "Tim"])
            #expect(
                try await owner.send(Profiles.ListProfiles()).profiles.filter { $0.hasPIN == true }.map(\.id) == [
                    gran.id
                ])
        }
    }

    @Test func `a profile sets its own PIN, the owner that of any adult one, and kids have none`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let guest = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            let own = try await harness.signIn().profile
            let kids = try await harness.signIn(as: "Kids").profile
            let acting = try await harness.profiles(as: "Guest")
            let ofKids = await owner.failure(of: Profiles.SetPIN(pin: "1111", profile: kids.id))
            #expect(ofKids?.problem == .pinOfKids && ofKids?.field == "profile")
            let ofOwner = Profiles.SetPIN(pin: "1111", profile: own.id)
            #expect(await acting.failure(of: ofOwner)?.problem == .notYours)
            let unknown = Profiles.SetPIN(pin: "1111", profile: "stranger")
            #expect(await owner.failure(of: unknown)?.problem == .unknownProfile)
            #expect(await acting.failure(of: Profiles.SetPIN(pin: "11", profile: guest.id))?.field == "pin")

            _ = try await acting.send(Profiles.SetPIN(pin: "1111", profile: guest.id))
            let without = await acting.failure(of: Profiles.SetPIN(pin: "2222", profile: guest.id))
            #expect(without?.problem == .pinRequired)
            let wrong = Profiles.SetPIN(pin: nil, current: "9999", profile: guest.id)
            #expect(await acting.failure(of: wrong)?.problem == .pinWrong)
            _ = try await acting.send(Profiles.SetPIN(pin: "2222", current: "1111", profile: guest.id))
            _ = try await owner.send(Profiles.SwitchProfile(profile: "Guest", pin: "2222"))
            // The household's was not set by any of this.
            #expect(try await owner.send(Profiles.GetHousehold()).hasPIN == false)
            _ = try await owner.send(Profiles.SetPIN(pin: "3333", profile: guest.id))
            let old = await owner.failure(of: Profiles.SwitchProfile(profile: "Guest", pin: "2222"))
            #expect(old?.problem == .pinWrong)
            _ = try await owner.send(Profiles.SetPIN(pin: nil, profile: guest.id))
            _ = try await owner.send(Profiles.SwitchProfile(profile: "Guest"))
        }
    }

    @Test func `a lock of one PIN locks no other, and a new PIN ends it`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let guest = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            _ = try await owner.send(Profiles.SetPIN(pin: "1357", profile: guest.id))
            let kids = try await harness.profiles(as: "Kids")
            for _ in 1...5 {
                let wrong = await kids.failure(of: Profiles.SwitchProfile(profile: "Guest", pin: "0000"))
                #expect(wrong?.problem == .pinWrong)
            }
            let locked = await kids.failure(of: Profiles.SwitchProfile(profile: "Guest", pin: "1357"))
            #expect(locked?.problem == .pinLocked && locked?.code == .resourceExhausted)
            _ = try await kids.send(Profiles.SwitchProfile(profile: "Adult", pin: "2468"))
            _ = try await owner.send(Profiles.SetPIN(pin: "9753", profile: guest.id))
            _ = try await kids.send(Profiles.SwitchProfile(profile: "Guest", pin: "9753"))
        }
    }

    @Test func `a deleted profile's PIN is deleted with it`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let guest = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            _ = try await owner.send(Profiles.SetPIN(pin: "1357", profile: guest.id))
            let shard = try #require(harness.shards?.openShards["home"])
            let count = "SELECT count(*) FROM profilePIN"
            #expect(try await shard.read { try Int.fetchOne($0, sql: count) } == 1)
            _ = try await owner.send(Profiles.DeleteProfile(profile: guest.id))
            #expect(try await shard.read { try Int.fetchOne($0, sql: count) } == 0)
            _ = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            _ = try await owner.send(Profiles.SwitchProfile(profile: "Guest"))
        }
    }
}
