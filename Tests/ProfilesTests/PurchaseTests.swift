import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// The rules of a purchase alone: what is known of it does not depend on the order in which it arrived.
struct PurchaseTests {
    private func transaction(
        _ id: String, _ purchased: Int64, signed: Int64? = nil, revoked: Int64? = nil, isTrial: Bool = false
    ) -> StoreTransaction {
        StoreTransaction(
            id: id, original: "o", product: "p", purchased: purchased, expires: purchased + 100,
            signed: signed ?? purchased, revoked: revoked, isTrial: isTrial, isFamilyShared: false, account: nil)
    }

    @Test(arguments: Seeds.make(20))
    func `transactions in any order come to the same`(seed: UInt64) {
        let runtime = Simulation(seed: seed)
        var all = [
            transaction("1", 0, isTrial: true), transaction("2", 100), transaction("3", 200),
            transaction("3", 200, signed: 250, revoked: 240), transaction("2", 100, signed: 300, revoked: 290),
        ]
        var source = runtime.generator
        all.shuffle(using: &source)
        var purchase = Purchase(all[0])
        for transaction in all { purchase.take(transaction) }
        #expect(purchase.latest == transaction("3", 200, signed: 250, revoked: 240), "seed \(seed)")
        #expect(purchase.hadTrial, "seed \(seed)")
        #expect(purchase.standing(at: 260).state == .revoked, "seed \(seed)")
    }

    @Test func `standing goes by the clock`() {
        var purchase = Purchase(transaction("1", 0, isTrial: true))
        #expect(purchase.standing(at: 0) == (.trial, 0, 100))
        #expect(purchase.standing(at: 99) == (.trial, 0, 100))
        #expect(purchase.standing(at: 100) == (.expired, 100, 100))
        let grace = StoreRenewal(signed: 90, willRenew: true, graceEnds: 150)
        let failed = StoreNotification(
            id: "n", kind: .init(rawValue: "DID_FAIL_TO_RENEW"), signed: 90, transaction: purchase.latest,
            renewal: grace)
        let isLatest = purchase.apply(failed)
        #expect(isLatest)
        #expect(purchase.standing(at: 100) == (.grace, 100, 150))
        #expect(purchase.standing(at: 150) == (.expired, 150, 150))
        // A grace of the period before is none of this one's.
        purchase.take(transaction("2", 160))
        #expect(purchase.standing(at: 259).state == .active)
        #expect(purchase.standing(at: 260).state == .expired)
    }

    @Test func `of several purchases the one that holds longest counts`() {
        let purchases = ["a", "b", "c"].enumerated().map { index, id in
            var one = transaction(id, Int64(index) * 10)
            one.original = id
            return Purchase(one)
        }
        let plan = CurrentPlan(base: .free, purchases: purchases, at: 50)
        #expect(plan.plan == .premium && plan.ends == 120 && plan.purchase?.latest.id == "c")
        #expect(CurrentPlan(base: .free, purchases: purchases, at: 115).ends == 120)
        let over = CurrentPlan(base: .free, purchases: purchases, at: 120)
        #expect(over.plan == .free && over.state == .expired && over.tokenEnds == 0)
        #expect(CurrentPlan(base: .free, purchases: [], at: 0).state == .none)
    }

    @Test func `which profiles stay is the owner's own and the oldest`() {
        func profile(_ id: String, of member: String? = nil) -> ProfileRow {
            ProfileRow(id: id, name: id, kind: .adult, hidesAdult: false, member: member, created: 0)
        }
        let household = HouseholdRow(
            name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true, plan: .free, created: 0)
        let owner = MemberRow(id: "m", name: "m", role: .owner, created: 0)
        var state = HouseholdState(household: household, members: [owner], profiles: [], hasPIN: false)
        state.profiles = [profile("a"), profile("b"), profile("own", of: "m"), profile("c")]
        #expect(HouseholdPlans.beyondFree(state).map(\.id) == ["b", "c"])
        state.profiles = [profile("own", of: "m"), profile("a"), profile("b")]
        #expect(HouseholdPlans.beyondFree(state).map(\.id) == ["b"])
        state.profiles = [profile("a"), profile("own", of: "m")]
        #expect(HouseholdPlans.beyondFree(state).isEmpty)
    }

    @Test func `a purchase is stored as it is`() async throws {
        let fixture = try InlineShard()
        var purchase = Purchase(transaction("1", 0, signed: 5, revoked: 7, isTrial: true))
        let renewal = StoreRenewal(signed: 9, willRenew: false, graceEnds: 150)
        let ended = StoreNotification(
            id: "n", kind: .expired, signed: 9, transaction: purchase.latest, renewal: renewal)
        let isLatest = purchase.apply(ended)
        #expect(isLatest)
        let stored = purchase
        let read = try await fixture.shard.write { db in
            try PurchaseTable.put(stored, db)
            return try PurchaseTable.all(db)
        }
        #expect(read == [stored])
        // As many notifications are remembered as there is room for.
        let known = try await fixture.shard.write { db in
            for index in 0...ProfilesLimits.storeNotifications {
                #expect(try PurchaseTable.note(notification: "n\(index)", db))
            }
            return (try PurchaseTable.note(notification: "n0", db), try PurchaseTable.note(notification: "n9", db))
        }
        #expect(known == (true, false))
    }
}
