/// The catch-up attributes of a channel.
package struct M3UCatchup: Sendable, Equatable {
    /// The `catchup` attribute: how the address of a past programme is made.
    package enum Mode: String, Sendable, CaseIterable {
        case standard = "default"
        case append, shift, flussonic, xc, vod
    }

    package var mode: Mode
    /// The template, such as `https://host/video-{utc}-{duration}.m3u8`; empty for the modes that need none.
    package var source: String
    /// The number of days; nil when the list does not say.
    package var days: Int?
    /// `catchup-correction`: hours to add to the guide's times.
    package var correctionHours: Double?

    package init(mode: Mode, source: String, days: Int? = nil, correctionHours: Double? = nil) {
        (self.mode, self.source, self.days, self.correctionHours) = (mode, source, days, correctionHours)
    }
}

extension M3UEntry {
    /// The catch-up of the entry (or of the list's header), if offered.
    ///
    /// `tvg-rec` and the older `timeshift` give the days; on their own they imply the mode `shift`.
    package var catchup: M3UCatchup? {
        let word = (self["catchup"] ?? self["catchup-type"])?.lowercased() ?? ""
        let days = [self["catchup-days"], self["tvg-rec"], self["timeshift"]].lazy
            .compactMap { $0.flatMap { Int($0.trimmingSpaces()) } }.first { $0 > 0 && $0 < 366 }
        let source = self["catchup-source"] ?? ""
        guard let mode = catchupMode(word, hasSource: !source.isEmpty, hasDays: days != nil) else { return nil }
        return M3UCatchup(
            mode: mode, source: source, days: days, correctionHours: self["catchup-correction"].flatMap(Double.init))
    }

    /// Equivalent attributes: an entry's own take precedence over its list's.
    private static let catchupWords = [["catchup", "catchup-type"], ["catchup-days", "tvg-rec", "timeshift"]]

    /// Whether the entry has a list attribute itself, by that name or an equivalent one.
    func overrides(_ name: String) -> Bool {
        if self[name] != nil { return true }
        // "0" in `tvg-rec` is a placeholder for no value.
        return Self.catchupWords.first { $0.contains(name) }?
            .contains { self[$0].map { !["", "0"].contains($0.trimmingSpaces()) } ?? false } ?? false
    }

    private func catchupMode(_ word: String, hasSource: Bool, hasDays: Bool) -> M3UCatchup.Mode? {
        switch word {
        case "0", "false", "no", "none", "off": nil
        case "fs", "flussonic-hls", "flussonic-ts": .flussonic
        case "timeshift": .shift
        case "": hasSource ? .standard : hasDays ? .shift : nil
        default: M3UCatchup.Mode(rawValue: word) ?? (hasSource ? .standard : .shift)
        }
    }
}
