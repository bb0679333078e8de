package import CatalogFormats
internal import TextFolding

extension XMLTVEpisodeNumber {
    /// The parsed numbers; nil for an id (`dd_progid`, `imdb.com`) and for a malformed one.
    package var numbers: Numbers? {
        switch system {
        case "xmltv_ns": zeroBased
        case "onscreen", "common", "sxxexx", "sxxexx_ns": onScreen
        default: nil
        }
    }

    /// "S01E02", "1x02", "Season 1 Episode 2", "Episode 5", "427".
    private var onScreen: Numbers? {
        let folded = FoldedText(text)
        if let marker = EpisodeMarker.find(in: folded, allowsBareEpisode: true), marker.episode != nil {
            return Numbers(season: marker.season, episode: marker.episode)
        }
        guard folded.words.count == 1, let number = folded.words.first?.number, number < 99_999 else { return nil }
        return Numbers(episode: number)
    }

    /// The merged numbers of one programme: `xmltv_ns` first, as it is the exact one.
    package static func numbers(of all: [XMLTVEpisodeNumber]) -> Numbers? {
        for system in ["xmltv_ns", "sxxexx", "common", "onscreen"] {
            for number in all where number.system == system {
                if let found = number.numbers { return found }
            }
        }
        return nil
    }
}
