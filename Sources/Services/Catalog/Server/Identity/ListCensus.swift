internal import Household

/// What a whole list tells, before its entries are understood.
package struct ListCensus: Sendable {
    var guideIDs = GuideIDCensus()
    var ranks = RankCensus()
    var films: FilmCensus
    var series = SeriesCensus()
    var radio: RadioCensus
    var watermarks = WatermarkCensus()
    /// What its groups mean.
    private(set) var groups = GroupMemory()

    /// - Parameter list: the list's address or path.
    package init(list: String = "") { (films, radio) = (FilmCensus(list: list), RadioCensus(list: list)) }

    /// Counts one entry of a list.
    package mutating func note(_ entry: M3UEntry) {
        let group = groups.facts(of: entry.groups)
        let address = AddressParts(entry.address)
        if !entry.guideID.isEmpty, let id = GuideID(entry.guideID) {
            let signs = ChannelSigns(entry, address: address, group: group)
            guideIDs.note(id, entry.title, signs)
        }
        ranks.note(entry)
        watermarks.note(entry.title)
        let signs = RadioSigns(entry)
        films.note(entry, group: group, signs: FilmSigns(entry, address: address, signs: signs))
        series.note(entry, group: group)
        radio.note(entry, signs)
    }
}
