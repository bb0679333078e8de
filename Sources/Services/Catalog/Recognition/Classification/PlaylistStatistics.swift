package import CatalogFormats
internal import HearthModel

/// The statistics of a whole list, gathered before its entries are recognised.
package struct PlaylistStatistics: Sendable {
    package var guideIDs = GuideIDStatistics()
    var ranks = RankStatistics()
    package var films: MovieStatistics
    package var series: SeriesStatistics
    package var radio: RadioStatistics
    var watermarks = WatermarkStatistics()
    var prefixes = PrefixStatistics()
    var affixes = AffixStatistics()
    var codes = CodeStatistics()
    var addresses = AddressStatistics()
    /// What the list's name says of all its titles.
    let adult: AdultFinding?
    /// What its groups mean.
    package private(set) var groups = GroupSignalCache()

    /// - Parameter list: the list's address or path.
    package init(list: String = "") {
        (films, series, radio) = (
            MovieStatistics(list: list), SeriesStatistics(list: list), RadioStatistics(list: list)
        )
        adult = ListName(list).adultWord.map { AdultFinding(reason: .list, evidence: $0) }
    }

    /// Counts one entry of a list.
    package mutating func note(_ entry: M3UEntry) {
        let group = groups.facts(of: entry.groups)
        let address = AddressParts(entry.address)
        if !entry.guideID.isEmpty, let id = GuideID(entry.guideID) {
            let signs = ChannelSignals(entry, address: address, group: group)
            guideIDs.note(id, entry.title, signs)
        }
        ranks.note(entry)
        watermarks.note(entry.title)
        prefixes.note(entry.title)
        codes.note(entry.title)
        affixes.note(ListedTitle.withoutMarkup(entry.title), group: entry.groupText)
        addresses.note(entry, address)
        let signs = RadioSignals(entry)
        films.note(entry, group: group, signs: MovieSignals(entry, address: address, signs: signs))
        series.note(entry, address: address, group: group)
        radio.note(entry, signs)
    }
}
