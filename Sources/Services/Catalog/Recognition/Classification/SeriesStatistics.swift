package import CatalogFormats
package import TextFolding

/// Finds the groups of a list that are a series whose episodes have numbers for titles: "12" in "Berserk", "15
/// Freakazoid!" in "Freakazoid!".
///
/// One such title proves nothing ("9" is a film); several in a group that has neither a word for films nor a genre as
/// its name do.
package struct SeriesStatistics: Sendable {
    /// The counts of a group.
    private struct Group {
        var titles = 0
        var numbered = 0
        var numbers: Set<Int> = []
        /// The titles that are just a season and an episode, "1x3".
        var shorts: Set<Int> = []
    }

    private var groups: [String: Group] = [:]

    /// More groups and longer names are not counted.
    private static let maximumGroups = 20_000
    private static let maximumGroupBytes = 200
    private static let minimumEpisodes = 3
    private static let countedNumbers = 1_000

    package init() {}

    /// Counts one entry of a list.
    package mutating func note(_ entry: M3UEntry, group: GroupSignals) {
        guard group.mayBeSeries, !entry.groupText.isEmpty else { return }
        let name = entry.groupText
        if groups[name] == nil {
            guard groups.count < Self.maximumGroups, name.utf8.count <= Self.maximumGroupBytes else { return }
        }
        groups[name, default: Group()].titles += 1
        guard let first = entry.title.utf8.first(where: { !$0.isSpace }), first.isDigit else { return }
        if let short = EpisodeMarker.short(FoldedText(entry.title)), let season = short.season,
            let episode = short.episode,
            groups[name, default: Group()].shorts.count < Self.minimumEpisodes
        {
            groups[name, default: Group()].shorts.insert(season * 1_000 + episode)
        }
        guard let number = Self.number(FoldedText(entry.title), group: name)
        else { return }
        groups[name, default: Group()].numbered += 1
        if groups[name, default: Group()].numbers.count < Self.countedNumbers {
            groups[name, default: Group()].numbers.insert(number)
        }
    }

    /// Whether titles of a group that are just "1x3" are episodes: a single one may be a channel, "2x2".
    func hasShorts(_ group: String) -> Bool { groups[group]?.shorts.count ?? 0 >= Self.minimumEpisodes }

    /// The episode of a title, where the group is such a series.
    package func episode(_ text: FoldedText, group: String) -> EpisodeMarker? {
        guard let found = groups[group], found.numbers.count >= Self.minimumEpisodes,
            found.numbered * 2 >= found.titles,
            let number = Self.number(text, group: group)
        else { return nil }
        return EpisodeMarker(episode: number, words: text.words.indices)
    }

    /// The number of a title, alone or before the group's name.
    private static func number(_ text: FoldedText, group: String) -> Int? {
        guard let number = text.words.first?.number, number <= longestSeries else { return nil }
        let rest = text.words.dropFirst().flatMap { text.folded[$0.foldedRange] }
        return rest.isEmpty || rest.count >= shortestName && rest == FoldedText(group).compact ? number : nil
    }

    private static let longestSeries = 1_887
    /// Bytes.
    private static let shortestName = 3
}
