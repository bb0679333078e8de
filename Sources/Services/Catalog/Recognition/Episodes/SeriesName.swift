internal import CatalogFormats
internal import TextFolding

/// Finds the series of an episode whose title does not begin with it: "S01E02", "Episode 2 - The Pier".
struct SeriesName {
    let entry: M3UEntry
    let address: AddressParts
    let marker: EpisodeMarker
    /// What stands behind the episode's number; it is the series where nothing else is one.
    let rest: CleanTitle

    /// The series, from `tvg-name`, the group or the path, and its season where the group names it.
    func find() -> (title: CleanTitle, season: Int?) {
        let name = FoldedText(entry.guideName)
        if let marker = EpisodeMarker.find(in: name), marker.words.lowerBound > 0 {
            return (TitleCleaner.clean(name, words: 0..<marker.words.lowerBound, style: .video), nil)
        }
        // "10x10 (2019)" is no series called 2019.
        let isOwn = FoldedText(rest.title).words.contains { $0.number == nil }
        let isSeason = entry.groups.last.flatMap(EpisodeMarker.seasonAlone) != nil
        let mayBeGroup = !isSeason && entry.groups.last.map(GroupSignals.mayBeSeriesName) ?? false
        if isOwn, !mayBeGroup, address.panel == nil,
            let series = EpisodePath(address).series(season: marker.season, episode: marker.episode)
        {
            let text = FoldedText(series)
            return (TitleCleaner.clean(text, words: text.words.indices, style: .video, isFileName: true), nil)
        }
        // The title is the episode's where the file's name has both the series and the numbers.
        if marker.words.isEmpty, !mayBeGroup, let series = EpisodePath(address).fileSeries {
            return (TitleCleaner.clean(series, style: .video), nil)
        }
        if !isOwn || isSeason, !mayBeGroup, address.panel == nil, let series = EpisodePath(address).series {
            let text = FoldedText(series)
            return (TitleCleaner.clean(text, words: text.words.indices, style: .video, isFileName: true), nil)
        }
        guard let group = entry.groups.last, !isSeason, !isOwn || mayBeGroup, !isOwn || !isCalled(group) else {
            return (isOwn ? rest : TitleCleaner.clean(entry.title, style: .video), nil)
        }
        let series = GroupSignals.seriesName(group)
        if marker.airDate == nil, let part = EpisodeMarker.seasonOfGroup(series, season: marker.season) {
            return (TitleCleaner.clean(part.name, style: .video), part.season)
        }
        return (TitleCleaner.clean(series, style: .video), nil)
    }

    /// The name of the group where the title has its initials, "AHS S01E02" in "American Horror Story", or begins as all titles of the
    /// group do with letters of it: "BLDSP" in "Blindspot".
    static func spelled(_ name: String, group: String?, isFirstWord: Bool) -> CleanTitle? {
        let letters = name.utf8.filter { $0 != UInt8(ascii: ".") }
        guard lengths.contains(letters.count), letters.allSatisfy({ $0.isUppercaseLetter || $0.isDigit }), let group,
            GroupSignals.mayBeSeriesName(group)
        else { return nil }
        let series = TitleCleaner.clean(withoutVersion(GroupSignals.seriesName(group)), style: .video)
        let (short, text) = (letters.map(\.lowercased), FoldedText(series.title))
        let words = text.words.map { text.folded[$0.foldedRange] }
        // "JANE" of "JANE: THE VIRGIN".
        if isFirstWord, text.words.count > 1, words[0].elementsEqual(short),
            text.gap(before: 1).first == UInt8(ascii: ":")
        {
            return series
        }
        // "S.W.A.T." is a name, and no abbreviation of itself.
        guard text.folded != short, !words.contains(where: { $0.elementsEqual(short) }) else { return nil }
        if words.compactMap(\.first) == short { return series }
        guard isFirstWord, words.first?.first == short.first, text.folded.count >= short.count * 3 / 2 else {
            return nil
        }
        var rest = text.folded[...]
        for letter in short {
            guard let place = rest.firstIndex(of: letter) else { return nil }
            rest = rest[(place + 1)...]
        }
        return series
    }

    /// "LOW TIDE - LEG": a group of one version of the series.
    private static func withoutVersion(_ group: String) -> String {
        let text = FoldedText(group)
        guard let last = text.words.indices.last, last > 0, text.isSegment(before: last), text.words[last].isUppercase
        else { return group }
        let meaning =
            text.tag(last..<(last + 1), in: .bracket)?.meaning ?? text.tag(last..<(last + 1), in: .release)?.meaning
        switch meaning {
        case .dubbed, .subtitled, .manyLanguages: return text.sourceText(0..<text.words[last - 1].range.upperBound)
        default: return group
        }
    }

    /// Of an abbreviation, in letters.
    private static let lengths = 2...6

    /// Whether the rest is the group's name but for what that has in brackets: "[Ep 2] Low Tide" in "Low Tide [Ebbe]".
    private func isCalled(_ group: String) -> Bool {
        let name = FoldedText(group)
        guard !name.groups.isEmpty else { return false }
        let plain = name.words.filter { $0.group == 0 }.flatMap { name.folded[$0.foldedRange] }
        return !plain.isEmpty && plain == FoldedText(rest.title).compact
    }
}
