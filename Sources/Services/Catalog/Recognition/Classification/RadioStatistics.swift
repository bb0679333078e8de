package import CatalogFormats
internal import HearthModel
internal import TextFolding

/// Finds the groups of a list, or the list as a whole, that are radio stations although no entry declares it.
///
/// A single "Radio Bremen" may be television; where most of the names have a frequency, "FM" or "Radio" in them, or
/// addresses of audio streams, and next to none a picture, the others are stations, too.
package struct RadioStatistics: Sendable {
    /// The counts of a group.
    private struct Group {
        /// All entries, those with a signal of a station, and those with a signal of a picture.
        var (entries, heard, seen) = (0, 0, 0)

        mutating func note(_ signs: RadioSignals) {
            entries += 1
            if signs.hasPicture { seen += 1 } else if signs.isAny { heard += 1 }
        }

        /// Whether at least a percentage has a signal of a station, of which next to none has a picture.
        func isOfRadio(percent: Int) -> Bool {
            entries >= RadioStatistics.minimumEntries && heard * 100 >= entries * percent && isMostlyWithoutPictures
        }

        /// Whether next to none has a picture.
        var isMostlyWithoutPictures: Bool { seen * 10 <= entries }

        /// Whether none has a picture, where two thirds of that percentage are enough: lists of channels always have
        /// some.
        func isWithoutPictures(percent: Int) -> Bool {
            entries >= RadioStatistics.minimumWithoutPictures && heard * 150 >= entries * percent && seen == 0
        }
    }

    private var groups: [String: Group] = [:]
    private var whole = Group()
    private let name: ListName
    private var tuners = TunerStatistics()
    /// How many names end in a number, and in one that is a usual rate of sound.
    private var (numbered, rated) = (0, 0)

    /// More groups and longer names are not counted.
    private static let maximumGroups = 20_000
    private static let maximumGroupBytes = 200
    private static let minimumEntries = 4
    /// Fewer rates are a coincidence.
    private static let minimumRated = 4
    private static let minimumWithoutPictures = 10
    /// In percent: of a group in which an entry with a signal is a station, and of one in which every entry is.
    private static let percentWithSignal = 50
    private static let percentWithout = 75

    /// - Parameter list: the list's address or path.
    package init(list: String = "") {
        name = ListName(list)
    }

    /// Counts one entry of a list.
    ///
    /// - Parameter signs: the entry's.
    package mutating func note(_ entry: M3UEntry, _ signs: RadioSignals) {
        whole.note(signs)
        tuners.note(entry.address)
        noteNumber(entry.title)
        let name = entry.groupText
        if groups[name] == nil {
            guard groups.count < Self.maximumGroups, name.utf8.count <= Self.maximumGroupBytes else { return }
        }
        groups[name, default: Group()].note(signs)
    }

    /// Counts the number behind a name: "Low Tide 128". Frequencies are others.
    private mutating func noteNumber(_ title: String) {
        let digits = title.utf8.reversed().prefix { $0.isDigit }.reversed()
        guard (2...3).contains(digits.count), title.utf8.dropLast(digits.count).last == 0x20 else { return }
        numbered += 1
        if StationTitle.usualRates.contains(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }) { rated += 1 }
    }

    /// Whether the list sets rates without a unit behind names.
    var hasBareRates: Bool { rated >= Self.minimumRated && rated * 10 >= numbered * 7 }

    /// Whether an entry is a station.
    ///
    /// - Parameter signs: the entry's.
    func isStation(_ entry: M3UEntry, _ signs: RadioSignals) -> Bool {
        if signs.hasPicture { return false }
        if signs.isSure || tuners.isStation(entry.address) { return true }
        if name.isOfStations, whole.isMostlyWithoutPictures { return true }
        if name.isAmongStations, whole.isMostlyWithoutPictures, whole.heard * 4 >= whole.entries { return true }
        let percent = signs.isAny ? Self.percentWithSignal : Self.percentWithout
        let group = groups[entry.groupText]
        if group?.isOfRadio(percent: percent) ?? false { return true }
        // A list of stations may have a group of channels.
        let isWhole = whole.isOfRadio(percent: percent) || whole.isWithoutPictures(percent: percent)
        return isWhole && group.map { $0.seen * 4 <= $0.entries } ?? true
    }
}
