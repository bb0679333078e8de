/// How past programmes of a channel are reached.
package struct M3UCatchup: Sendable, Equatable {
    /// The `catchup` attribute: how the address of a past programme is made.
    package enum Mode: String, Sendable, CaseIterable {
        case standard = "default"
        case append, shift, flussonic, xc, vod
    }

    package var mode: Mode
    /// The template, such as `https://host/video-{utc}-{duration}.m3u8`; empty for the modes that need none.
    package var source: String
    /// How far back it goes; nil when the list does not say.
    package var days: Int?
    /// `catchup-correction`: hours to add to the guide's times.
    package var correctionHours: Double?
}

extension M3UEntry {
    /// Catch-up, when the entry (or the list's header) offers it.
    ///
    /// `tvg-rec` and the older `timeshift` give the days; on their own they mean the mode `shift`.
    package var catchup: M3UCatchup? {
        let word = (self["catchup"] ?? self["catchup-type"])?.lowercased() ?? ""
        let days = [self["catchup-days"], self["tvg-rec"], self["timeshift"]].lazy
            .compactMap { $0.flatMap { Int($0.trimmingSpaces()) } }.first { $0 > 0 && $0 < 366 }
        let source = self["catchup-source"] ?? ""
        guard let mode = catchupMode(word, hasSource: !source.isEmpty, hasDays: days != nil) else { return nil }
        return M3UCatchup(
            mode: mode, source: source, days: days, correctionHours: self["catchup-correction"].flatMap(Double.init))
    }

    /// Attributes that say the same: an entry's own counts before any of its list's.
    private static let catchupWords = [["catchup", "catchup-type"], ["catchup-days", "tvg-rec", "timeshift"]]

    /// Whether the entry says what an attribute of its list would say, in that word or another.
    func overrides(_ name: String) -> Bool {
        if self[name] != nil { return true }
        // "0" beside `tvg-rec` is written where a list says nothing of an entry.
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
