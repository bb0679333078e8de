internal import CatalogFormats

/// A tag in a title: a word about the link rather than about the content.
package struct TitleTag: Sendable {
    /// The meaning of a tag.
    package enum Meaning: Sendable, Equatable {
        /// A picture size with its usual name.
        case quality(StreamQuality)
        case codec(String)
        case dynamicRange(String)
        case framesPerSecond(Int)
        /// The origin of a release, such as "BluRay".
        case origin(String)
        /// ISO 639-1.
        case language(String)
        /// ISO 3166-1 alpha-2, with the language of films marked so.
        case country(String, language: String?)
        case provider(String)
        /// A cut of the film, such as "Extended".
        case edition(String)
        case dubbed, subtitled, manyLanguages
        case backup
        case geoBlocked, notAlways
        /// Audio only: "[DAB]".
        case radio
        /// A tag that is dropped.
        case noise
    }

    /// The positions in a title at which a word is this tag.
    package struct Places: OptionSet, Sendable {
        package var rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Before a colon, bar or dash at the start.
        package static let prefix = Places(rawValue: 1)
        /// At the end, without brackets.
        package static let suffix = Places(rawValue: 2)
        /// In brackets.
        package static let bracket = Places(rawValue: 4)
        /// Behind the year of a release name, or at the end of a film's.
        package static let release = Places(rawValue: 8)
        /// Behind a dash at the end.
        static let segment = Places(rawValue: 16)
        /// Any of them.
        package static let all: Places = [.prefix, .suffix, .bracket, .release, .segment]
    }

    package var meaning: Meaning
    package var places: Places
    /// As a prefix, only in capitals: "UK: BBC One", but "Me: the film".
    var needsCapitals = false
}

/// A picture size.
package struct StreamQuality: Sendable, Hashable, Comparable {
    /// Lines; for a name such as "HD" its usual height.
    package var height: Int
    /// The displayed name: "4K", "1080p", "HD".
    package var name: String

    package init(height: Int, name: String) {
        (self.height, self.name) = (height, name)
    }

    package static func < (left: StreamQuality, right: StreamQuality) -> Bool {
        (left.height, right.name) < (right.height, left.name)
    }
}

/// The tags of a title.
package struct TitleTags: Sendable, Equatable {
    package var quality: StreamQuality?
    package var codec: String?
    package var dynamicRange: String?
    package var framesPerSecond: Int?
    package var origin: String?
    /// The origin of cinema recordings: "CAM", "TS", "Telesync".
    package static let screen = "CAM"
    /// ISO 639-1 codes.
    package var languages: [String] = []
    /// ISO 3166-1 alpha-2.
    package var country: String?
    package var provider: String?
    package var edition: String?
    package var isDubbed = false
    package var isSubtitled = false
    package var isBackup = false
    package var isGeoBlocked = false
    /// The stream does not run around the clock.
    package var isNotAlwaysOn = false
    /// Whether it is broadcast as radio.
    package var isRadio = false
    /// The number of "Server 2" and similar tags.
    package var server: Int?

    package init() {}

    package mutating func add(_ meaning: TitleTag.Meaning) {
        switch meaning {
        case .quality(let found): if quality.map({ $0.height < found.height }) ?? true { quality = found }
        case .codec(let name): codec = codec ?? name
        case .dynamicRange(let name): dynamicRange = dynamicRange ?? name
        case .framesPerSecond(let number): framesPerSecond = framesPerSecond ?? number
        case .origin(let name): origin = origin ?? name
        case .language(let code): add(language: code)
        case .country(let code, let language):
            country = country ?? code
            if let language { add(language: language) }
        case .provider(let name): provider = provider ?? name
        case .edition(let name): edition = edition ?? name
        case .dubbed: isDubbed = true
        case .subtitled: isSubtitled = true
        case .backup: isBackup = true
        case .geoBlocked: isGeoBlocked = true
        case .notAlways: isNotAlwaysOn = true
        case .radio: isRadio = true
        case .manyLanguages, .noise: break
        }
    }

    package mutating func add(language code: String) {
        if !languages.contains(code) { languages.append(code) }
    }
}
