internal import TextFolding

/// An episode number in one of the systems that guides use.
package struct XMLTVEpisodeNumber: Sendable, Hashable {
    /// The `system` attribute in lower case; "onscreen" when there is none, as the format defines.
    package var system: String
    /// As given, trimmed.
    package var text: String

    package init(system: String, text: String) {
        self.system = system.isEmpty ? "onscreen" : system.lowercased()
        self.text = text
    }

    /// Numbers from 1.
    package struct Numbers: Sendable, Equatable {
        package var season: Int?
        package var seasons: Int?
        package var episode: Int?
        package var episodes: Int?
        package var part: Int?
        package var parts: Int?
    }

    /// The parsed numbers; nil for an id (`dd_progid`, `imdb.com`) and for a malformed one.
    package var numbers: Numbers? {
        switch system {
        case "xmltv_ns": zeroBased
        case "onscreen", "common", "sxxexx", "sxxexx_ns": onScreen
        default: nil
        }
    }

    /// "1 . 11/13 . 0/2": season, episode and part from 0, each with the total behind a slash; any may be missing.
    private var zeroBased: Numbers? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        func read(_ index: Int) -> (number: Int?, total: Int?) {
            guard index < parts.count else { return (nil, nil) }
            let halves = parts[index].split(separator: "/", omittingEmptySubsequences: false).map { half in
                Int(half.filter { !$0.isWhitespace })
            }
            let number = halves.first.flatMap { $0 }.flatMap { (0..<99_999).contains($0) ? $0 + 1 : nil }
            let total = halves.count > 1 ? halves[1].flatMap { (1..<99_999).contains($0) ? $0 : nil } : nil
            return (number, total)
        }
        let (season, episode, part) = (read(0), read(1), read(2))
        let numbers = Numbers(
            season: season.number, seasons: season.total, episode: episode.number, episodes: episode.total,
            part: part.number, parts: part.total)
        return numbers == Numbers() ? nil : numbers
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
