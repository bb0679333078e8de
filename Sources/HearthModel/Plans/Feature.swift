public import RPC

/// A feature that a household's plan has or has not. ``FeatureDefinition/all`` is the whole table.
public struct Feature: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Downloads for offline playback.
    public static let downloads = Feature(rawValue: "downloads")
    /// Devices are kept in step, continue watching included.
    public static let deviceSync = Feature(rawValue: "deviceSync")
    /// Recommendations by what a profile likes.
    public static let personalisedRecommendations = Feature(rawValue: "personalisedRecommendations")
    /// Why a profile would like a title.
    public static let insights = Feature(rawValue: "insights")
    /// What was watched, when and how long.
    public static let statistics = Feature(rawValue: "statistics")
    /// What is playing, on lock screens.
    public static let liveActivities = Feature(rawValue: "liveActivities")
    /// Other colours of clients than dark, light and high contrast.
    public static let themes = Feature(rawValue: "themes")
    /// Backgrounds by a title's mood.
    public static let moodVisuals = Feature(rawValue: "moodVisuals")
    /// The export to other services, made on request or by schedule.
    public static let exportService = Feature(rawValue: "exportService")
    /// Streams and downloads of more than 1080 lines.
    public static let qualityAbove1080p = Feature(rawValue: "qualityAbove1080p")
    /// More profiles than the free plan has.
    public static let moreProfiles = Feature(rawValue: "moreProfiles")
    /// Members of their own, who sign in and share lists.
    public static let householdSharing = Feature(rawValue: "householdSharing")

    /// Playing what the library has.
    public static let playback = Feature(rawValue: "playback")
    /// Streams that were opened are kept for 24 hours.
    public static let recentStreams = Feature(rawValue: "recentStreams")
    /// Streams of one title are one title.
    public static let grouping = Feature(rawValue: "grouping")
    /// Films of a series in their order.
    public static let franchises = Feature(rawValue: "franchises")
    /// Searching the library and the guide.
    public static let search = Feature(rawValue: "search")
    /// Summaries of titles.
    public static let summaries = Feature(rawValue: "summaries")
    /// What makes clients usable for everyone.
    public static let accessibility = Feature(rawValue: "accessibility")
    /// Viewing policies, the PIN, limits for kids, and their reports.
    public static let safety = Feature(rawValue: "safety")
    /// Taking one's own data along.
    public static let ownData = Feature(rawValue: "ownData")
}

/// A feature as the table has it: which plans include it.
public struct FeatureDefinition: Codable, Sendable, Hashable {
    /// Its name.
    public var name: Feature
    /// One line of help.
    public var help: String
    /// Whether the free plan has it. Premium has everything.
    public var isInFree: Bool
    /// For how many days it stays open after premium has ended; absent: it ends with the plan.
    public var openDaysAfterEnd: Int32?

    /// Describes a feature.
    init(_ name: Feature, isInFree: Bool = false, openDaysAfterEnd: Int32? = nil, _ help: String) {
        (self.name, self.help, self.isInFree) = (name, help, isInFree)
        self.openDaysAfterEnd = openDaysAfterEnd
    }
}

extension FeatureDefinition {
    /// The table, in the order in which clients show it. Over RPC it is `Profiles.ListFeatures`.
    public static let all: [FeatureDefinition] = [
        FeatureDefinition(.downloads, "Download titles for offline playback."),
        FeatureDefinition(.deviceSync, "Keep devices in step, and continue watching on another one."),
        FeatureDefinition(.personalisedRecommendations, "Recommendations by what a profile likes."),
        FeatureDefinition(.insights, "Why a profile would like a title."),
        FeatureDefinition(.statistics, "What was watched, when and how long."),
        FeatureDefinition(.liveActivities, "What is playing, on the lock screen."),
        FeatureDefinition(.themes, "Further themes; dark, light and high contrast are in every plan."),
        FeatureDefinition(.moodVisuals, "Backgrounds by a title's mood."),
        FeatureDefinition(
            .exportService, openDaysAfterEnd: PlanRules.exportDaysAfterEnd,
            "Export to other services, on request or by schedule."),
        FeatureDefinition(.qualityAbove1080p, "Streams and downloads of more than 1080 lines."),
        FeatureDefinition(
            .moreProfiles, "More than \(PlanRules.freeProfiles) profiles; the others stay, and are read-only."),
        FeatureDefinition(.householdSharing, "Members of their own, who sign in and share lists."),
        FeatureDefinition(.playback, isInFree: true, "Play what the library has."),
        FeatureDefinition(.recentStreams, isInFree: true, "Find streams of the last 24 hours again."),
        FeatureDefinition(.grouping, isInFree: true, "The streams of one title in one place."),
        FeatureDefinition(.franchises, isInFree: true, "The films of a series in their order."),
        FeatureDefinition(.search, isInFree: true, "Search the library and the guide."),
        FeatureDefinition(.summaries, isInFree: true, "Summaries of titles."),
        FeatureDefinition(.accessibility, isInFree: true, "What makes clients usable for everyone."),
        FeatureDefinition(.safety, isInFree: true, "Viewing policies, the PIN, limits for kids, and their reports."),
        FeatureDefinition(.ownData, isInFree: true, "Take your own data along."),
    ]

    /// A feature's row; nil for a name that this version does not know.
    public static func of(_ feature: Feature) -> FeatureDefinition? { all.first { $0.name == feature } }
}

extension CallAccess {
    /// Only for a person whose household's plan has this feature. Services on their own behalf need no plan.
    public func needing(_ feature: Feature) -> CallAccess { needing(entitlement: feature.rawValue) }
}
