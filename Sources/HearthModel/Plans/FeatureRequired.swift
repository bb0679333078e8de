public import RPC

/// An error detail of any service, with FAILED_PRECONDITION: the household's plan lacks a feature. Nothing was changed.
///
/// The code is not PERMISSION_DENIED: the caller has the right, and the household's plan has to change first.
public struct FeatureRequired: RPCDetail {
    public static let typeName = "hearth.FeatureRequired"

    /// The feature.
    public var feature: Feature
    /// The plan that has it.
    public var plan: String
    /// Whether the call was refused because the acting profile is read-only: it is beyond those of the free plan. Absent:
    /// the method itself needs the feature.
    public var isProfileReadOnly: Bool?

    /// Makes the detail.
    public init(feature: Feature, plan: String = PlanRules.premium, isProfileReadOnly: Bool? = nil) {
        (self.feature, self.plan, self.isProfileReadOnly) = (feature, plan, isProfileReadOnly)
    }
}

extension RPCError {
    /// The error for a call that needs a feature which the household's plan lacks.
    ///
    /// - Parameter what: the method or setting, for the message.
    public static func featureRequired(_ feature: Feature, for what: String) -> RPCError {
        RPCError(
            .failedPrecondition,
            "\(what) needs \(feature), which the plan \(PlanRules.premium) has. The owner can begin it: "
                + "`hearth plan show` says how the household's plan stands.",
            executed: .no, details: [RPCErrorDetail(FeatureRequired(feature: feature))])
    }

    /// The error for a change that a read-only profile calls for.
    public static func profileReadOnly(_ what: String) -> RPCError {
        RPCError(
            .failedPrecondition,
            "This profile is read-only: the free plan has \(PlanRules.freeProfiles) profiles, and \(what) changes something. "
                + "Act as one of those, which `hearth plan show` names, or begin \(PlanRules.premium) again.",
            executed: .no,
            details: [RPCErrorDetail(FeatureRequired(feature: .moreProfiles, isProfileReadOnly: true))])
    }
}
