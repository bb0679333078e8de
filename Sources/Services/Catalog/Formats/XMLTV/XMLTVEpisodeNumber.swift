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

        package init(
            season: Int? = nil, seasons: Int? = nil, episode: Int? = nil, episodes: Int? = nil, part: Int? = nil,
            parts: Int? = nil
        ) {
            (self.season, self.seasons, self.episode) = (season, seasons, episode)
            (self.episodes, self.part, self.parts) = (episodes, part, parts)
        }
    }

    /// "1 . 11/13 . 0/2": season, episode and part from 0, each with the total behind a slash; any may be missing.
    package var zeroBased: Numbers? {
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
}
