internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// Decides which plan a household has now. This is the only place that does; tokens carry it to every service.
struct HouseholdPlans: Sendable {
    private let configured: Plan?
    private let offers: [PlanOffer]
    private let runtime: any Runtime

    init(_ configuration: PlanConfiguration, runtime: any Runtime) {
        (configured, offers, self.runtime) = (configuration.plan, configuration.store?.offers ?? [], runtime)
    }

    /// The plan of a household.
    func current(_ state: HouseholdState) -> CurrentPlan {
        CurrentPlan(
            base: configured ?? state.household.plan, purchases: state.purchases,
            at: runtime.wallTime.millisecondsSince1970)
    }

    /// The profiles that only read without premium: all but the owner's own and the oldest ones, in the household's order.
    static func beyondFree(_ state: HouseholdState) -> [ProfileRow] {
        let own = state.owner.flatMap(state.profile(of:))
        let first = [own].compactMap(\.self) + state.profiles.filter { $0.id != own?.id }
        let kept = Set(first.prefix(PlanRules.freeProfiles).map(\.id))
        return state.profiles.filter { !kept.contains($0.id) }
    }

    /// The plan as callers see it.
    ///
    /// - Parameter account: the household's account token for the store; nil withholds it.
    func info(_ state: HouseholdState, account: String?) -> PlanInfo {
        let current = current(state)
        return PlanInfo(
            plan: current.plan, state: current.state, source: current.source,
            since: current.since.map { Date(milliseconds: $0) }, ends: current.ends.map { Date(milliseconds: $0) },
            product: current.purchase?.latest.product, isFamilyShared: current.purchase?.latest.isFamilyShared,
            next: current.next, readOnlyProfiles: current.plan == .premium ? [] : Self.beyondFree(state).map(\.id),
            offers: offers, accountToken: account)
    }

    /// The table of features for a household.
    func features(_ state: HouseholdState) -> FeatureList {
        let (current, now) = (current(state), runtime.wallTime)
        return FeatureList(
            features: FeatureDefinition.all.map { definition in
                let isAvailable = PlanRules.hasFeature(
                    definition.name, plan: current.plan.rawValue, ends: current.tokenEnds, at: now)
                let extra = Int64(definition.openDaysAfterEnd ?? 0) * CurrentPlan.millisecondsADay
                let end = isAvailable && !definition.isInFree ? current.ends.map { $0 + extra } : nil
                return FeatureState(
                    definition, isAvailable: isAvailable, availableUntil: end.map { Date(milliseconds: $0) })
            })
    }

    /// Passes when a caller's plan has what changes of settings need.
    ///
    /// - Throws: FAILED_PRECONDITION with `FeatureRequired`.
    func check(_ changes: [SettingChange], for viewer: Viewer) throws(RPCError) {
        for change in changes {
            guard let feature = change.requiredFeature, !viewer.hasFeature(feature, at: runtime.wallTime) else {
                continue
            }
            throw .featureRequired(feature, for: change.name.rawValue)
        }
    }
}

/// The plan that a household has at a time.
struct CurrentPlan: Sendable, Hashable {
    let plan: Plan
    let state: PlanState
    let source: PlanSource
    /// Milliseconds since 1970, as ``ends``.
    let since: Int64?
    /// When the plan ends, or when the last one ended; nil: it does not end, or there was none.
    let ends: Int64?
    /// The purchase that decides it, or the last that did.
    let purchase: Purchase?
    /// What happens next by itself.
    let next: PlanStep

    static let millisecondsADay: Int64 = 86_400_000

    /// Decides.
    ///
    /// - Parameters:
    ///   - base: the plan without any purchase.
    ///   - now: milliseconds since 1970.
    init(base: Plan, purchases: [Purchase], at now: Int64) {
        let standings = purchases.map { (purchase: $0, standing: $0.standing(at: now)) }
        let best = standings.max { first, second in
            let (one, other) = (first.standing, second.standing)
            guard one.state.isInForce == other.state.isInForce else { return other.state.isInForce }
            return (one.ends, first.purchase.latest.original) < (other.ends, second.purchase.latest.original)
        }
        (purchase, state) = (best?.purchase, best?.standing.state ?? .none)
        guard base != .premium else {
            // Purchases change nothing, and are shown.
            (plan, source, since, ends, next) = (base, .configuration, nil, nil, PlanStep(.nothing))
            return
        }
        guard let best else {
            (plan, source, since, ends, next) = (base, .configuration, nil, nil, PlanStep(.nothing))
            return
        }
        (source, since, ends) = (.store, best.standing.since, best.standing.ends)
        plan = best.standing.state.isInForce ? .premium : base
        next = Self.next(best.purchase, best.standing.state, best.standing.ends, at: now)
    }

    private static func next(_ purchase: Purchase, _ state: PlanState, _ ends: Int64, at now: Int64) -> PlanStep {
        guard state.isInForce else {
            let closes = ends + Int64(PlanRules.exportDaysAfterEnd) * millisecondsADay
            return now < closes ? PlanStep(.exportCloses, at: Date(milliseconds: closes)) : PlanStep(.nothing)
        }
        let renews = state != .grace && purchase.renewal?.willRenew != false
        return PlanStep(renews ? .renews : .ends, at: Date(milliseconds: ends))
    }

    /// When the plan ends or ended, in whole seconds since 1970, for tokens.
    var tokenEnds: Int64? { ends.map { $0 / 1_000 } }

    /// Whether tokens say the same of both.
    func hasSameClaims(as other: CurrentPlan) -> Bool { (plan, tokenEnds) == (other.plan, other.tokenEnds) }

    /// Whether a profile's token has to say that it is beyond the free plan's: not where premium does not end.
    func limits(_ profile: ProfileRow, in state: HouseholdState) -> Bool {
        (plan != .premium || ends != nil) && HouseholdPlans.beyondFree(state).contains(profile)
    }
}

extension SettingChange {
    /// The feature that the new value needs; nil: every plan has it.
    fileprivate var requiredFeature: Feature? {
        switch name {
        case .moodVisuals: value?.boolean == true ? .moodVisuals : nil
        case .enableCloudSync: value?.boolean == true ? .deviceSync : nil
        case .preferredQuality: value?.text == "4K" ? .qualityAbove1080p : nil
        case .theme:
            value?.text.map { ["dark", "light", "highContrast"].contains($0) } ?? true ? nil : .themes
        default: nil
        }
    }
}
