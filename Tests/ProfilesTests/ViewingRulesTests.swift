import CatalogAPI
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// The rules of kids profiles: who may change them, what is refused, and that nothing decided by former ones counts.
struct ViewingRulesTests {
    private static let children = ViewingRules([ViewingRule(.allow, group: "Kids")], otherwise: .blockAll)

    private static func rules(_ change: (inout ViewingRule) -> Void) -> ViewingRules {
        var rule = ViewingRule(.allow)
        change(&rule)
        return ViewingRules([rule], otherwise: .allowRated)
    }

    @Test func `without rules all is as the household has it; with rules the token names their set`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids")
            #expect(kids.policy == .kids(seesUnrated: true))
            let none = try await owner.send(Profiles.GetViewingRules(profile: kids.profile.id))
            #expect(none.rules == nil && none.isApplied)
            let made = try await owner.send(
                Profiles.SetViewingRules(profile: kids.profile.id, rules: Self.children))
            #expect(made.rules == Self.children && !made.isApplied)
            // The former token ends at once.
            let former = try await harness.profiles(as: "Kids")
            #expect(try await harness.signIn(as: "Kids").policy == .kids(ruleSet: 0))
            try await harness.restart()
            #expect(try await owner.send(Profiles.GetViewingRules(profile: kids.profile.id)) == made)
            let more = ViewingRules(otherwise: .allowRated)
            _ = try await owner.send(Profiles.SetViewingRules(profile: kids.profile.id, rules: more))
            #expect(await former.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            #expect(try await harness.signIn(as: "Kids").policy == .kids(ruleSet: 1))
            // The same rules again change nothing.
            _ = try await owner.send(Profiles.SetViewingRules(profile: kids.profile.id, rules: more))
            #expect(try await harness.signIn(as: "Kids").policy == .kids(ruleSet: 1))
            _ = try await owner.send(Profiles.SetViewingRules(profile: kids.profile.id, rules: nil))
            #expect(try await harness.signIn(as: "Kids").policy == .kids(seesUnrated: true))
            #expect(try await harness.signIn().policy == .everything)
        }
    }

    @Test func `an adult's profile takes no rules, a child changes none, and the PIN guards them`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let own = try await harness.signIn().profile.id
            let kids = try await harness.signIn(as: "Kids").profile.id
            let set = Profiles.SetViewingRules(profile: kids, rules: Self.children)
            #expect(
                await owner.failure(of: Profiles.SetViewingRules(profile: own, rules: Self.children))?.problem
                    == .rulesForKids)
            #expect(await owner.failure(of: Profiles.GetViewingRules(profile: "none"))?.problem == .unknownProfile)
            let child = try await harness.profiles(as: "Kids")
            #expect(await child.failure(of: set)?.code == .permissionDenied)
            #expect(await child.failure(of: Profiles.GetViewingRules(profile: kids))?.code == .permissionDenied)
            _ = try await owner.send(Profiles.SetPIN(pin: "4711"))
            #expect(await owner.failure(of: set)?.problem == .pinRequired)
            #expect(
                await owner.failure(of: Profiles.SetViewingRules(profile: kids, rules: nil, pin: "0000"))?.problem
                    == .pinWrong)
            _ = try await owner.send(Profiles.SetViewingRules(profile: kids, rules: Self.children, pin: "4711"))
            // A child learns its policy, and not by what it hides.
            let own2 = try await harness.profiles(as: "Kids").send(Profiles.GetEffectivePolicy())
            #expect(own2.policy == .kids(ruleSet: 0) && own2.rules == nil && !own2.isApplied)
            let told = try await owner.send(Profiles.GetEffectivePolicy(profile: kids))
            #expect(told.rules == Self.children)
            #expect(
                await child.failure(of: Profiles.GetEffectivePolicy(profile: own))?.code == .unauthenticated)
            let next = try await harness.profiles(as: "Kids")
            #expect(await next.failure(of: Profiles.GetEffectivePolicy(profile: own))?.problem == .unknownProfile)
        }
    }

    @Test(
        arguments: [
            (rules { _ in }, "rule 1: needs a group"), (rules { $0.group = "" }, "a letter or digit"),
            (rules { $0.group = " - " }, "a letter or digit"),
            (rules { $0.words = String(repeating: "a", count: 121) }, "120 characters"),
            (rules { $0.rating = .r }, "must be G, PG, PG-13 or Unrated"),
            (rules { $0.rating = ContentRating(rawValue: "PEGI 3") }, "must be G"),
            (rules { $0.title = "tmdb:movie:348" }, "id of the library"),
            (rules { $0.title = "a b" }, "id of the library"),
            (rules { $0.kind = ContentKind(rawValue: "book") }, "the kind must be"),
            (rules { ($0.action, $0.group) = (ViewingAction(rawValue: "shade"), "a") }, "must allow or block"),
            (ViewingRules(otherwise: ViewingDefault(rawValue: "allowAll")), "allowRated"),
            (ViewingRules((0...200).map { ViewingRule(.allow, group: "g\($0)") }, otherwise: .blockAll), "200 rules"),
            (
                ViewingRules(
                    (0..<200).map { _ in
                        var rule = ViewingRule(.allow, group: String(repeating: "й", count: 120))
                        (rule.words, rule.source) = (rule.group, rule.group)
                        return rule
                    }, otherwise: .blockAll), "bytes in all"
            ),
        ] as [(ViewingRules, String)])
    func `wrong rules are refused by their number`(rules: ViewingRules, words: String) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids").profile.id
            let failure = await owner.failure(of: Profiles.SetViewingRules(profile: kids, rules: rules))
            #expect(failure?.code == .invalidArgument)
            #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
            #expect(try await harness.signIn(as: "Kids").policy == .kids(seesUnrated: true))
        }
    }

    @Test func `each change is told with its number, to those who begin to follow as well`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids").profile.id
            let follower = try await harness.profiles(of: .service("catalog"))
            let events = try await follower.stream(Profiles.FollowEvents())
            #expect(try await events.next()?.item.snapshot?.ruleSets == nil)
            _ = try await owner.send(Profiles.SetViewingRules(profile: kids, rules: Self.children))
            let first = try #require(try await events.next()?.item)
            #expect(first.isKnown && first.policyGenerations == PolicyGenerations(kids: 1))
            let set = ViewingRuleSet(
                profile: kids, number: 0, version: 1, rules: Self.children, allowsUnrated: true,
                allowsUnratedChannels: true)
            #expect(first.viewingRulesChanged == ViewingRulesChanged(sets: [set], version: 1))
            let late = try await follower.stream(Profiles.FollowEvents()).next()?.item.snapshot
            #expect(late?.ruleSets == [set] && late?.ruleVersion == 1)
            // The household's options count where the rules say so.
            let open = ViewingRules(Self.children.rules, otherwise: .allowUnrated)
            _ = try await owner.send(Profiles.SetViewingRules(profile: kids, rules: open))
            #expect(try await events.next()?.item.viewingRulesChanged?.sets.map(\.number) == [1])
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnrated: false))
            _ = try await events.next()
            let renewed = try #require(try await events.next()?.item.viewingRulesChanged?.sets.first)
            #expect(renewed.number == 2 && !renewed.allowsUnrated && renewed.rules == open)
            #expect(try await harness.signIn(as: "Kids").policy == .kids(ruleSet: 2))
            _ = try await owner.send(Profiles.SetViewingRules(profile: kids, rules: nil))
            #expect(try await events.next()?.item.viewingRulesChanged?.ended == [kids])
        }
    }

    @Test func `a number is used again only when the catalog has dropped its set`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let log = FakeEventLog<CatalogEvent>()
            var handlers = RPCHandlers<Catalog>()
            handlers.on(Catalog.FollowEvents.self) { _, writer, call in
                try await log.send(to: writer, after: call.resumeAfter)
            }
            handlers.declineOthers()
            try harness.clients.play("catalog", handlers)
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids").profile.id
            func change(_ count: Int) async throws -> RPCError? {
                let rules = ViewingRules([ViewingRule(.allow, group: "g\(count)")], otherwise: .blockAll)
                return await owner.failure(of: Profiles.SetViewingRules(profile: kids, rules: rules))
            }
            for count in 0..<48 { #expect(try await change(count) == nil, "\(count)") }
            #expect(try await harness.signIn(as: "Kids").policy == .kids(ruleSet: 47))
            let refused = try await change(48)
            #expect(refused?.problem == .rulesNotApplied && refused?.code == .resourceExhausted)
            // Nothing has changed.
            #expect(try await harness.signIn(as: "Kids").policy == .kids(ruleSet: 47))
            log.tell(CatalogEvent(ruleSets: RuleSetsEvaluated(left: -1, version: 48)))
            let isApplied = try await comes {
                try await owner.send(Profiles.GetViewingRules(profile: kids)).isApplied
            }
            #expect(isApplied)
            #expect(try await change(48) == nil)
            #expect(try await harness.signIn(as: "Kids").policy == .kids(ruleSet: 0))
        }
    }

    @Test func `favourites of a child with rules are those that the catalog lists in its set`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let catalog = FakeCatalog()
            try await catalog.play(in: harness)
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids").profile.id
            for id in ["m1", "m2"] { catalog.add(.movie(id, "Film \(id)")) }
            let former = try await harness.profiles(as: "Kids")
            for id in ["m1", "m2"] {
                _ = try await former.send(Profiles.AddFavourite(content: ContentID(rawValue: id)))
            }
            _ = try await owner.send(Profiles.SetViewingRules(profile: kids, rules: Self.children))
            let child = try await harness.profiles(as: "Kids")
            func seen() async throws -> [String] {
                try await child.send(Profiles.ListFavourites()).favourites.map(\.content.rawValue)
            }
            #expect(try await seen() == [])
            var card = Card.movie("m1", "Film m1")
            card.ruleSets = 1
            catalog.log.tell(CatalogEvent(ruleSets: RuleSetsEvaluated(left: 1, version: 1)))
            catalog.log.tell(CatalogEvent(cardsChanged: [card]))
            #expect(try await comes { try await seen() == ["m1"] })
            catalog.log.tell(CatalogEvent(ruleSets: RuleSetsEvaluated(left: 1, version: 2)))
            #expect(try await comes { try await seen() == [] })
            #expect(try await owner.send(Profiles.ListViewingPresets()).presets == ViewingPreset.all)
        }
    }
}
