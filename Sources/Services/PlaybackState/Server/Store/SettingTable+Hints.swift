internal import GRDB
internal import PlaybackStateAPI
internal import ProfilesAPI

extension SettingTable {
    /// The followed settings of what happens while a title plays; choices as their index.
    static let followedWhilePlaying: [SettingName] =
        [
            .stillWatchingTitles, .stillWatchingMinutes, .enablePreBuffer, .preBufferTimeSeconds, .preferredQuality,
        ] + segments.map(\.name)

    private static let segments: [(kind: SegmentKind, name: SettingName)] = [
        (.intro, .introAction), (.recap, .recapAction), (.teaser, .teaserAction), (.credits, .creditsAction),
        (.preview, .previewAction),
    ]

    /// The value of a setting as it is stored; nil when it has another type.
    static func stored(_ value: SettingValue, of name: SettingName) -> Int64? {
        if let number = value.integer ?? value.boolean.map({ $0 ? 1 : 0 }) { return number }
        return value.text.flatMap { text in
            SettingDefinition.of(name)?.choices?.firstIndex(of: text).map(Int64.init)
        }
    }

    /// A profile's settings for hints, in one read.
    static func hintSettings(of profile: String, _ db: Database) throws -> HintRules.Settings {
        let statement = try db.cachedStatement(sql: "SELECT name, value FROM setting WHERE profile = ?")
        let changed = Dictionary(
            try Row.fetchAll(statement, arguments: [profile]).map { ($0[0] as String, $0[1] as Int64) }
        ) { first, _ in first }
        var settings = HintRules.Settings()
        let (offersSkipping, skips) = (
            value(of: .enableSkipIntro, changed) != 0, value(of: .autoSkipIntro, changed) != 0
        )
        for (kind, name) in segments {
            settings.actions[kind] = action(on: kind, choice: value(of: name, changed), offersSkipping, skips)
        }
        settings.countdownSeconds = Int32(clamping: value(of: .autoPlayCountdownSeconds, changed))
        settings.prebufferSeconds =
            value(of: .enablePreBuffer, changed) != 0 ? Double(value(of: .preBufferTimeSeconds, changed)) : nil
        settings.stillWatchingTitles = value(of: .stillWatchingTitles, changed)
        settings.stillWatchingMinutes = value(of: .stillWatchingMinutes, changed)
        return settings
    }

    /// The value that a profile has set, or the default.
    private static func value(of name: SettingName, _ changed: [String: Int64]) -> Int64 {
        if let value = changed[name.rawValue] { return value }
        return SettingDefinition.of(name)?.defaultValue.flatMap { stored($0, of: name) } ?? 0
    }

    /// What is done with a kind of part, by its choice's index; openings and recaps also by `enableSkipIntro` and
    /// `autoSkipIntro`.
    private static func action(
        on kind: SegmentKind, choice: Int64, _ offersSkipping: Bool, _ skips: Bool
    ) -> SegmentAction {
        let isOpening = kind == .intro || kind == .recap
        if isOpening, !offersSkipping { return .play }
        switch choice {
        case 1: return .play
        case 2: return .ask
        case 3: return .skip
        default:
            if isOpening { return skips ? .skip : .ask }
            return kind == .teaser ? .play : .ask
        }
    }

    /// The most lines of a picture that a profile prefers; nil for the best that there is.
    static func preferredLines(of profile: String, _ db: Database) throws -> Int? {
        let choice = Int(try integer(.preferredQuality, of: profile, db))
        return VariantOrder.preferences.indices.contains(choice) ? VariantOrder.preferences[choice] : nil
    }
}
