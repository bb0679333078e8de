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

    public static let hideAdultContent = SettingName(rawValue: "hideAdultContent")
    public static let accessibilityModeEnabled = SettingName(rawValue: "accessibilityModeEnabled")
    public static let enablePiP = SettingName(rawValue: "enablePiP")
    public static let enablePreBuffer = SettingName(rawValue: "enablePreBuffer")
    public static let preBufferTimeSeconds = SettingName(rawValue: "preBufferTimeSeconds")
    public static let enableSkipIntro = SettingName(rawValue: "enableSkipIntro")
    public static let autoSkipIntro = SettingName(rawValue: "autoSkipIntro")
    public static let enableCloudSync = SettingName(rawValue: "enableCloudSync")
    public static let lastCloudSyncDate = SettingName(rawValue: "lastCloudSyncDate")
    public static let enableLiveActivities = SettingName(rawValue: "enableLiveActivities")
    public static let maxDownloadStorageGB = SettingName(rawValue: "maxDownloadStorageGB")
    public static let downloadQuality = SettingName(rawValue: "downloadQuality")
    public static let autoDeleteWatchedDownloads = SettingName(rawValue: "autoDeleteWatchedDownloads")
    public static let downloadExpirationDays = SettingName(rawValue: "downloadExpirationDays")
    public static let enableAutoQueue = SettingName(rawValue: "enableAutoQueue")
    public static let autoQueueSuggestions = SettingName(rawValue: "autoQueueSuggestions")
    public static let maxQueueSize = SettingName(rawValue: "maxQueueSize")
    public static let clearQueueOnProfileSwitch = SettingName(rawValue: "clearQueueOnProfileSwitch")
    public static let enableHoverPreviews = SettingName(rawValue: "enableHoverPreviews")
    public static let hoverPreviewDelay = SettingName(rawValue: "hoverPreviewDelay")
    public static let hasSeenSwipeTutorial = SettingName(rawValue: "hasSeenSwipeTutorial")
    public static let autoPlayCountdownSeconds = SettingName(rawValue: "autoPlayCountdownSeconds")
    public static let preferredQuality = SettingName(rawValue: "preferredQuality")
    public static let preferredAudioLanguage = SettingName(rawValue: "preferredAudioLanguage")
    public static let subtitleLanguage = SettingName(rawValue: "subtitleLanguage")
    public static let subtitlesOn = SettingName(rawValue: "subtitlesOn")
    public static let subscribedProviders = SettingName(rawValue: "subscribedProviders")
    public static let theme = SettingName(rawValue: "theme")
    public static let moodVisuals = SettingName(rawValue: "moodVisuals")
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
}
