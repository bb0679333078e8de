import Foundation
import HearthModel
import ProfilesAPI
import RPC

extension FakeProfiles {
    /// Plays the plan of a household that has everything, and a store that accepts all.
    static func addPlan(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListFeatures.self) { _, _ in
            FeatureList(features: FeatureDefinition.all.map { FeatureState($0, isAvailable: true) })
        }
        handlers.on(Profiles.GetPlan.self) { _, _ in
            PlanInfo(plan: .premium, state: .none, source: .configuration, next: PlanStep(.nothing))
        }
        handlers.on(Profiles.RedeemTransaction.self) { _, _ in purchased }
        handlers.on(Profiles.ApplyStoreNotification.self) { _, _ in StoreNotificationOutcome(.applied) }
    }

    /// The plan after a purchase, with one read-only profile for what shows them.
    static let purchased = PlanInfo(
        plan: .premium, state: .active, source: .store, since: date, ends: date.addingTimeInterval(86_400),
        product: "org.example.premium.monthly", isFamilyShared: true,
        next: PlanStep(.renews, at: date.addingTimeInterval(86_400)), readOnlyProfiles: ["p-kids"],
        offers: [PlanOffer(product: "org.example.premium.yearly", period: "year", price: "39.99 USD", trialDays: 7)])
}
