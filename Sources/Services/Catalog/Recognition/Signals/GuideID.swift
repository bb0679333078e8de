internal import CatalogFormats
internal import TextFolding

/// The channel identity in a `tvg-id`.
package struct GuideID: Sendable, Hashable {
    /// In lower case, without a feed that only names a picture size.
    package let normalized: String
    /// The picture size that the feed named: "3sat.de@HD" is 3sat in HD.
    package let quality: StreamQuality?
    /// Whether the name must agree, too: short numbers are local to one list.
    package let needsName: Bool

    private static let placeholders: Set<String> = [
        "", "-", "--", "0", "?", "n/a", "na", "none", "null", "nil", "undefined", "unknown", "no", "noepg", "no epg",
        "no-epg",
        "no_epg", "no id", "noid", "dummy", "epg", "tv", "true", "false", "test", "default", "id", "tvg-id", "channel",
        "x", "(null)", "(no tvg-id)", "no tvg-id", "(none)", "(no id)",
    ]
    private static let maximumLocalDigits = 6

    /// nil for an id without information, such as "n/a" or an address.
    ///
    /// A feed behind `@` is part of the identity ("BBCNews.uk@Africa" and "@Europe" show different programmes), unless
    /// it only names a size: lists of 2022 have "3sat.de", those of 2026 "3sat.de@SD" and "3sat.de@HD", all one
    /// channel.
    package init?(_ text: String) {
        var bytes = text.utf8.map(\.self)
        while bytes.last?.isSpace == true { bytes.removeLast() }
        bytes = Array(bytes.drop(while: \.isSpace))
        var quality: StreamQuality?
        if let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0 {
            let feed = bytes[(at + 1)...]
            if let size = Self.sizes.first(where: { feed.suffix($0.ending.count).elementsEqual($0.ending) }) {
                quality = size.quality
                bytes.removeLast(feed.count == size.ending.count ? feed.count + 1 : size.ending.count)
            }
        }
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        let lower =
            isASCII
            ? String(decoding: bytes.map(\.lowercased), as: UTF8.self)
            : String(decoding: bytes, as: UTF8.self).lowercased()
        guard bytes.count > Self.longestPlaceholder || !Self.placeholders.contains(lower) else { return nil }
        // Some lists have a picture's address in its place.
        guard !lower.hasPrefix("http://"), !lower.hasPrefix("https://") else { return nil }
        normalized = lower
        self.quality = quality
        needsName = bytes.count <= Self.maximumLocalDigits && bytes.allSatisfy(\.isDigit)
    }

    /// Whether it names one of several feeds of a channel: "BBCNews.uk@Africa".
    package var hasFeed: Bool { normalized.utf8.dropFirst().contains(UInt8(ascii: "@")) }

    /// The two letters of a country at the end of "Canal3.gt" or "Canal3.gt@Feed".
    package var country: ArraySlice<UInt8>? {
        let bytes = Array(normalized.utf8)
        let name = bytes[..<(bytes.lastIndex(of: UInt8(ascii: "@")) ?? bytes.count)]
        let ending = name.suffix(2)
        guard name.count > 3, name[name.endIndex - 3] == UInt8(ascii: "."), ending.allSatisfy(\.isLetter) else {
            return nil
        }
        return ending
    }

    /// The id as a name, without feed and country: "lowtide5" of "low.tide.5.uk@Feed".
    package var letters: [UInt8] {
        let name = normalized.prefix { $0 != "@" }
        return FoldedText(String(country == nil ? name : name.dropLast(3))).compact
    }

    private static let longestPlaceholder = placeholders.map(\.utf8.count).max() ?? 0

    /// Longer suffixes first.
    private static let sizes: [(ending: [UInt8], quality: StreamQuality)] = [
        ("UHD", 2160, "4K"), ("FHD", 1080, "1080p"), ("4K", 2160, "4K"), ("HD", 720, "HD"), ("SD", 480, "SD"),
    ].map { (Array($0.0.utf8), StreamQuality(height: $0.1, name: $0.2)) }
}
