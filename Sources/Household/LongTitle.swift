extension Card {
    /// What it is called where its series is not shown beside it: `Low Tide: Driftwood (S1 E2)`. Of what is no episode the
    /// title alone.
    public var longTitle: String {
        guard kind == .episode else { return title }
        let name = isNamedByItsSeries ? title : seriesTitle.map { "\($0): \(title)" } ?? title
        guard let season, let episode, !isNumbered else { return name }
        return "\(name) (S\(season) E\(episode))"
    }

    /// Whether the title says the series and then which of its episodes it is: `Low Tide S01E02`, `Low Tide 1994-11-01`.
    private var isNamedByItsSeries: Bool {
        guard let seriesTitle, title.hasPrefix(seriesTitle) else { return false }
        return title.dropFirst(seriesTitle.count).wholeMatch(of: /\s+([Ss]\d+\s*[Ee]\d+|\d{4}-\d\d-\d\d).*/) != nil
    }

    /// Whether season and number are in the title.
    private var isNumbered: Bool { title.contains(/\b[Ss]\d+\s*[Ee]\d+\b/) }
}
