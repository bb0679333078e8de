/// The signals of the path, the file name and the query of an address.
enum PathSignals {
    typealias Weight = ContentClassifier.Weight

    /// Segments beyond these say nothing new.
    private static let segments = 24
    private static let segmentBytes = 400

    static func weight(_ address: WebAddress) -> Weight {
        let path = address.path.lowercased().split(separator: "/").prefix(segments)
        let route = address.fragment.prefix { $0 != "?" }.lowercased().split { $0 == "/" || $0 == "!" }
        let parts = (path + route.prefix(segments)).map(withoutEnding)
        var signs: [Weight] = []
        for (index, part) in parts.enumerated() where part.utf8.count <= segmentBytes {
            signs += segment(part, isLast: index == parts.count - 1)
        }
        var weight = Weight(combined(signs.map(\.video)), combined(signs.map(\.audio)))
        weight += query(address.query) + file(path.last.map(String.init) ?? "")
        weight += .article(article(parts, path.joined(separator: "/")))
        return weight
    }

    /// The strongest signal counts in full, two more by half: signals of one path are correlated.
    private static func combined(_ weights: [Double]) -> Double {
        let sorted = weights.sorted(by: >)
        return (sorted.first ?? 0) + sorted.dropFirst().prefix(2).reduce(0) { $0 + $1 / 2 }
    }

    private static func withoutEnding(_ segment: Substring) -> String {
        for ending in [".html", ".htm", ".php", ".aspx", ".asp", ".jsp", ".shtml", ".cfm", ".do"]
        where segment.hasSuffix(ending) {
            return String(segment.dropLast(ending.count))
        }
        return String(segment)
    }

    private static func segment(_ part: String, isLast: Bool) -> [Weight] {
        if let weight = SignalWords.segments[part] {
            // At the end of a path it is a section's front page as likely as one of its pages.
            return [isLast && SignalWords.sections.contains(part) ? weight * 0.7 : weight]
        }
        let words = part.split { !$0.isLetter && !$0.isNumber }
        var signs: [Weight] = []
        if words.contains(where: SignalWords.video.contains) {
            let isMain = words.count <= 3 || words.first.map(SignalWords.video.contains) ?? false
            signs.append(.video(isMain ? 1.1 : 0.7))
        } else if part.hasPrefix("video") || part.hasSuffix("video") {
            signs.append(.video(1.2))
        } else if let first = words.first, SignalWords.verbs.contains(first) {
            signs.append(.video(0.8))
        }
        if words.contains(where: { $0 == "podcast" || $0 == "podcasts" }) {
            signs.append(.audio(1.3))
        } else if words.contains("audio") || part.hasPrefix("audio") {
            signs.append(.audio(1.2))
        }
        if EpisodeWords.isEpisode(words) { signs.append(Weight(0.9, 0.35)) }
        if words.contains("trailer") { signs.append(.video(0.9)) }
        if part.hasPrefix("@") { signs.append(.video(0.3)) }
        return signs
    }

    private static func query(_ query: String) -> Weight {
        for parameter in query.lowercased().split(separator: "&") {
            let name = String(parameter.prefix { $0 != "=" })
            if name == "v" { return .video(0.7) }
            if SignalWords.videoParameters.contains(name) { return .video(0.9) }
            if SignalWords.audioParameters.contains(name) { return .audio(0.9) }
        }
        return Weight()
    }

    /// A file's type by its extension.
    static func file(_ name: String) -> Weight {
        guard let dot = name.lastIndex(of: ".") else { return Weight() }
        let ending = String(name[name.index(after: dot)...])
        if SignalWords.videoFiles.contains(ending) { return .video(3) }
        if SignalWords.audioFiles.contains(ending) { return .audio(3) }
        return SignalWords.documents.contains(ending) ? .article(2.5) : Weight()
    }

    private static func article(_ parts: [String], _ path: String) -> Double {
        let word = parts.compactMap { SignalWords.article[$0] }.max() ?? 0
        return word + (EpisodeWords.hasDate(path) ? 0.4 : 0)
    }
}

/// Numbers that episodes and news have in their addresses.
enum EpisodeWords {
    private static let names: Set<Substring> = [
        "season", "episode", "staffel", "folge", "episodio", "temporada", "saison", "sezon", "epizod", "sezona",
        "epizoda",
        "odcinek", "avsnitt", "aflevering", "jakso", "bolum", "capitulo", "puntata",
    ]

    /// Whether words number an episode: `s01e02`, `season 3`, `episode4`.
    static func isEpisode(_ words: [Substring]) -> Bool {
        for (index, word) in words.enumerated() {
            if isSeasonEpisode(word) { return true }
            let name = word.prefix { $0.isLetter }
            guard names.contains(name) else { continue }
            if word.count > name.count, word.dropFirst(name.count).allSatisfy(\.isNumber) { return true }
            if index + 1 < words.count, words[index + 1].first?.isNumber == true { return true }
        }
        return false
    }

    private static func isSeasonEpisode(_ word: Substring) -> Bool {
        guard word.first == "s", word.count >= 4 else { return false }
        let season = word.dropFirst().prefix { $0.isNumber }
        guard (1...2).contains(season.count) else { return false }
        var rest = word.dropFirst(1 + season.count)
        guard rest.first == "e" else { return false }
        rest = rest.dropFirst(rest.hasPrefix("ep") ? 2 : 1)
        return (1...3).contains(rest.count) && rest.allSatisfy(\.isNumber)
    }

    /// Whether a path has a day or month in it, as news have: `/2019/11/18/`, `20191118`.
    static func hasDate(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        for (index, part) in parts.enumerated() {
            guard let year = Int(part.prefix(4)), (1_900...2_099).contains(year) else { continue }
            if part.count == 4, index + 1 < parts.count, parts[index + 1].count <= 2, Int(parts[index + 1]) != nil {
                return true
            }
            let rest = part.dropFirst(4).prefix(4)
            if rest.count == 4, let monthDay = Int(rest), (101...1_231).contains(monthDay) { return true }
        }
        return false
    }
}
