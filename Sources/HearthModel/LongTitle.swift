extension Card {
    /// The title for use without its series beside it: `Low Tide: Driftwood (S1 E2)`. For anything but an episode the
    /// title alone.
    public var longTitle: String {
        guard kind == .episode else { return title }
        let name = isNamedByItsSeries ? title : seriesTitle.map { "\($0): \(title)" } ?? title
        guard let season, let episode, !isNumbered else { return name }
        return "\(name) (S\(season) E\(episode))"
    }

    /// Whether the title begins with the series and its episode: `Low Tide S01E02`, `Low Tide 1994-11-01`.
    private var isNamedByItsSeries: Bool {
        guard let seriesTitle, title.hasPrefix(seriesTitle) else { return false }
        return title.dropFirst(seriesTitle.count).wholeMatch(of: /\s+([Ss]\d+\s*[Ee]\d+|\d{4}-\d\d-\d\d).*/) != nil
    }

    /// Whether the title contains season and number.
    private var isNumbered: Bool { title.contains(/\b[Ss]\d+\s*[Ee]\d+\b/) }
}
