/// The intro and credit times of an episode in a list.
package struct M3UIntroTimes: Sendable, Equatable {
    /// Seconds from the start.
    package var introStart: Double?
    package var introEnd: Double?
    package var creditsStart: Double?
    /// Other parts; nil without any.
    package var parts: Parts?

    /// Where a part is, in seconds from the start.
    package struct Part: Codable, Sendable, Equatable {
        package var start: Double
        /// nil for the end of the title.
        package var end: Double?

        package init(start: Double, end: Double?) { (self.start, self.end) = (start, end) }
    }

    /// The parts beside intro and credits.
    package struct Parts: Codable, Sendable, Equatable {
        /// What happened before.
        package var recap: Part?
        /// What comes before the intro.
        package var teaser: Part?
        /// What happens in the next episode.
        package var preview: Part?

        package init(recap: Part? = nil, teaser: Part? = nil, preview: Part? = nil) {
            (self.recap, self.teaser, self.preview) = (recap, teaser, preview)
        }
    }

    package init(
        introStart: Double? = nil, introEnd: Double? = nil, creditsStart: Double? = nil, parts: Parts? = nil
    ) {
        (self.introStart, self.introEnd, self.creditsStart) = (introStart, introEnd, creditsStart)
        self.parts = parts
    }
}

extension M3UEntry {
    private static let maximumMarkSeconds = 86_400.0

    /// The marks in `intro-start`, `intro-end` and `credits-start`, and of `recap`, `teaser` and `preview` likewise: seconds,
    /// or h:mm:ss.
    ///
    /// A part from zero to zero, one without an end, and one that ends before it starts are ignored. A preview without an end
    /// goes on to that of the title.
    package var marks: M3UIntroTimes? {
        var marks = M3UIntroTimes(creditsStart: self["credits-start"].flatMap(Self.seconds))
        if let end = self["intro-end"].flatMap(Self.seconds) {
            let start = self["intro-start"].flatMap(Self.seconds) ?? 0
            if end > start { (marks.introStart, marks.introEnd) = (start, end) }
        }
        if marks.creditsStart == 0 { marks.creditsStart = nil }
        var parts = M3UIntroTimes.Parts(recap: part("recap"), teaser: part("teaser"), preview: part("preview"))
        if self["preview-end"] == nil, let start = self["preview-start"].flatMap(Self.seconds), start > 0 {
            parts.preview = M3UIntroTimes.Part(start: start, end: nil)
        }
        if parts != M3UIntroTimes.Parts() { marks.parts = parts }
        return marks == M3UIntroTimes() ? nil : marks
    }

    private func part(_ name: String) -> M3UIntroTimes.Part? {
        guard let end = self["\(name)-end"].flatMap(Self.seconds) else { return nil }
        let start = self["\(name)-start"].flatMap(Self.seconds) ?? 0
        return end > start ? M3UIntroTimes.Part(start: start, end: end) : nil
    }

    /// "95", "95.5", "1:35", "0:01:35".
    private static func seconds(_ text: String) -> Double? {
        let parts = text.trimmingSpaces().split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total = 0.0
        for (index, part) in parts.enumerated() {
            guard let value = Double(part), value >= 0, value.isFinite, index == 0 || value < 60 else { return nil }
            total = total * 60 + value
        }
        return total <= maximumMarkSeconds ? total : nil
    }
}
