internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Shows plans, and changes them by what the store has signed.
struct PlanManager: Sendable {
    private let households: Households
    private let verifier: StoreVerifier?
    private let claims = PurchaseClaims()

    /// - Parameter verifier: nil where no store is configured.
    init(households: Households, verifier: StoreVerifier?) {
        (self.households, self.verifier) = (households, verifier)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListFeatures.self) { _, call in
            households.plans.features(try await households.state(for: call.viewer))
        }
        handlers.on(Profiles.GetPlan.self) { _, call in
            let viewer = try call.viewer
            return info(try await households.state(for: viewer), for: viewer)
        }
        handlers.on(Profiles.RedeemTransaction.self) { request, call in
            try await redeem(request.transaction, for: call.viewer)
        }
        handlers.on(Profiles.ApplyStoreNotification.self) { request, _ in
            StoreNotificationOutcome(try await apply(request.signedPayload))
        }
    }

    private func info(_ state: HouseholdState, for viewer: Viewer) -> PlanInfo {
        let identity = viewer.role == .child ? nil : households.shards.identity(of: viewer.household)
        return households.plans.info(state, account: identity?.accountToken)
    }

    private var store: StoreVerifier {
        get throws(ProfilesError) {
            guard let verifier else { throw .storeNotConfigured }
            return verifier
        }
    }

    // MARK: Transactions

    private func redeem(_ text: String, for viewer: Viewer) async throws -> PlanInfo {
        let transaction = try store.transaction(text)
        let shard = try await households.shard(for: viewer)
        if let account = transaction.account, account != shard.identity?.accountToken {
            throw ProfilesError.storeRejected(.otherAccount)
        }
        let state = try await claims.holding(transaction.original, for: viewer.household) {
            guard
                try await owner(of: transaction.original, first: viewer.household) ?? viewer.household
                    == viewer.household
            else { throw ProfilesError.purchaseTaken }
            return try await shard.write { db in
                try change(in: shard, db) { state in
                    guard var purchase = state.purchases.first(where: { $0.latest.original == transaction.original })
                    else { return try Self.begin(transaction, in: state) }
                    purchase.take(transaction)
                    return purchase
                }
            }
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return info(state, for: viewer)
    }

    /// A purchase that the household has not had.
    private static func begin(
        _ transaction: StoreTransaction, in state: HouseholdState
    ) throws(ProfilesError) -> Purchase {
        guard !transaction.isTrial || !state.purchases.contains(where: \.hadTrial) else { throw .trialUsed }
        guard state.purchases.count < ProfilesLimits.purchases else { throw .storeRejected(.tooManyPurchases) }
        return Purchase(transaction)
    }

    /// The household that has a purchase; nil when none has.
    ///
    /// - Parameter first: the household that is looked at before all others.
    /// - Throws: ``ProfilesError/purchaseUndecided`` when none is found, and one cannot be looked at.
    private func owner(of original: String, first: String?) async throws -> String? {
        let all = households.shards.households()
        var isComplete = true
        for name in all.filter({ $0 == first }) + all.filter({ $0 != first }) {
            do {
                let shard = try await households.shards.shard(for: name)
                if try await shard.read({ try PurchaseTable.has(original, $0) }) { return name }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                isComplete = false
            }
        }
        guard isComplete else { throw ProfilesError.purchaseUndecided }
        return nil
    }

    // MARK: Notifications

    private func apply(_ text: String) async throws -> StoreNotificationOutcome.Kind {
        guard let notification = try store.notification(text) else { return .notAboutPlans }
        let transaction = notification.transaction
        guard let household = try await household(of: transaction) else { return .unknownPurchase }
        return try await claims.holding(transaction.original, for: household) {
            let shard = try await households.shards.shard(for: household)
            let outcome = try await shard.write { db -> StoreNotificationOutcome.Kind in
                var outcome = StoreNotificationOutcome.Kind.applied
                guard try PurchaseTable.note(notification: notification.id, db) else { return .duplicate }
                _ = try change(in: shard, db) { state in
                    let known = state.purchases.first { $0.latest.original == transaction.original }
                    var purchase = try known ?? Self.begin(transaction, in: state)
                    if !purchase.apply(notification) { outcome = .outdated }
                    return purchase
                }
                return outcome
            }
            try await households.endOutdatedTokens(in: shard, of: household)
            return outcome
        }
    }

    /// The household that has a purchase, or that it was bought for.
    private func household(of transaction: StoreTransaction) async throws -> String? {
        if let owner = try await owner(of: transaction.original, first: nil) { return owner }
        guard let account = transaction.account else { return nil }
        return households.shards.households().first {
            households.shards.identity(of: $0)?.accountToken == account
        }
    }

    // MARK: Changes

    /// Stores a purchase; when the plan that tokens name becomes another one, they end, and the services are told.
    private func change(
        in shard: Shard, _ db: Database, _ body: (HouseholdState) throws -> Purchase
    ) throws -> HouseholdState {
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        let before = households.plans.current(state)
        try PurchaseTable.put(try body(state), db)
        guard let changed = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        let after = households.plans.current(changed)
        guard !after.hasSameClaims(as: before) else { return changed }
        _ = try PolicyGenerationTable.raise(\.kids, db)
        let generations = try PolicyGenerationTable.raise(\.adults, db)
        let event = PlanChanged(plan: after.plan, ends: after.ends.map { Date(milliseconds: $0) })
        try shard.outbox.append(ProfilesEvent(policyGenerations: generations, planChanged: event), db)
        return try HouseholdTable.state(db) ?? changed
    }
}

extension HouseholdIdentity {
    /// The identity as a UUID (RFC 9562), in which form the store takes it with a purchase.
    fileprivate var accountToken: String {
        var parts: [Substring] = []
        var rest = Substring(text)
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts.joined(separator: "-")
    }
}
