extension SettingDefinition {
    /// What players do with the parts of a title, and when they ask whether the viewer is still watching.
    static let whilePlaying =
        segments + [
            SettingDefinition(
                .stillWatchingTitles, .integer, .integer(3), 0...10, by: .everyone,
                help: "After how many titles played by themselves it is asked whether it still watches; 0: never."),
            SettingDefinition(
                .stillWatchingMinutes, .integer, .integer(0), 0...480, step: 30, unit: "min", by: .everyone,
                help: "After how many minutes without an input it is asked whether it still watches; 0: never."),
        ]

    /// The choices of a part. Never reorder: services store their index.
    private static let choices = ["auto", "play", "ask", "skip"]

    private static let segments = [
        SettingDefinition(
            .introAction, .choice, .text("auto"), choices: choices, by: .everyone,
            help: "Openings: play, ask, or skip from the second time on; auto is as autoSkipIntro says."),
        SettingDefinition(
            .recapAction, .choice, .text("auto"), choices: choices, by: .everyone,
            help: "Recaps: play, ask, or skip; auto is as autoSkipIntro says. Without enableSkipIntro they play."),
        SettingDefinition(
            .teaserAction, .choice, .text("auto"), choices: choices, by: .everyone,
            help: "Parts before an opening: play, ask, or skip; auto plays them."),
        SettingDefinition(
            .creditsAction, .choice, .text("auto"), choices: choices, by: .everyone,
            help: "Credits: play, ask, or skip; auto asks."),
        SettingDefinition(
            .previewAction, .choice, .text("auto"), choices: choices, by: .everyone,
            help: "Previews of the next episode: play, ask, or skip; auto asks."),
    ]
}

extension SettingName {
    /// What is done with openings.
    public static let introAction = SettingName(rawValue: "introAction")
    /// What is done with recaps.
    public static let recapAction = SettingName(rawValue: "recapAction")
    /// What is done with parts before an opening.
    public static let teaserAction = SettingName(rawValue: "teaserAction")
    /// What is done with credits.
    public static let creditsAction = SettingName(rawValue: "creditsAction")
    /// What is done with previews of the next episode.
    public static let previewAction = SettingName(rawValue: "previewAction")
    /// After how many titles played by themselves the viewer is asked.
    public static let stillWatchingTitles = SettingName(rawValue: "stillWatchingTitles")
    /// After how many minutes without an input the viewer is asked.
    public static let stillWatchingMinutes = SettingName(rawValue: "stillWatchingMinutes")
}
