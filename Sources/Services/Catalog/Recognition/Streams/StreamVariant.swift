package import CatalogFormats

/// One link of an item, with what distinguishes the links of one film, episode or channel.
package struct StreamVariant: Sendable, Equatable {
    /// The source that the link is from.
    package var source: String
    /// May contain an account: never for logs, errors or search responses.
    package var address: String
    package var headers: [M3UHeaderField]
    package var options: [M3UOption]
    package var quality: StreamQuality?
    package var codec: String?
    package var dynamicRange: String?
    /// ISO 639-1.
    package var languages: [String]
    package var isDubbed: Bool
    package var isSubtitled: Bool
    package var edition: String?
    package var provider: String?
    package var isBackup: Bool
    package var isGeoBlocked: Bool
    package var isNotAlwaysOn: Bool
    /// Recorded from a cinema's screen.
    package var isFromScreen: Bool
    /// The number of a "Server 2" in the list.
    package var server: Int?
    /// The catch-up attributes of a channel.
    package var catchup: M3UCatchup?
    /// The line of the entry in its list.
    package var line: Int

    package init(_ entry: M3UEntry, tags: TitleTags, quality: StreamQuality?, source: String, languages: [String]) {
        self.source = source
        (address, headers, options, line) = (entry.address, entry.headers, entry.options, entry.line)
        (self.quality, codec, dynamicRange) = (quality, tags.codec, tags.dynamicRange)
        (self.languages, isDubbed, isSubtitled) = (languages, tags.isDubbed, tags.isSubtitled)
        (edition, provider) = (tags.edition, tags.provider)
        (isBackup, isGeoBlocked, isNotAlwaysOn) = (tags.isBackup, tags.isGeoBlocked, tags.isNotAlwaysOn)
        isFromScreen = tags.origin == TitleTags.screen
        server = tags.server
        catchup = entry.catchup
    }

    /// The link's own name; empty when nothing sets it apart.
    package var ownName: String {
        var parts: [String] = []
        if let quality { parts.append(quality.name) }
        if let dynamicRange { parts.append(dynamicRange) }
        if let edition { parts.append(edition) }
        if isDubbed || isSubtitled, let language = languages.first {
            parts.append("\(LanguageName.english(for: language)) \(isDubbed ? "Dub" : "Sub")")
        } else if isDubbed || isSubtitled {
            parts.append(isDubbed ? "Dub" : "Sub")
        }
        if isBackup { parts.append("Backup") }
        if let server { parts.append("Server \(server)") }
        return parts.joined(separator: " ")
    }
}

/// English names of languages, for the names of variants.
enum LanguageName {
    private static let names: [String: String] = Dictionary(
        LocaleNames.languages.compactMap { language in language.names.first.map { (language.code, $0) } },
        uniquingKeysWith: { first, _ in first })

    /// The name for an ISO 639-1 code; the code itself when it is unknown.
    static func english(for code: String) -> String { names[code] ?? code.uppercased() }
}
