/// The intro and credit times of an episode in a list.
package struct M3UIntroTimes: Sendable, Equatable {
    /// Seconds from the start.
    package var introStart: Double?
    package var introEnd: Double?
    package var creditsStart: Double?

    package init(introStart: Double? = nil, introEnd: Double? = nil, creditsStart: Double? = nil) {
        (self.introStart, self.introEnd, self.creditsStart) = (introStart, introEnd, creditsStart)
    }
}

extension M3UEntry {
    private static let maximumMarkSeconds = 86_400.0

    /// The marks in `intro-start`, `intro-end` and `credits-start`: seconds, or h:mm:ss.
    ///
    /// An intro from zero to zero, one without an end, and one that ends before it starts are ignored.
    package var marks: M3UIntroTimes? {
        var marks = M3UIntroTimes(creditsStart: self["credits-start"].flatMap(Self.seconds))
        if let end = self["intro-end"].flatMap(Self.seconds) {
            let start = self["intro-start"].flatMap(Self.seconds) ?? 0
            if end > start { (marks.introStart, marks.introEnd) = (start, end) }
        }
        if marks.creditsStart == 0 { marks.creditsStart = nil }
        return marks == M3UIntroTimes() ? nil : marks
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
