import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import ServiceKit
import TestSupport
import Testing

/// Purchases of a plan: what they bring, how they end, and whose they are.
struct StorePlanTests {
    private static let day = StoreBench.day

    /// A change that every profile may make.
    private static let change = Profiles.ChangeSettings([SettingChange(.theme, .text("light"))])

    private func has(_ feature: Feature, _ client: RPCClient<Profiles>) async throws -> Bool {
        try await client.send(Profiles.ListFeatures()).features.first { $0.name == feature }?.isAvailable == true
    }

    @Test func `a purchase begins premium at once, ends former tokens, and is told to the services`() async throws {
        try await StoreBench.with { bench in
            let owner = try await bench.owner()
            #expect(try await owner.send(Profiles.GetPlan()).plan == .free)
            #expect(try await !has(.downloads, owner))
            #expect(try await owner.send(Profiles.ListProfiles()).limit == 2)
            let follower = try await bench.harness.profiles(of: .service("downloads"))
            let events = try await follower.stream(Profiles.FollowEvents())
            _ = try await events.next()
            let transaction = bench.transaction()
            let plan = try await bench.redeem(transaction)
            #expect(plan.plan == .premium && plan.state == .active && plan.source == .store)
            #expect(plan.product == StoreBench.monthly && plan.isFamilyShared == false)
            let ends = Date(timeIntervalSince1970: Double(transaction.expires) / 1_000)
            #expect(plan.ends == ends && plan.next == PlanStep(.renews, at: ends))
            #expect(plan.offers.map(\.price) == ["4.99 USD", "39.99 USD"])
            let event = try #require(try await events.next()?.item)
            #expect(event.planChanged == PlanChanged(plan: .premium, ends: ends))
            #expect(event.policyGenerations == PolicyGenerations(kids: 1, adults: 1))
            // The former token says free: the client signs in again.
            #expect(await owner.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            let next = try await bench.owner()
            #expect(try await has(.downloads, next))
            #expect(try await next.send(Profiles.ListProfiles()).limit == 10)
            // The same once more ends no token.
            _ = try await bench.redeem(transaction)
            _ = try await next.send(Profiles.ListProfiles())
            try await bench.harness.restart()
            #expect(try await bench.plan() == plan)
        }
    }

    @Test func `a plan ends by the clock alone, and nothing else ends with it`() async throws {
        try await StoreBench.with { bench in
            let plan = try await bench.redeem(bench.transaction { $0.days = 1 })
            for name in ["Ada", "Ben"] {
                _ = try await bench.owner().send(Profiles.CreateProfile(name: name, kind: .adult))
            }
            bench.clock.advance(by: .seconds(86_399))
            #expect(try await bench.plan() == plan)
            bench.clock.advance(by: .seconds(1))
            let ended = try await bench.plan()
            #expect(ended.plan == .free && ended.state == .expired && ended.ends == plan.ends)
            // The owner's own and the oldest other one, Kids, stay as they are.
            let profiles = try await bench.owner().send(Profiles.ListProfiles()).profiles
            #expect(profiles.map(\.name) == ["Adult", "Kids", "Ada", "Ben"])
            #expect(ended.readOnlyProfiles == profiles.suffix(2).map(\.id))
            // The export alone stays open.
            #expect(ended.next == PlanStep(.exportCloses, at: plan.ends?.addingTimeInterval(30 * 86_400)))
            let owner = try await bench.owner()
            #expect(try await has(.exportService, owner))
            #expect(try await !has(.downloads, owner))
            bench.clock.advance(by: .seconds(30 * 86_400))
            let later = try await bench.owner()
            #expect(try await !has(.exportService, later))
            #expect(try await later.send(Profiles.GetPlan()).next == PlanStep(.nothing))
        }
    }

    @Test func `a profile beyond the free plan's reads, and changes nothing until it may again`() async throws {
        try await StoreBench.with { bench in
            _ = try await bench.redeem(bench.transaction { $0.days = 1 })
            _ = try await bench.owner().send(Profiles.CreateProfile(name: "Ada", kind: .adult))
            let early = try await bench.harness.profiles(as: "Ada")
            _ = try await early.send(Self.change)
            bench.clock.advance(by: .seconds(86_400))
            let ada = try await bench.harness.profiles(as: "Ada")
            _ = try await ada.send(Profiles.GetSettings())
            let refused = await ada.failure(of: Self.change)
            #expect(refused?.code == .failedPrecondition && refused?.executed == .no)
            let detail = refused?.detail(FeatureRequired.self)
            #expect(detail?.feature == .moreProfiles && detail?.isProfileReadOnly == true)
            // It can leave, and the others go on.
            _ = try await ada.send(Profiles.SwitchProfile(profile: "Kids"))
            for name in ["Adult", "Kids"] {
                _ = try await bench.harness.profiles(as: name).send(Self.change)
            }
            let next = bench.transaction {
                $0.id = "t2"
                $0.days = 30
            }
            _ = try await ada.send(Profiles.RedeemTransaction(transaction: try await bench.sign(next)))
            _ = try await bench.harness.profiles(as: "Ada").send(Self.change)
        }
    }

    @Test func `a token grants no feature and no change after the plan's end, however long it is valid`() async throws {
        try await StoreBench.with { bench in
            _ = try await bench.redeem(bench.transaction { $0.days = 1 })
            _ = try await bench.owner().send(Profiles.CreateProfile(name: "Ada", kind: .adult))
            bench.clock.advance(by: .seconds(86_400 - 60))
            let (owner, ada) = (try await bench.owner(), try await bench.harness.profiles(as: "Ada"))
            let colour = Profiles.ChangeSettings([SettingChange(.moodVisuals, .boolean(true))])
            _ = try await owner.send(colour)
            _ = try await ada.send(Self.change)
            bench.clock.advance(by: .seconds(60))
            let refused = await owner.failure(of: colour)
            #expect(refused?.detail(FeatureRequired.self)?.feature == .moodVisuals)
            #expect(await ada.failure(of: Self.change)?.code == .failedPrecondition)
            _ = try await owner.send(Profiles.ListProfiles())
        }
    }

    @Test func `a household with premium by configuration has everything, and no end`() async throws {
        try await StoreBench.with(plan: "premium") { bench in
            let plan = try await bench.plan()
            #expect(plan.plan == .premium && plan.source == .configuration && plan.ends == nil)
            let owner = try await bench.owner()
            for feature in FeatureDefinition.all { #expect(try await has(feature.name, owner), "\(feature.name)") }
            for index in 0..<3 {
                _ = try await owner.send(Profiles.CreateProfile(name: "P\(index)", kind: .adult))
            }
            _ = try await bench.harness.profiles(as: "P2").send(Self.change)
            // A purchase is kept, and changes nothing.
            let bought = try await bench.redeem(bench.transaction())
            #expect(bought.plan == .premium && bought.source == .configuration && bought.state == .active)
            _ = try await owner.send(Profiles.ListProfiles())
        }
    }

    @Test func `a purchase is one household's, and a purchase for a household is that one's alone`() async throws {
        try await StoreBench.with { bench in
            let founding = Profiles.CreateHousehold(proof: try bench.harness.ownerKey(), household: "mill")
            _ = try await bench.owner().send(Profiles.ListProfiles())
            _ = try await bench.harness.anonymous().send(founding)
            let text = try await bench.sign(bench.transaction())
            #expect(try await bench.refusal(of: text) == nil)
            let taken = try await bench.refusal(of: text, in: "mill")
            #expect(taken?.problem == .purchaseTaken && taken?.code == .alreadyExists)
            #expect(try await bench.plan("mill").plan == .free)
            let account = try #require(try await bench.plan("mill").accountToken)
            #expect(UUID(uuidString: account) != nil)
            let forMill = try await bench.sign(
                bench.transaction {
                    $0.original = "o2"
                    $0.account = account.uppercased()
                })
            #expect(try await bench.refusal(of: forMill)?.problem == .storeRejected)
            #expect(try await bench.refusal(of: forMill, in: "mill") == nil)
            #expect(try await bench.plan("mill").plan == .premium)
        }
    }

    @Test func `a household has one trial`() async throws {
        try await StoreBench.with { bench in
            let trial = bench.transaction {
                $0.isTrial = true
                $0.days = 7
            }
            let plan = try await bench.redeem(trial)
            #expect(plan.state == .trial && plan.plan == .premium)
            #expect(plan.ends == Date(timeIntervalSince1970: Double(trial.expires) / 1_000))
            bench.clock.advance(by: .seconds(8 * 86_400))
            #expect(try await bench.plan().state == .expired)
            let second = bench.transaction {
                ($0.id, $0.original, $0.isTrial, $0.days) = ("t2", "o2", true, 7)
            }
            #expect(try await bench.refusal(of: bench.sign(second))?.problem == .trialUsed)
            // The first trial once more is no second one, and the same account may pay.
            #expect(try await bench.redeem(trial).state == .expired)
            let paid = bench.transaction { $0.id = "t3" }
            #expect(try await bench.redeem(paid).state == .active)
            #expect(try await bench.refusal(of: bench.sign(second))?.problem == .trialUsed)
        }
    }

    @Test func `family sharing counts, and is shown`() async throws {
        try await StoreBench.with { bench in
            let plan = try await bench.redeem(bench.transaction { $0.ownership = "FAMILY_SHARED" })
            #expect(plan.plan == .premium && plan.isFamilyShared == true)
        }
    }

    @Test func `a child redeems nothing, and is told no account`() async throws {
        try await StoreBench.with { bench in
            let child = try await bench.harness.profiles(as: "Kids")
            let request = Profiles.RedeemTransaction(transaction: try await bench.sign(bench.transaction()))
            #expect(await child.failure(of: request)?.code == .permissionDenied)
            #expect(try await child.send(Profiles.GetPlan()).accountToken == nil)
        }
    }

    @Test func `without a store nothing is sold, and a store that cannot be used stops the start`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let refused = await owner.failure(of: Profiles.RedeemTransaction(transaction: "a.b.c"))
            #expect(refused?.problem == .storeNotConfigured)
            #expect(try await owner.send(Profiles.GetPlan()).offers == [])
        }
        for settings in [["store-root-file": "/none"], ["plan": "gold"], ["store-bundle-id": ""]] {
            await #expect(throws: ConfigurationError.self, "\(settings)") {
                try await StoreBench.with(settings: settings) { _ in }
            }
        }
    }
}
