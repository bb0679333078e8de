public import RPC

/// What a household's plan comes to, decided here only, from the claims of a token: every service asks it.
public enum PlanRules {
    /// Profiles that the free plan has.
    public static let freeProfiles = 2
    /// How long the export stays open after premium has ended, in days.
    public static let exportDaysAfterEnd: Int32 = 30
    /// The plan's name, in tokens and on the wire, that has every feature.
    public static let premium = "premium"
    /// The most lines of a picture that a plan without ``Feature/qualityAbove1080p`` plays.
    public static let linesWithoutFeature = 1_080

    /// Whether a plan has a feature.
    ///
    /// - Parameters:
    ///   - plan: the plan's name; nil counts as free.
    ///   - ends: when it ends, or when the last one ended, in seconds since 1970; nil: it does not end.
    ///   - time: the time in question.
    public static func hasFeature(_ feature: Feature, plan: String?, ends: Int64?, at time: WallTime) -> Bool {
        let definition = FeatureDefinition.of(feature)
        if definition?.isInFree == true || isPremium(plan, ends: ends, at: time) { return true }
        guard let ends, let days = definition?.openDaysAfterEnd else { return false }
        return time < end(ends).advanced(by: .seconds(Int64(days) * 86_400))
    }

    /// Whether a plan is premium and has not ended.
    public static func isPremium(_ plan: String?, ends: Int64?, at time: WallTime) -> Bool {
        plan == premium && (ends.map { time < end($0) } ?? true)
    }

    /// A number of seconds since 1970 as a time, or the last one there is.
    private static func end(_ seconds: Int64) -> WallTime {
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return WallTime(nanosecondsSince1970: overflow ? (seconds < 0 ? .min : .max) : nanoseconds)
    }
}

extension Viewer {
    /// Whether the caller may use a feature now: by its household's plan, or as a service on its own behalf.
    public func hasFeature(_ feature: Feature, at time: WallTime) -> Bool {
        service != nil || PlanRules.hasFeature(feature, plan: plan, ends: planExpires, at: time)
    }

    /// The most lines of a picture that the caller's plan plays now; nil for any.
    public func maximumLines(at time: WallTime) -> Int? {
        hasFeature(.qualityAbove1080p, at: time) ? nil : PlanRules.linesWithoutFeature
    }

    /// Whether the acting profile only reads: it is beyond those of the free plan, and no other plan holds.
    public func isReadOnly(at time: WallTime) -> Bool {
        isBeyondFree && service == nil && !PlanRules.isPremium(plan, ends: planExpires, at: time)
    }
}
