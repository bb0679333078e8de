package import CatalogFormats
package import TextFolding

/// Finds the groups of a list that are all films, although neither their addresses nor their titles show it.
///
/// A group's name alone is not enough, as lists name groups of live channels "VOD Italy" and "Movies", too. But among
/// channels there are picture sizes, guide ids and names of stations; a group with a word for films that has next to
/// none of these is a group of films.
package struct MovieStatistics: Sendable {
    /// The counts of a group.
    private struct Group {
        var (titles, live) = (0, 0)
        /// Of the titles, as hashes.
        var names: Set<UInt64> = []
    }

    private var groups: [String: Group] = [:]
    /// By group, the number of entries, and of those with a film's poster.
    private var posters: [String: (entries: Int, posters: Int)] = [:]
    private var (titles, live) = (0, 0)
    private var years = YearGroups()
    /// By group, and for the list as a whole.
    private var shares: [String: Share] = [:]
    private var whole = Share()

    /// The number of entries with signals of films, of channels, and with both or none.
    private struct Share {
        var (entries, films, live) = (0, 0, 0)
        var numbered = 0

        var isAlmostWithoutChannels: Bool { live * 20 <= entries }

        mutating func note(_ signs: MovieSignals) {
            entries += 1
            if signs.isNumbered { numbered += 1 }
            if signs.isLive { live += 1 } else if signs.isFilm { films += 1 }
        }

        /// Whether at least a percentage has a signal of a film, and next to none one of a channel.
        func isMovies(percent: Int) -> Bool {
            entries >= MovieStatistics.minimumWithSignals && films * 100 >= entries * percent && isAlmostWithoutChannels
                && numbered * 2 <= entries
        }
    }

    /// More groups and longer names are not counted.
    private static let maximumGroups = 20_000
    private static let maximumGroupBytes = 200
    /// The most names that are told apart.
    private static let countedNames = 1_000
    /// A smaller group has too few titles by itself, and is judged with all of its kind.
    private static let minimumTitles = 20
    private static let minimumTitlesOfList = 50
    /// A group of fewer is judged by each entry.
    private static let minimumWithSignals = 4
    /// Of a list that is called after films, where nothing else says so.
    private static let minimumNamed = 50
    /// In a hundred: of a group, of a list, of a list that is called after films, and of a group in such a list.
    private static let (percentOfGroup, percentOfList, percentOfNamed, percentInList) = (60, 80, 50, 25)

    private let name: ListName

    /// - Parameter list: the list's address or path.
    package init(list: String = "") { name = ListName(list) }

    /// Counts one entry of a list.
    ///
    /// - Parameter signs: the entry's.
    package mutating func note(_ entry: M3UEntry, group: GroupSignals, signs: MovieSignals) {
        let name = entry.groupText
        notePicture(entry, name)
        whole.note(signs)
        if shares[name] != nil || shares.count < Self.maximumGroups && name.utf8.count <= Self.maximumGroupBytes {
            shares[name, default: Share()].note(signs)
        }
        guard group.suggestsMovies, !group.suggestsChannels, !group.suggestsLoop else { return }
        if groups[name] == nil {
            guard groups.count < Self.maximumGroups, name.utf8.count <= Self.maximumGroupBytes else { return }
        }
        let title = FoldedText(entry.title)
        let isLive =
            title.endsInSize || Self.isLive(entry, title: title, address: AddressParts(entry.address))
        titles += 1
        groups[name, default: Group()].titles += 1
        if isLive {
            live += 1
            groups[name, default: Group()].live += 1
        } else if groups[name, default: Group()].names.count < Self.countedNames {
            groups[name, default: Group()].names.insert(title.hash(of: title.words.indices))
        }
    }

    /// Whether a group, by the list's name of it, is of films.
    func isMovies(_ group: String) -> Bool {
        guard let found = groups[group] else { return false }
        if found.titles < Self.minimumTitles {
            return found.live == 0 && titles >= Self.minimumTitlesOfList && live * 20 <= titles
        }
        return found.live * 10 <= found.titles && found.names.count * 3 >= min(found.titles, Self.countedNames)
    }

    /// Whether most entries of a group, by the list's name of it, have signals of films, so that the others are films,
    /// too; in a list of films fewer are enough.
    func isMostlyMovies(_ group: String) -> Bool {
        guard let share = shares[group] else { return false }
        // Entries without a group may be of every kind.
        let isMixed = group.isEmpty && share.entries < whole.entries
        if isNamed || years.isOfYears(group), share.isAlmostWithoutChannels { return true }
        let isList = whole.isMovies(percent: name.isMovies ? Self.percentOfNamed : Self.percentOfList)
        return share.isMovies(percent: isMixed ? Self.percentOfList : Self.percentOfGroup)
            || isList && share.live == 0 && share.numbered * 2 <= share.entries
                && share.films * 100 >= share.entries * Self.percentInList
    }

    /// Whether a long list is called after films, and has no signals of channels: those of channels of films have.
    private var isNamed: Bool {
        name.isMovies && whole.entries >= Self.minimumNamed && whole.live * 50 <= whole.entries
            && whole.numbered * 2 <= whole.entries
    }

    // MARK: Posters

    private mutating func notePicture(_ entry: M3UEntry, _ name: String) {
        if posters[name] == nil {
            guard posters.count < Self.maximumGroups, name.utf8.count <= Self.maximumGroupBytes else { return }
            years.note(name)
        }
        posters[name, default: (0, 0)].entries += 1
        if Self.isPoster(entry.logo) { posters[name, default: (0, 0)].posters += 1 }
    }

    /// Whether nearly all of a group, by the list's name of it, have posters: channels have logos.
    func hasPosters(_ group: String) -> Bool {
        guard let found = posters[group], found.entries >= Self.minimumPosters else { return false }
        return found.posters * 10 >= found.entries * 7
    }

    /// Whether a picture is a film's or series' at TMDB or IMDb. TMDB's logos of channels end in "png".
    static func isPoster(_ address: String) -> Bool {
        posterPathParts.contains { address.hasPrefix($0) } && !address.hasSuffix(".png")
    }

    private static let posterPathParts = [
        "https://image.tmdb.org/t/p/", "http://image.tmdb.org/t/p/", "https://m.media-amazon.com/images/M/",
        "http://m.media-amazon.com/images/M/",
    ]
    private static let minimumPosters = 3

    // MARK: Entries

    /// Whether an entry of such a group is a channel nevertheless.
    package static func isLive(_ entry: M3UEntry, title: FoldedText, address: AddressParts) -> Bool {
        if address.panel == .live || title.isLoop { return true }
        if let id = GuideID(entry.guideID), !isName(id, of: title) { return true }
        return title.words.contains { stationWords.contains($0.hash) && $0.group == 0 }
    }

    /// Some lists make a guide id from the title, or use IMDb's: neither indicates a channel.
    static func isName(_ id: GuideID, of title: FoldedText) -> Bool {
        if id.isIMDbID { return true }
        let letters = plain(FoldedText(id.normalized))
        let name = plain(title)
        return letters == name
            || letters.count >= shortestName && (name.starts(with: letters) || letters.starts(with: name))
    }

    /// The letters without "&", which an id does not have.
    private static func plain(_ text: FoldedText) -> [UInt8] {
        text.words.reduce(into: []) { if $1.hash != andWord { $0 += text.folded[$1.foldedRange] } }
    }

    private static let andWord = WordHash.of("and")
    /// Bytes.
    private static let shortestName = 3

    /// Words in names of channels of films, and hardly ever of films.
    private static let stationWords = Set(
        ("tv channel canal kanal kanali канал тв cinema sinema cine kino hbo axn amc tnt syfy fox cinemax filmbox paramount sony "
            + "warner telecine megapix sky starz showtime tcm rai mediaset film1 cinehd moviesphere")
            .split(separator: " ").map { WordHash.of(String($0)) })
}

extension FoldedText {
    /// Whether the title ends in a picture size, as names of channels do, and has no year.
    var endsInSize: Bool {
        guard let last = words.indices.last, last > 0, words[last].group == 0,
            case .quality? = tag(last..<words.count, in: .suffix)?.meaning
        else { return false }
        return !words.contains { $0.number.map(TitleCleaner.years.contains) ?? false }
    }
}

extension GuideID {
    /// Whether it is IMDb's id of a film or series: "tt0133093".
    var isIMDbID: Bool {
        let digits = normalized.utf8.dropFirst(2)
        return normalized.hasPrefix("tt") && (7...9).contains(digits.count) && digits.allSatisfy(\.isDigit)
    }
}
