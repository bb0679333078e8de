public import Foundation
public import HearthModel
public import RPC

extension Profiles {
    /// The table of features: which plan has them, and whether the caller has.
    public struct ListFeatures: Request {
        public typealias Response = FeatureList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// The household's plan, how it stands, and what happens next.
    public struct GetPlan: Request {
        public typealias Response = PlanInfo
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }
}

/// The table of features for a caller.
public struct FeatureList: Codable, Sendable, Hashable {
    /// The features, in the order in which clients show them.
    public var features: [FeatureState]

    /// Creates the list.
    public init(features: [FeatureState]) { self.features = features }
}

/// A feature, and whether the caller has it.
public struct FeatureState: Codable, Sendable, Hashable {
    /// The feature.
    public var name: Feature
    /// One line of help.
    public var help: String
    /// Whether the free plan has it.
    public var isInFree: Bool
    /// Whether premium has it.
    public var isInPremium: Bool
    /// Whether the caller's household has it now.
    public var isAvailable: Bool
    /// Until when it is available; absent: it does not end, or is not available.
    public var availableUntil: Date?

    /// Creates the row.
    public init(_ definition: FeatureDefinition, isAvailable: Bool, availableUntil: Date? = nil) {
        (name, help, isInFree, isInPremium) = (definition.name, definition.help, definition.isInFree, true)
        (self.isAvailable, self.availableUntil) = (isAvailable, availableUntil)
    }
}

/// A household's plan.
public struct PlanInfo: Codable, Sendable, Hashable {
    /// The plan in force.
    public var plan: Plan
    /// How a purchase of it stands; ``PlanState/none`` where nothing was bought.
    public var state: PlanState
    /// What decides the plan.
    public var source: PlanSource
    /// Since when it is in this state, for a purchase.
    public var since: Date?
    /// When it ends or ended; absent: it does not end.
    public var ends: Date?
    /// The product that was bought.
    public var product: String?
    /// Whether another person bought it, and shares it with this one by the store's family sharing.
    public var isFamilyShared: Bool?
    /// What happens next by itself.
    public var next: PlanStep
    /// The profiles that only read while the free plan is in force; the others stay as they are.
    public var readOnlyProfiles: [String]
    /// What the store sells; empty where no store is configured.
    public var offers: [PlanOffer]
    /// The household as a UUID: a client gives it to the store with a purchase (`appAccountToken`), which binds the purchase
    /// to this household. Absent for a kids profile.
    public var accountToken: String?

    /// Creates the description.
    public init(
        plan: Plan, state: PlanState, source: PlanSource, since: Date? = nil, ends: Date? = nil, product: String? = nil,
        isFamilyShared: Bool? = nil, next: PlanStep, readOnlyProfiles: [String] = [], offers: [PlanOffer] = [],
        accountToken: String? = nil
    ) {
        (self.plan, self.state, self.source, self.since, self.ends) = (plan, state, source, since, ends)
        (self.product, self.isFamilyShared, self.next) = (product, isFamilyShared, next)
        (self.readOnlyProfiles, self.offers, self.accountToken) = (readOnlyProfiles, offers, accountToken)
    }
}

/// How a purchase of a plan stands.
public struct PlanState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing was bought.
    public static let none = PlanState(rawValue: "none")
    /// It is tried for free.
    public static let trial = PlanState(rawValue: "trial")
    /// It is paid.
    public static let active = PlanState(rawValue: "active")
    /// The store could not renew it, and tries on; the plan is in force.
    public static let grace = PlanState(rawValue: "grace")
    /// It has ended.
    public static let expired = PlanState(rawValue: "expired")
    /// The store refunded it, or its sharing ended.
    public static let revoked = PlanState(rawValue: "revoked")

    /// Whether the plan is in force in this state.
    public var isInForce: Bool { [.trial, .active, .grace].contains(self) }
}

/// What decides a household's plan.
public struct PlanSource: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The service's configuration, or its default: premium.
    public static let configuration = PlanSource(rawValue: "configuration")
    /// A purchase.
    public static let store = PlanSource(rawValue: "store")
}

/// What happens to a plan by itself.
public struct PlanStep: Codable, Sendable, Hashable {
    /// The step.
    public var kind: Kind
    /// When; absent where nothing happens, or it is not known.
    public var at: Date?

    /// Creates the step.
    public init(_ kind: Kind, at: Date? = nil) { (self.kind, self.at) = (kind, at) }

    /// The steps.
    public struct Kind: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing.
        public static let nothing = Kind(rawValue: "nothing")
        /// The store renews it.
        public static let renews = Kind(rawValue: "renews")
        /// It ends: the store does not renew it, or has tried to in vain.
        public static let ends = Kind(rawValue: "ends")
        /// The plan has ended, and the export closes.
        public static let exportCloses = Kind(rawValue: "exportCloses")
    }
}

/// A product that the store sells.
public struct PlanOffer: Codable, Sendable, Hashable {
    /// Its id in the store.
    public var product: String
    /// The period that it is paid for: `month` or `year`.
    public var period: String
    /// Its price as configured, `4.99 USD`; the store shows the price that it charges.
    public var price: String
    /// For how many days it can be tried for free, once a household.
    public var trialDays: Int32

    /// Describes a product.
    public init(product: String, period: String, price: String, trialDays: Int32) {
        (self.product, self.period, self.price, self.trialDays) = (product, period, price, trialDays)
    }
}
