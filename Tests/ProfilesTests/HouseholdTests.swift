import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// The household's options, and who may change them.
struct HouseholdTests {
    @Test func `options change one by one, and stay`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let before = try await owner.send(Profiles.GetHousehold())
            #expect(before.name == "Home")
            #expect(before.plan == .premium)
            #expect(before.kidsSeeUnrated)
            #expect(before.kidsSeeUnratedChannels)
            #expect(!before.hasPIN)
            var expected = before
            (expected.name, expected.timeZone) = ("The Mill", "Europe/Berlin")
            let request = Profiles.SetHouseholdOptions(name: " The Mill ", timeZone: "Europe/Berlin")
            #expect(try await owner.send(request) == expected)
            expected.kidsSeeUnratedChannels = false
            #expect(try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnratedChannels: false)) == expected)
            #expect(try await owner.send(Profiles.SetHouseholdOptions()) == expected)
            try await harness.restart()
            #expect(try await harness.profiles().send(Profiles.GetHousehold()) == expected)
        }
    }

    @Test func `a repeated change does not undo a later one`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            func options() -> CallOptions {
                CallOptions(token: owner.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            }
            let (first, of) = (Profiles.SetHouseholdOptions(name: "The Mill"), options())
            let response = try await owner.send(first, options: of)
            _ = try await owner.send(Profiles.SetHouseholdOptions(name: "The Barn"))
            #expect(try await owner.send(first, options: of) == response)
            #expect(try await owner.send(Profiles.GetHousehold()).name == "The Barn")

            let id = try #require(try await owner.send(Profiles.ListProfiles()).profiles.last?.id)
            let (rename, by) = (Profiles.RenameProfile(profile: id, name: "Little ones"), options())
            #expect(try await owner.send(rename, options: by).name == "Little ones")
            _ = try await owner.send(Profiles.RenameProfile(profile: id, name: "Teens"))
            #expect(try await owner.send(rename, options: by).name == "Little ones")
            #expect(try await owner.send(Profiles.ListProfiles()).profiles.last?.name == "Teens")
        }
    }

    /// The request as earlier releases had it: without a key.
    private struct EarlierOptions: RPCRequest {
        typealias Service = Profiles
        typealias Response = HouseholdInfo
        static let method = Profiles.SetHouseholdOptions.method
        static let safety = CallSafety.idempotent
        static let access = Profiles.SetHouseholdOptions.access
        var name: String
    }

    @Test func `callers that send no key are served as before`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for name in ["The Mill", "The Barn", "The Mill"] {
                #expect(try await owner.send(EarlierOptions(name: name)).name == name)
            }
        }
    }

    @Test func `an unknown time zone is refused by its field`() async throws {
        let zones = ["", "Berlin", "Europe/Atlantis", "../../etc/passwd", "GMT+25", String(repeating: "a", count: 80)]
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for zone in zones {
                let error = await owner.failure(of: Profiles.SetHouseholdOptions(name: "New", timeZone: zone))
                #expect(error?.code == .invalidArgument, "\(zone)")
                #expect(error?.field == "timeZone", "\(zone)")
            }
            // All or none.
            #expect(try await owner.send(Profiles.GetHousehold()).name == "Home")
            for zone in ["UTC", "Asia/Kolkata", "Asia/Kathmandu", "America/Argentina/Ushuaia"] {
                #expect(try await owner.send(Profiles.SetHouseholdOptions(timeZone: zone)).timeZone == zone)
            }
        }
    }

    @Test func `where the household is can be said, taken back, and is told to followers`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            #expect(try await owner.send(Profiles.GetHousehold()).region == nil)
            for region in ["de", "ZZ", "UK", "DEU", "276", "D", "../", "Germany", "İ"] {
                let request = Profiles.SetHouseholdOptions(name: "New", region: region)
                let error = await owner.failure(of: request)
                #expect(error?.code == .invalidArgument, "\(region)")
                #expect(error?.field == "region", "\(region)")
            }
            // All or none.
            #expect(try await owner.send(Profiles.GetHousehold()).name == "Home")
            #expect(try await owner.send(Profiles.SetHouseholdOptions(region: "DE")).region == "DE")
            #expect(try await owner.send(Profiles.SetHouseholdOptions(name: "The Mill")).region == "DE")
            try await harness.restart()
            let again = try await harness.profiles()
            #expect(try await again.send(Profiles.GetHousehold()).region == "DE")
            let options = CallOptions(token: try await harness.token(for: .service("catalog")))
            let follower = RPCClient<Profiles>(try await harness.channel(), defaults: options)
            var events = follower.follow(Profiles.FollowEvents(), after: nil).makeAsyncIterator()
            #expect(try await events.next()?.item.snapshot?.settings.region == "DE")
            #expect(try await again.send(Profiles.SetHouseholdOptions(region: "")).region == nil)
            let settings = try #require(try await events.next()?.item.settingsChanged)
            #expect(settings.name == "The Mill" && settings.region == nil)
            #expect(try await again.send(Profiles.GetHousehold()).region == nil)
        }
    }

    @Test func `what kids may see is in their next token`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            #expect(try await harness.signIn(as: "Kids").policy == .kids(seesUnrated: true))
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnrated: false))
            #expect(try await harness.signIn(as: "Kids").policy == .kids(seesUnrated: false))
            #expect(try await harness.signIn().policy == .everything)
            _ = try await owner.send(
                Profiles.SetHouseholdOptions(kidsSeeUnrated: true, kidsSeeUnratedChannels: false))
            let strict = ViewingPolicy.kids(seesUnrated: true, seesUnratedChannels: false)
            #expect(try await harness.signIn(as: "Kids").policy == strict)
            #expect(try await harness.signIn().policy == .everything)
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnratedChannels: true))
            #expect(try await harness.signIn(as: "Kids").policy == .kids(seesUnrated: true))
        }
    }

    @Test func `the PIN guards adult profiles and what kids may see`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let kids = try await harness.profiles(as: "Kids")
            #expect(try await kids.send(Profiles.SwitchProfile(profile: "Adult")).role == .owner)
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            #expect(try await owner.send(Profiles.GetHousehold()).hasPIN)
            let none = await kids.failure(of: Profiles.SwitchProfile(profile: "Adult"))
            #expect(none?.problem == .pinRequired)
            let wrong = await kids.failure(of: Profiles.SwitchProfile(profile: "Adult", pin: "2469"))
            #expect(wrong?.code == .permissionDenied)
            #expect(wrong?.problem == .pinWrong)
            #expect(try await kids.send(Profiles.SwitchProfile(profile: "adult", pin: "2468")).policy == .everything)
            // From an adult profile to a kids one and to itself nothing is asked.
            #expect(try await owner.send(Profiles.SwitchProfile(profile: "Kids")).role == .child)
            #expect(try await owner.send(Profiles.SwitchProfile(profile: "Adult")).role == .owner)
            let options = Profiles.SetHouseholdOptions(kidsSeeUnrated: false)
            #expect(await owner.failure(of: options)?.problem == .pinRequired)
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnrated: false, pin: "2468"))
            let kid = try await harness.signIn(as: "Kids").profile.id
            let rename = Profiles.RenameProfile(profile: kid, name: "Little ones")
            #expect(await owner.failure(of: rename)?.problem == .pinRequired)
            let delete = Profiles.DeleteProfile(profile: kid)
            #expect(await owner.failure(of: delete)?.problem == .pinRequired)
            _ = try await owner.send(Profiles.RenameProfile(profile: kid, name: "Little ones", pin: "2468"))
            _ = try await owner.send(Profiles.SetPIN(pin: nil))
            #expect(try await owner.send(Profiles.GetHousehold()).hasPIN == false)
            _ = try await owner.send(Profiles.DeleteProfile(profile: kid))
        }
    }

    @Test func `an adult needs the current PIN to set another, the owner does not`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            _ = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            let guest = try await harness.profiles(as: "Guest")
            _ = try await guest.send(Profiles.SetPIN(pin: "1111"))
            #expect(await guest.failure(of: Profiles.SetPIN(pin: nil))?.problem == .pinRequired)
            _ = try await guest.send(Profiles.SetPIN(pin: "2222", current: "1111"))
            _ = try await owner.send(Profiles.SetPIN(pin: "3333"))
            let old = await guest.failure(of: Profiles.SetPIN(pin: nil, current: "2222"))
            #expect(old?.problem == .pinWrong)
        }
    }

    @Test func `a PIN is four to eight digits`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for pin in ["", "123", "123456789", "12a4", "١٢٣٤", "-123", " 1234"] {
                let error = await owner.failure(of: Profiles.SetPIN(pin: pin))
                #expect(error?.code == .invalidArgument, "\(pin)")
                #expect(error?.field == "pin", "\(pin)")
            }
        }
    }
}
