package import CatalogFormats
package import TextFolding

/// Finds the series of a list by the numbers of their episodes, where a title alone says too little.
///
/// - A group may be a series whose episodes have numbers for titles: "12" in "Berserk", "15 Freakazoid!" in
///   "Freakazoid!". One such title proves nothing ("9" is a film); several in a group that has neither a word for films
///   nor a genre as its name do.
/// - A name may have several numbers behind a word for an episode, "Low Tide Cap. 4", or more of them without one, "Low Tide 04".
/// - The files of a group may have numbers in front, "04 - The Pier.mp4", and one picture.
package struct SeriesStatistics: Sendable {
    /// The counts of a group.
    private struct Group {
        var titles = 0
        var numbered = 0
        var numbers: Set<Int> = []
        /// The titles that are just a season and an episode, "1x3".
        var shorts: Set<Int> = []
        /// The numbers in front of the names of files.
        var files: Set<Int> = []
        /// The picture of all; nil where there are several, or none.
        var logo: String?
        /// The first word of all titles; nil where there are several.
        var first: Substring?
    }

    private var groups: [String: Group] = [:]
    private var names = NumberedNames()
    /// Whether the list is called after series, so that a bare number may be an episode's.
    let isNamed: Bool

    /// More groups and longer names are not counted.
    private static let maximumGroups = 20_000
    private static let maximumGroupBytes = 200
    private static let minimumEpisodes = 3
    private static let minimumFiles = 5
    private static let countedNumbers = 1_000

    /// - Parameter list: the list's address or path.
    package init(list: String = "") { isNamed = ListName(list).isSeries }

    /// Counts one entry of a list.
    package mutating func note(_ entry: M3UEntry, address: AddressParts, group: GroupSignals) {
        if !group.suggestsRadio, address.panel != .live { names.note(entry) }
        guard group.mayBeSeries, !entry.groupText.isEmpty else { return }
        let name = entry.groupText
        if let found = groups[name] {
            if found.logo != nil, found.logo != entry.logo { groups[name]?.logo = nil }
            if let first = found.first, first != Self.firstWord(entry.title) { groups[name]?.first = nil }
        } else {
            guard groups.count < Self.maximumGroups, name.utf8.count <= Self.maximumGroupBytes else { return }
            groups[name] = Group(logo: entry.logo.isEmpty ? nil : entry.logo, first: Self.firstWord(entry.title))
        }
        groups[name, default: Group()].titles += 1
        noteFile(address, name)
        guard let first = entry.title.utf8.first(where: { !$0.isSpace }) else { return }
        if first | 0x20 == UInt8(ascii: "e") { noteBare(entry.title, name) }
        guard first.isDigit else { return }
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

    /// Counts a title that is just an episode, "E60".
    private mutating func noteBare(_ title: String, _ name: String) {
        guard title.utf8.dropFirst().first?.isDigit ?? false,
            groups[name, default: Group()].shorts.count < Self.minimumEpisodes,
            let marker = EpisodeMarker.bareEpisode(FoldedText(title), at: 0), let episode = marker.episode
        else { return }
        groups[name, default: Group()].shorts.insert(episode)
    }

    /// Behind the markup that colours it: "[COLOR red] LOW[/COLOR] T1|EP1".
    private static func firstWord(_ title: String) -> Substring {
        var bytes = title.utf8[...]
        while bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")) {
            bytes = bytes[bytes.index(after: end)...].drop { $0 == 0x20 }
        }
        return Substring(bytes.prefix { $0 != 0x20 && $0 != UInt8(ascii: "[") })
    }

    /// Whether all titles of a group begin with the same word, of which there are several.
    func isFirstWord(of group: String) -> Bool {
        groups[group].map { $0.first != nil && $0.titles >= Self.minimumEpisodes } ?? false
    }

    /// Counts the number in front of a file's name; a panel numbers everything.
    private mutating func noteFile(_ address: AddressParts, _ name: String) {
        guard groups[name]?.logo != nil, address.panel == nil, EntryClassifier.movieExtensions.contains(address.ending),
            let number = EpisodePath.leadingNumber(address),
            groups[name, default: Group()].files.count < Self.countedNumbers
        else { return }
        groups[name, default: Group()].files.insert(number)
    }

    /// The episode by the number of its file, where all files of the group have numbers in a row, and one picture: parts of a saga
    /// have a picture each.
    func ofFile(_ entry: M3UEntry, _ address: AddressParts) -> EpisodeMarker? {
        guard let found = groups[entry.groupText], found.logo != nil, found.files.count >= Self.minimumFiles,
            found.files.count * 10 >= found.titles * 9, let first = found.files.min(), let last = found.files.max(),
            last - first < found.files.count * 2, let number = EpisodePath.leadingNumber(address)
        else { return nil }
        return EpisodeMarker(episode: number, words: 0..<0)
    }

    /// Whether the list has several episodes of the name before a marker.
    func isCounted(_ text: FoldedText, _ marker: EpisodeMarker, isFile: Bool) -> Bool {
        names.isCounted(text, marker, isFile: isFile)
    }

    /// The number at the end of a title, where the list has many of its name: "Low Tide 04".
    func trailing(_ text: FoldedText, group: String, facts: GroupSignals) -> EpisodeMarker? {
        facts.suggestsVideo && !facts.suggestsSeries
            ? nil : names.trailing(text, group: facts.mayBeSeries ? group : "")
    }

    /// Whether titles of a group that are just "1x3" or "E60" are episodes: a single one may be a channel, "2x2".
    func hasShorts(_ group: String) -> Bool { groups[group]?.shorts.count ?? 0 >= Self.minimumEpisodes }

    /// The episode of a title, where the group is such a series.
    package func episode(_ text: FoldedText, group: String) -> EpisodeMarker? {
        guard let found = groups[group], found.numbers.count >= Self.minimumEpisodes,
            found.numbered * 2 >= found.titles,
            let number = Self.number(text, group: group)
        else { return nil }
        return EpisodeMarker(episode: number, words: text.words.indices)
    }

    /// The number of a title, alone or before the group's name, the beginning of that, or the name and more: "3 Low Tide HD".
    private static func number(_ text: FoldedText, group: String) -> Int? {
        guard let number = text.words.first?.number, number <= longestSeries else { return nil }
        let rest = text.words.dropFirst().flatMap { text.folded[$0.foldedRange] }
        if rest.isEmpty { return number }
        let name = FoldedText(group).compact
        if rest == name, rest.count >= shortestName { return number }
        return min(rest.count, name.count) >= shortestStart && (rest.starts(with: name) || name.starts(with: rest))
            ? number : nil
    }

    private static let longestSeries = 1_887
    /// Bytes.
    private static let (shortestName, shortestStart) = (3, 6)
}
