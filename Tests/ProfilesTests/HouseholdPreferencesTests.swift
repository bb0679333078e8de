import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// Language, first day of the week, match rule, retention and home rows.
struct HouseholdPreferencesTests {
    @Test func `they change one by one, stay, are told, and are removed`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            #expect(try await owner.send(Profiles.GetHousehold()).preferences == HouseholdPreferences())
            let all = HouseholdPreferences(
                language: "zh-Hant-TW", firstDayOfWeek: 7, matchRule: .all, historyDays: 30,
                homeRows: ["new", "genre:Jazz"], slotRule: .endNewest)
            #expect(try await owner.send(Profiles.SetHouseholdOptions(preferences: all)).preferences == all)
            var next = all
            (next.firstDayOfWeek, next.historyDays) = (1, 3_650)
            let change = HouseholdPreferences(firstDayOfWeek: 1, historyDays: 3_650)
            #expect(try await owner.send(Profiles.SetHouseholdOptions(preferences: change)).preferences == next)
            #expect(try await owner.send(Profiles.SetHouseholdOptions(name: "The Mill")).preferences == next)
            try await harness.restart()
            let child = try await harness.profiles(as: "Kids")
            #expect(try await child.send(Profiles.GetHousehold()).preferences == next)
            let follower = try await harness.profiles(of: .service("catalog"))
            let snapshot = try await follower.stream(Profiles.FollowEvents()).next()?.item.snapshot
            #expect(snapshot?.settings.preferences == next)
            let removal = HouseholdPreferences(language: "", historyDays: 0, homeRows: [])
            let left = try await harness.profiles().send(Profiles.SetHouseholdOptions(preferences: removal))
            #expect(left.preferences == HouseholdPreferences(firstDayOfWeek: 1, matchRule: .all, slotRule: .endNewest))
        }
    }

    @Test func `a value that cannot be is refused by its field, and nothing changes`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let wrong: [(String, HouseholdPreferences)] = [
                ("language", HouseholdPreferences(language: "deutsch")),
                ("language", HouseholdPreferences(language: "d")),
                ("firstDayOfWeek", HouseholdPreferences(firstDayOfWeek: 0)),
                ("firstDayOfWeek", HouseholdPreferences(firstDayOfWeek: 8)),
                ("matchRule", HouseholdPreferences(matchRule: MatchRule(rawValue: "three"))),
                ("historyDays", HouseholdPreferences(historyDays: 29)),
                ("slotRule", HouseholdPreferences(slotRule: SlotRule(rawValue: "endAll"))),
                ("historyDays", HouseholdPreferences(historyDays: 3_651)),
                ("historyDays", HouseholdPreferences(historyDays: -1)),
                ("homeRows", HouseholdPreferences(homeRows: ["new", "new"])),
                ("homeRows", HouseholdPreferences(homeRows: [""])),
                ("homeRows", HouseholdPreferences(homeRows: ["a\u{1b}"])),
                ("homeRows", HouseholdPreferences(homeRows: [String(repeating: "a", count: 65)])),
                ("homeRows", HouseholdPreferences(homeRows: (0...40).map { "row-\($0)" })),
            ]
            for (field, preferences) in wrong {
                let request = Profiles.SetHouseholdOptions(name: "The Mill", preferences: preferences)
                #expect(await owner.failure(of: request)?.field == "preferences.\(field)")
            }
            let household = try await owner.send(Profiles.GetHousehold())
            #expect(household.name == "Home" && household.preferences == HouseholdPreferences())
        }
    }
}
