extension SettingDefinition {
    /// Every setting of a profile, in the order in which clients show them.
    public static let all: [SettingDefinition] =
        content + playing + queue + downloads + clients
        + whilePlaying

    /// The definition of a setting; nil when this version has none of that name.
    public static func of(_ name: SettingName) -> SettingDefinition? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let content = [
        SettingDefinition(
            .hideAdultContent, .boolean, .boolean(false),
            help: "Hide titles rated NC-17 or marked adult from this profile."),
        SettingDefinition(
            .subscribedProviders, .providers, .numbers([]), 0...50,
            help: "The services it subscribes to, by TMDB's numbers: searches can be limited to them."),
        SettingDefinition(
            .keepSearchHistory, .boolean, .boolean(true),
            help: "Keep its recent searches; off deletes those that are kept."),
    ]

    private static let playing = [
        SettingDefinition(
            .enableSkipIntro, .boolean, .boolean(true), by: .everyone, help: "Offer to skip intros and recaps."),
        SettingDefinition(
            .autoSkipIntro, .boolean, .boolean(false), requires: .enableSkipIntro, by: .everyone,
            help: "Skip them without being asked."),
        SettingDefinition(
            .autoPlayCountdownSeconds, .integer, .integer(10), 0...30, step: 5, unit: "s", by: .everyone,
            help: "The countdown before the next episode; 0 plays it at once."),
        SettingDefinition(
            .preferredQuality, .choice, .text("auto"), choices: ["auto", "720p", "1080p", "4K"],
            help: "The quality to begin with."),
        SettingDefinition(
            .preferredAudioLanguage, .language, by: .everyone, help: "The spoken language; without one the household's."
        ),
        SettingDefinition(.subtitleLanguage, .language, by: .everyone, help: "The language of subtitles."),
        SettingDefinition(.subtitlesOn, .boolean, .boolean(false), by: .everyone, help: "Begin with subtitles."),
        SettingDefinition(
            .enablePiP, .boolean, .boolean(true), by: .everyone, help: "Go on in a small window when another app opens."
        ),
        SettingDefinition(
            .enablePreBuffer, .boolean, .boolean(true), help: "Load the next streams before they are asked for."),
        SettingDefinition(
            .preBufferTimeSeconds, .integer, .integer(120), 30...300, step: 30, unit: "s", requires: .enablePreBuffer,
            help: "How long before the end the next one is loaded."),
        SettingDefinition(
            .enableLiveActivities, .boolean, .boolean(true),
            help: "Show what is playing on the lock screens of devices."),
        SettingDefinition(
            .enableCloudSync, .boolean, .boolean(false), help: "Keep the state of this profile's devices in step."),
        SettingDefinition(.lastCloudSyncDate, .date, by: .services, help: "When its devices were last in step."),
    ]

    private static let queue = [
        SettingDefinition(
            .enableAutoQueue, .boolean, .boolean(true), help: "Fill the queue with suggestions when it runs empty."),
        SettingDefinition(
            .autoQueueSuggestions, .integer, .integer(3), 1...10, requires: .enableAutoQueue,
            help: "How many suggestions are queued at a time."),
        SettingDefinition(
            .maxQueueSize, .integer, .integer(50), 10...100, step: 10, help: "How many titles the queue holds."),
        SettingDefinition(
            .clearQueueOnProfileSwitch, .boolean, .boolean(false),
            help: "Empty the queue when a device switches to another profile."),
    ]

    private static let downloads = [
        SettingDefinition(
            .maxDownloadStorageGB, .integer, .integer(10), 1...100, step: 5, unit: "GB",
            help: "The space that its downloads may take."),
        SettingDefinition(
            .downloadQuality, .choice, .text("medium"), choices: ["low", "medium", "high", "auto"],
            help: "The quality of downloads: up to 720p, 1080p or 4K; auto takes the best."),
        SettingDefinition(
            .autoDeleteWatchedDownloads, .boolean, .boolean(false), help: "Delete a download when it was watched."),
        SettingDefinition(
            .downloadExpirationDays, .integer, .integer(30), 7...90, step: 7, unit: "days",
            help: "When a download that is not watched expires."),
    ]

    private static let clients = [
        SettingDefinition(
            .accessibilityModeEnabled, .boolean, .boolean(false), by: .everyone,
            help: "More space, a stronger focus and bigger targets."),
        SettingDefinition(
            .enableHoverPreviews, .boolean, .boolean(true), by: .everyone, help: "Play a preview of a title in focus."),
        SettingDefinition(
            .hoverPreviewDelay, .decimal, .decimal(1), 0.5...3, step: 0.5, unit: "s", requires: .enableHoverPreviews,
            by: .everyone, help: "How long a title is in focus before its preview plays."),
        SettingDefinition(
            .theme, .choice, .text("dark"), choices: ["dark", "light", "highContrast"], by: .everyone,
            help: "The colours of clients."),
        SettingDefinition(
            .moodVisuals, .boolean, .boolean(false), by: .everyone, help: "Colour the background by a title's mood."),
        SettingDefinition(
            .hasSeenSwipeTutorial, .boolean, .boolean(false), by: .everyone, help: "The swipe deck was explained once."),
    ]
}
