/// One link of a playlist, with its attributes.
package struct M3UEntry: Sendable, Equatable {
    /// The line of the `#EXTINF`, or of the address when there is none; from 1.
    package var line = 0
    /// The text after the attributes; else `tvc-guide-title`, `tvg-name` or the end of the address.
    package var title = ""
    /// Seconds; nil when none is given. Live streams say -1 or 0.
    package var duration: Double?
    /// The address without its `|Header=value` suffix, as written: it may be relative to the playlist's own.
    package var address = ""
    /// `tvg-id`.
    package var guideID = ""
    /// `tvg-name`.
    package var guideName = ""
    /// `tvg-logo`, or `#EXTIMG`.
    package var logo = ""
    /// Groups as written, `;` between several: `#EXTGRP` before `group-title`.
    package var groupText = ""
    /// `tvg-chno` or `ch-number`, such as "2.1".
    package var channelNumber = ""
    /// `tvg-country`.
    package var country = ""
    /// `tvg-language`.
    package var language = ""
    /// The overview; playlists have none.
    package var overview = ""
    /// Attributes without a field of their own, names in lower case, in the order of the line.
    package var attributes: [M3UAttribute] = []
    /// Request headers, from the address's suffix, `#EXTVLCOPT`, `#EXTHTTP`, `#KODIPROP` and attributes.
    package var headers: [M3UHeaderField] = []
    /// Player options of `#EXTVLCOPT` and `#KODIPROP` besides headers.
    package var options: [M3UOption] = []
    /// `#EXT-X-PLAYLIST-TYPE:VOD` stands before the address.
    package var isVideoOnDemand = false
    /// A panel's details of a film; playlists have none.
    package var details: SourceDetails?

    package init() {}

    /// The first attribute of that name, in lower case, among those without a field of their own.
    package subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }

    /// The most groups of one entry; more are dropped.
    package static let maximumGroups = 32

    /// The groups, trimmed and without duplicates.
    package var groups: [String] {
        guard groupText.utf8.contains(UInt8(ascii: ";")) else {
            let group = groupText.trimmingSpaces()
            return group.isEmpty ? [] : [group]
        }
        if isOneGroup { return [groupText.trimmingSpaces()] }
        var found: [String] = []
        for part in groupText.split(separator: ";") {
            let group = part.trimmingSpaces()
            if !group.isEmpty, !found.contains(group) { found.append(group) }
            if found.count == Self.maximumGroups { break }
        }
        return found
    }

    /// Whether the `;` is part of the group's name, as the title has it, too: "Eu; a Patroa e as Crianças".
    private var isOneGroup: Bool {
        guard title.utf8.contains(UInt8(ascii: ";")), let sign = groupText.firstIndex(of: ";") else { return false }
        let rest = groupText[groupText.index(after: sign)...]
        guard let next = rest.split(separator: " ").first else { return false }
        let name = groupText[..<sign].trimmingSpaces()
        return !name.isEmpty && title.contains("\(name); \(next)")
    }

    /// True for a radio station.
    package var isRadio: Bool { flag("radio") || declaredType == "radio" }

    /// Whether the address must be resolved against the playlist's own.
    package var isRelative: Bool { !M3UAddress.hasScheme(address) }

    /// `type`, or one of its other names, in lower case.
    package var declaredType: String? {
        (self["type"] ?? self["tvg-type"] ?? self["media-type"])?.lowercased()
    }

    /// The provider's own id of the stream.
    package var providerID: String? {
        for name in ["channel-id", "cuid", "tvg-cuid", "stream-id"] {
            if let value = self[name], !value.isEmpty { return value }
        }
        return nil
    }

    /// TMDB's number, as the list has it.
    package var tmdbID: Int64? { (self["tmdb-id"] ?? self["tmdb"]).flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// `tvg-shift`: the shift of the guide's times in hours; a zone offset such as "+0100" is read as one.
    package var guideShiftHours: Double? {
        guard let text = self["tvg-shift"]?.trimmingSpaces(), let number = Double(text) else { return nil }
        let hasSign = text.first.map { "+-".contains($0) } ?? false
        if hasSign, text.utf8.count == 5, !text.contains(".") {
            let magnitude = abs(Int(number))
            let hours = Double(magnitude / 100) + Double(magnitude % 100) / 60
            return hours <= 24 ? (number < 0 ? -hours : hours) : nil
        }
        return (-24...24).contains(number) ? number : nil
    }

    /// The content's rating by `rating`, `tvg-rating` or `parental-rating`, as written.
    package var ratingText: String? { self["rating"] ?? self["tvg-rating"] ?? self["parental-rating"] }

    /// Whether an attribute is "1", "true" or "yes".
    package func flag(_ name: String) -> Bool {
        guard let value = self[name] else { return false }
        return ["1", "true", "yes"].contains(value.lowercased())
    }
}

/// A request header that the stream requires.
package struct M3UHeaderField: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// A player's option.
package struct M3UOption: Sendable, Hashable {
    /// The option's player.
    package enum Player: String, Sendable, Hashable { case vlc, kodi }
    package var player: Player
    package var name: String
    package var value: String

    package init(player: Player, name: String, value: String) {
        (self.player, self.name, self.value) = (player, name, value)
    }
}
