/// What a `tvg-id` says about a channel's identity.
package struct GuideID: Sendable, Hashable {
    /// In lower case, without a feed that only names a picture size.
    package let normalized: String
    /// The picture size that the feed named: "3sat.de@HD" is 3sat in HD.
    package let quality: StreamQuality?
    /// Short numbers mean something in one list only, so the name must agree, too.
    package let needsName: Bool

    private static let placeholders: Set<String> = [
        "", "-", "--", "0", "?", "n/a", "na", "none", "null", "nil", "undefined", "unknown", "no", "noepg", "no epg",
        "no-epg",
        "no_epg", "no id", "noid", "dummy", "epg", "tv", "true", "false", "test", "default", "id", "tvg-id", "channel",
        "x", "(null)",
    ]
    private static let maximumLocalDigits = 6

    /// nil for an id that says nothing, such as "n/a".
    ///
    /// A feed behind `@` is part of the identity ("BBCNews.uk@Africa" and "@Europe" show different programmes), unless it only
    /// names a size: lists of 2022 have "3sat.de", those of 2026 "3sat.de@SD" and "3sat.de@HD", all one channel.
    package init?(_ text: String) {
        let trimmed = text.trimmingSpaces()
        guard !Self.placeholders.contains(trimmed.lowercased()) else { return nil }
        var base = Substring(trimmed)
        var quality: StreamQuality?
        if let at = trimmed.lastIndex(of: "@"), at > trimmed.startIndex {
            let feed = trimmed[trimmed.index(after: at)...]
            for (ending, size) in Self.sizes where feed.hasSuffix(ending) {
                quality = size
                base = feed.count == ending.count ? trimmed[..<at] : base.dropLast(ending.count)
                break
            }
        }
        normalized = base.lowercased()
        self.quality = quality
        needsName = normalized.utf8.count <= Self.maximumLocalDigits && normalized.utf8.allSatisfy(\.isDigit)
    }

    /// Longer endings first.
    private static let sizes: [(String, StreamQuality)] = [
        ("UHD", StreamQuality(height: 2160, name: "4K")), ("FHD", StreamQuality(height: 1080, name: "1080p")),
        ("4K", StreamQuality(height: 2160, name: "4K")), ("HD", StreamQuality(height: 720, name: "HD")),
        ("SD", StreamQuality(height: 480, name: "SD")),
    ]
}
