public import Foundation
public import HearthModel

/// A setting of a profile as clients show it: its name, type, default, range and one line of help.
///
/// ``all`` is the whole table; over RPC it is ``Profiles/DescribeSettings``, so that no client repeats it.
public struct SettingDefinition: Codable, Sendable, Hashable {
    /// The name, by which it is read and changed.
    public var name: SettingName
    /// The type of its values: which field of ``SettingValue`` is present.
    public var type: SettingType
    /// The value until it is changed; absent where there is none.
    public var defaultValue: SettingValue?
    /// The least number, or the fewest entries of a list.
    public var minimum: Double?
    /// The greatest number, the most characters of a text, or the most entries of a list.
    public var maximum: Double?
    /// The step of a control, a hint: values between are taken.
    public var step: Double?
    /// The unit of a number: `s`, `GB`, `days`.
    public var unit: String?
    /// The values of a choice.
    public var choices: [String]?
    /// A setting that must be on for this one to have an effect.
    public var requires: SettingName?
    /// Who may change it.
    public var changedBy: SettingAuthor
    /// One line of help.
    public var help: String

    /// Describes a setting.
    init(
        _ name: SettingName, _ type: SettingType, _ defaultValue: SettingValue? = nil,
        _ range: ClosedRange<Double>? = nil, step: Double? = nil, unit: String? = nil, choices: [String]? = nil,
        requires: SettingName? = nil, by changedBy: SettingAuthor = .adults, help: String
    ) {
        (self.name, self.type, self.defaultValue) = (name, type, defaultValue)
        (minimum, maximum, self.step, self.unit) = (range?.lowerBound, range?.upperBound, step, unit)
        (self.choices, self.requires, self.changedBy, self.help) = (choices, requires, changedBy, help)
    }
}

/// A setting's name.
public struct SettingName: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether titles rated NC-17 or marked adult are hidden from an adult profile.
    public static let hideAdultContent = SettingName(rawValue: "hideAdultContent")
    /// More space, a stronger focus and bigger targets.
    public static let accessibilityModeEnabled = SettingName(rawValue: "accessibilityModeEnabled")
    /// Playback goes on in a small window.
    public static let enablePiP = SettingName(rawValue: "enablePiP")
    /// The next streams are loaded before they are asked for.
    public static let enablePreBuffer = SettingName(rawValue: "enablePreBuffer")
    /// How long before the end the next one is loaded, in seconds.
    public static let preBufferTimeSeconds = SettingName(rawValue: "preBufferTimeSeconds")
    /// Skipping intros and recaps is offered.
    public static let enableSkipIntro = SettingName(rawValue: "enableSkipIntro")
    /// They are skipped without being asked.
    public static let autoSkipIntro = SettingName(rawValue: "autoSkipIntro")
    /// The state of the profile's devices is kept in step.
    public static let enableCloudSync = SettingName(rawValue: "enableCloudSync")
    /// When its devices were last in step.
    public static let lastCloudSyncDate = SettingName(rawValue: "lastCloudSyncDate")
    /// What is playing is shown on lock screens.
    public static let enableLiveActivities = SettingName(rawValue: "enableLiveActivities")
    /// The space for its downloads, in GB.
    public static let maxDownloadStorageGB = SettingName(rawValue: "maxDownloadStorageGB")
    /// The quality of downloads.
    public static let downloadQuality = SettingName(rawValue: "downloadQuality")
    /// A download is deleted when it was watched.
    public static let autoDeleteWatchedDownloads = SettingName(rawValue: "autoDeleteWatchedDownloads")
    /// When a download that is not watched expires, in days.
    public static let downloadExpirationDays = SettingName(rawValue: "downloadExpirationDays")
    /// The queue is filled with suggestions.
    public static let enableAutoQueue = SettingName(rawValue: "enableAutoQueue")
    /// How many suggestions are queued at a time.
    public static let autoQueueSuggestions = SettingName(rawValue: "autoQueueSuggestions")
    /// How many titles the queue holds.
    public static let maxQueueSize = SettingName(rawValue: "maxQueueSize")
    /// The queue is emptied when a device switches to another profile.
    public static let clearQueueOnProfileSwitch = SettingName(rawValue: "clearQueueOnProfileSwitch")
    /// A title in focus plays a preview.
    public static let enableHoverPreviews = SettingName(rawValue: "enableHoverPreviews")
    /// How long a title is in focus before that, in seconds.
    public static let hoverPreviewDelay = SettingName(rawValue: "hoverPreviewDelay")
    /// The swipe deck was explained once.
    public static let hasSeenSwipeTutorial = SettingName(rawValue: "hasSeenSwipeTutorial")
    /// The countdown before the next episode, in seconds.
    public static let autoPlayCountdownSeconds = SettingName(rawValue: "autoPlayCountdownSeconds")
    /// The quality to begin with.
    public static let preferredQuality = SettingName(rawValue: "preferredQuality")
    /// The spoken language, by BCP 47.
    public static let preferredAudioLanguage = SettingName(rawValue: "preferredAudioLanguage")
    /// The language of subtitles, by BCP 47.
    public static let subtitleLanguage = SettingName(rawValue: "subtitleLanguage")
    /// Playback begins with subtitles.
    public static let subtitlesOn = SettingName(rawValue: "subtitlesOn")
    /// The services that it subscribes to, by TMDB's numbers.
    public static let subscribedProviders = SettingName(rawValue: "subscribedProviders")
    /// The colours of clients.
    public static let theme = SettingName(rawValue: "theme")
    /// The background is coloured by a title's mood.
    public static let moodVisuals = SettingName(rawValue: "moodVisuals")
    /// Its recent searches are kept.
    public static let keepSearchHistory = SettingName(rawValue: "keepSearchHistory")
}

/// The type of a setting's values.
public struct SettingType: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// On or off: ``SettingValue/boolean``.
    public static let boolean = SettingType(rawValue: "boolean")
    /// A whole number: ``SettingValue/integer``.
    public static let integer = SettingType(rawValue: "integer")
    /// A number: ``SettingValue/decimal``.
    public static let decimal = SettingType(rawValue: "decimal")
    /// One of ``SettingDefinition/choices``: ``SettingValue/text``.
    public static let choice = SettingType(rawValue: "choice")
    /// A language by BCP 47, such as `de` or `pt-BR`: ``SettingValue/text``.
    public static let language = SettingType(rawValue: "language")
    /// Several of TMDB's numbers of watch providers: ``SettingValue/numbers``.
    public static let providers = SettingType(rawValue: "providers")
    /// A time: ``SettingValue/date``.
    public static let date = SettingType(rawValue: "date")
}

/// Who may change a setting.
public struct SettingAuthor: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Adults for themselves, for guests and kids; a kids profile not for itself.
    public static let adults = SettingAuthor(rawValue: "adults")
    /// A kids profile as well: it makes using a client more comfortable.
    public static let everyone = SettingAuthor(rawValue: "everyone")
    /// No person: a service writes it.
    public static let services = SettingAuthor(rawValue: "services")
}

/// A setting's value: exactly one field is present, as its ``SettingDefinition/type`` says.
public struct SettingValue: Codable, Sendable, Hashable {
    /// On or off.
    public var boolean: Bool?
    /// A whole number.
    public var integer: Int64?
    /// A number.
    public var decimal: Double?
    /// A choice or a language.
    public var text: String?
    /// Numbers, each once.
    public var numbers: [Int64]?
    /// A time.
    public var date: Date?

    /// On or off.
    public static func boolean(_ value: Bool) -> Self { Self(boolean: value) }
    /// A whole number.
    public static func integer(_ value: Int64) -> Self { Self(integer: value) }
    /// A number.
    public static func decimal(_ value: Double) -> Self { Self(decimal: value) }
    /// A choice or a language.
    public static func text(_ value: String) -> Self { Self(text: value) }
    /// Numbers.
    public static func numbers(_ value: [Int64]) -> Self { Self(numbers: value) }
    /// A time.
    public static func date(_ value: Date) -> Self { Self(date: value) }
}
