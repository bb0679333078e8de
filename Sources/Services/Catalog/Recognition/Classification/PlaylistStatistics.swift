package import CatalogFormats
internal import HearthModel

/// The statistics of a whole list, gathered before its entries are recognised.
package struct PlaylistStatistics: Sendable {
    package var guideIDs = GuideIDStatistics()
    var ranks = RankStatistics()
    package var films: MovieStatistics
    package var series = SeriesStatistics()
    package var radio: RadioStatistics
    var watermarks = WatermarkStatistics()
    var prefixes = PrefixStatistics()
    /// What its groups mean.
    package private(set) var groups = GroupSignalCache()

    /// - Parameter list: the list's address or path.
    package init(list: String = "") { (films, radio) = (MovieStatistics(list: list), RadioStatistics(list: list)) }

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
        let signs = RadioSignals(entry)
        films.note(entry, group: group, signs: MovieSignals(entry, address: address, signs: signs))
        series.note(entry, address: address, group: group)
        radio.note(entry, signs)
    }
}
