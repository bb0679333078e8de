/// An episode as it is named after its series: `S1E2`, `s01e02` or `1x02`.
struct EpisodeNumber: Sendable, Hashable {
    let season: Int32
    let episode: Int32

    init(season: Int32, episode: Int32) { (self.season, self.episode) = (season, episode) }

    /// Parses one word; nil for anything else.
    init?(_ word: some StringProtocol) {
        guard let match = String(word).wholeMatch(of: /(?:[Ss](\d{1,4})[Ee](\d{1,5}))|(?:(\d{1,4})[Xx](\d{1,5}))/),
            let season = (match.1 ?? match.3).flatMap({ Int32($0) }),
            let episode = (match.2 ?? match.4).flatMap({ Int32($0) })
        else { return nil }
        self.init(season: season, episode: episode)
    }

    /// The name of a series, and the episode that is named after it; nil where there is none.
    static func split(_ text: String) -> (series: String, number: EpisodeNumber)? {
        let words = text.split(separator: " ")
        guard words.count > 1, let last = words.last, let number = EpisodeNumber(last) else { return nil }
        return (words.dropLast().joined(separator: " "), number)
    }

    /// Arguments of which each names a title, with the episode that follows a series joined to it.
    static func join(_ arguments: [String]) -> [String] {
        arguments.reduce(into: []) { joined, argument in
            if let last = joined.indices.last, EpisodeNumber(argument) != nil, EpisodeNumber.split(joined[last]) == nil
            {
                joined[last] += " \(argument)"
            } else {
                joined.append(argument)
            }
        }
    }
}

extension EpisodeNumber: CustomStringConvertible {
    var description: String { "S\(season)E\(episode)" }
}
