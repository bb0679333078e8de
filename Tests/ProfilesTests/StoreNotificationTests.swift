import Foundation
import HearthModel
import ProfilesAPI
import RPC
import TestSupport
import Testing

/// What the store tells after a purchase: renewals, ends, refunds, in any order and more than once.
struct StoreNotificationTests {
    private static let day = StoreBench.day

    private func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    @Test func `a renewal moves the end, once, however often and late it is told`() async throws {
        try await StoreBench.with { bench in
            let first = bench.transaction()
            _ = try await bench.redeem(first)
            bench.clock.advance(by: .seconds(29 * 86_400))
            let second = bench.transaction {
                $0.id = "t2"
                $0.purchased = first.expires
            }
            let renewal = StoreBench.Notification("DID_RENEW", "n1", at: bench.now, second)
            #expect(try await bench.notify(renewal) == .applied)
            let plan = try await bench.plan()
            #expect(plan.ends == date(second.expires) && plan.state == .active)
            #expect(try await bench.notify(renewal) == .duplicate)
            #expect(try await bench.plan() == plan)
            // The beginning is told late.
            let begun = StoreBench.Notification("SUBSCRIBED", "n0", at: first.signed, first)
            #expect(try await bench.notify(begun) == .outdated)
            #expect(try await bench.plan() == plan)
            // A client's old transaction, which the store signed again today.
            var old = first
            old.signed = bench.now
            #expect(try await bench.redeem(old) == plan)
        }
    }

    @Test func `a renewal that fails leaves the plan until its grace ends`() async throws {
        try await StoreBench.with { bench in
            let transaction = bench.transaction()
            _ = try await bench.redeem(transaction)
            bench.clock.advance(by: .seconds(30 * 86_400 - 3_600))
            let grace = transaction.expires + 16 * Self.day
            let failed = StoreBench.Notification(
                "DID_FAIL_TO_RENEW", "n1", at: bench.now, transaction, graceEnds: grace)
            #expect(try await bench.notify(failed) == .applied)
            #expect(try await bench.plan().state == .active)
            bench.clock.advance(by: .seconds(3_600))
            let during = try await bench.plan()
            #expect(during.state == .grace && during.plan == .premium && during.ends == date(grace))
            #expect(during.next == PlanStep(.ends, at: date(grace)))
            bench.clock.advance(by: .seconds(86_400))
            let over = StoreBench.Notification(
                "GRACE_PERIOD_EXPIRED", "n2", at: bench.now, transaction, graceEnds: grace)
            #expect(try await bench.notify(over) == .applied)
            let ended = try await bench.plan()
            #expect(ended.state == .expired && ended.plan == .free && ended.ends == date(over.signed))
            // Paid after all.
            let paid = bench.transaction { $0.id = "t2" }
            #expect(try await bench.notify(StoreBench.Notification("DID_RENEW", "n3", at: bench.now, paid)) == .applied)
            #expect(try await bench.plan().state == .active)
        }
    }

    @Test func `a grace that nothing is told of ends by the clock`() async throws {
        try await StoreBench.with { bench in
            let transaction = bench.transaction()
            _ = try await bench.redeem(transaction)
            let grace = transaction.expires + 6 * Self.day
            _ = try await bench.notify(
                StoreBench.Notification("DID_FAIL_TO_RENEW", "n1", at: bench.now, transaction, graceEnds: grace))
            bench.clock.advance(by: .seconds(36 * 86_400))
            #expect(try await bench.plan().state == .expired)
        }
    }

    @Test(arguments: ["REFUND", "REVOKE"])
    func `a refund ends the plan and its tokens at once, and an old transaction does not undo it`(
        type: String
    ) async throws {
        try await StoreBench.with { bench in
            let transaction = bench.transaction()
            _ = try await bench.redeem(transaction)
            let token = try await bench.owner()
            bench.clock.advance(by: .seconds(60))
            var revoked = transaction
            (revoked.revoked, revoked.signed) = (bench.now, bench.now)
            #expect(try await bench.notify(StoreBench.Notification(type, "n1", at: bench.now, revoked)) == .applied)
            #expect(await token.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            let plan = try await bench.plan()
            #expect(plan.plan == .free && plan.state == .revoked && plan.ends == date(bench.now))
            #expect(try await bench.redeem(transaction).state == .revoked)
        }
    }

    @Test func `a refund of an earlier period leaves the present one`() async throws {
        try await StoreBench.with { bench in
            let first = bench.transaction()
            _ = try await bench.redeem(first)
            bench.clock.advance(by: .seconds(30 * 86_400))
            _ = try await bench.redeem(bench.transaction { $0.id = "t2" })
            var refunded = first
            (refunded.revoked, refunded.signed) = (bench.now, bench.now)
            #expect(
                try await bench.notify(StoreBench.Notification("REFUND", "n1", at: bench.now, refunded)) == .applied)
            #expect(try await bench.plan().state == .active)
        }
    }

    @Test func `a plan that is not renewed says so, and ends`() async throws {
        try await StoreBench.with { bench in
            let transaction = bench.transaction()
            _ = try await bench.redeem(transaction)
            let stopped = StoreBench.Notification(
                "DID_CHANGE_RENEWAL_STATUS", "n1", at: bench.now, transaction, renews: false)
            #expect(try await bench.notify(stopped) == .applied)
            let plan = try await bench.plan()
            #expect(plan.state == .active && plan.next == PlanStep(.ends, at: date(transaction.expires)))
            bench.clock.advance(by: .seconds(30 * 86_400))
            let ended = StoreBench.Notification("EXPIRED", "n2", at: bench.now, transaction, renews: false)
            #expect(try await bench.notify(ended) == .applied)
            #expect(try await bench.plan().state == .expired)
        }
    }

    @Test func `a purchase that no household has is told, and one for a household's account begins`() async throws {
        try await StoreBench.with { bench in
            let account = try #require(try await bench.plan().accountToken)
            let unknown = bench.transaction()
            let begun = StoreBench.Notification("SUBSCRIBED", "n1", at: bench.now, unknown)
            #expect(try await bench.notify(begun) == .unknownPurchase)
            let known = bench.transaction {
                $0.original = "o2"
                $0.account = account
            }
            #expect(
                try await bench.notify(StoreBench.Notification("SUBSCRIBED", "n2", at: bench.now, known)) == .applied)
            #expect(try await bench.plan().plan == .premium)
            #expect(try await bench.notify(StoreBench.Notification("TEST", "n3", at: bench.now, nil)) == .notAboutPlans)
        }
    }

    @Test func `a notification is accepted of the store alone`() async throws {
        try await StoreBench.with { bench in
            _ = try await bench.redeem(bench.transaction())
            try await bench.certificates.make("other", by: nil, .authority)
            let transaction = bench.transaction { $0.revoked = bench.now }
            let payload = try await StoreBench.Notification("REFUND", "n1", at: bench.now, transaction)
                .payload(signedBy: bench)
            let anonymous = try await bench.harness.anonymous()
            let forged = try await bench.certificates.sign(payload, by: "other", chain: ["other", "other", "other"])
            let refused = await anonymous.failure(of: Profiles.ApplyStoreNotification(signedPayload: forged))
            #expect(refused?.problem == .storeRejected)
            var mixed = StoreBench.Notification("DID_RENEW", "n2", at: bench.now, bench.transaction())
            mixed.renewalOriginal = "o9"
            let text = try await bench.certificates.sign(try await mixed.payload(signedBy: bench))
            let error = await anonymous.failure(of: Profiles.ApplyStoreNotification(signedPayload: text))
            #expect(error?.problem == .storeRejected)
            #expect(try await bench.plan().state == .active)
        }
    }
}
