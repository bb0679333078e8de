public import Foundation
public import HearthModel
public import RPC

extension Profiles {
    /// Takes a purchase over: a transaction as the App Store signs it (JWS, ES256, certificates in `x5c`).
    ///
    /// Verified are the chain to the configured root at the time of the signature, the signature, bundle, environment, product,
    /// and that no other household has the purchase. The same transaction once more, or an older one, changes nothing. Tokens
    /// with another plan end when it changes.
    public struct RedeemTransaction: Request {
        public typealias Response = PlanInfo
        // What is stored follows from the transaction alone.
        public static let safety = CallSafety.idempotent
        public static let access = Profiles.adults.orReadOnly()
        public static let timeout = Duration.seconds(30)

        /// The signed transaction.
        public var transaction: String

        /// Creates the request.
        public init(transaction: String) { self.transaction = transaction }
    }

    /// Applies a notification of the App Store (version 2): a renewal, a failed one, an end, a refund.
    ///
    /// It needs no token: the store's signature is its proof, and the purchase in it names the household. Doubled and outdated
    /// notifications change nothing.
    public struct ApplyStoreNotification: Request {
        public typealias Response = StoreNotificationOutcome
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.anyone
        public static let timeout = Duration.seconds(30)

        /// The field `signedPayload` of the store's request.
        public var signedPayload: String

        /// Creates the request.
        public init(signedPayload: String) { self.signedPayload = signedPayload }
    }
}

/// What came of a notification. It names no household: the caller may be anyone.
public struct StoreNotificationOutcome: Codable, Sendable, Hashable {
    /// The outcome.
    public var outcome: Kind

    /// Creates the response.
    public init(_ outcome: Kind) { self.outcome = outcome }

    /// The outcomes. With each of them the store has nothing to send again.
    public struct Kind: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is stored.
        public static let applied = Kind(rawValue: "applied")
        /// It had been applied before.
        public static let duplicate = Kind(rawValue: "duplicate")
        /// A later one had been applied before.
        public static let outdated = Kind(rawValue: "outdated")
        /// No household has redeemed its purchase yet.
        public static let unknownPurchase = Kind(rawValue: "unknownPurchase")
        /// It is of a kind that changes no plan, such as the store's test.
        public static let notAboutPlans = Kind(rawValue: "notAboutPlans")
    }
}

/// A household's plan has changed, for other services. Tokens carry it: this is for what services do without a caller.
public struct PlanChanged: Codable, Sendable, Hashable {
    /// The plan.
    public var plan: Plan
    /// When it ends; absent: it does not end.
    public var ends: Date?

    /// Creates the event.
    public init(plan: Plan, ends: Date? = nil) { (self.plan, self.ends) = (plan, ends) }
}
