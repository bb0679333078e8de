/// The signals of a title.
enum TitleSignals {
    typealias Weight = ContentClassifier.Weight

    private static let characters = 400

    static func weight(_ title: String) -> Weight {
        let text = title.prefix(characters).lowercased()
        guard !text.isEmpty else { return Weight() }
        var weight = marks(text) + prefix(text)
        let words = text.split { !$0.isLetter && !$0.isNumber }
        if words.contains(where: { $0 == "podcast" || $0 == "podcasts" })
            || words.contains(where: { HostSignals.isCast(String($0)) })
        {
            weight += .audio(1.1)
        } else if words.contains(where: audioWords.contains) {
            weight += .audio(0.5)
        }
        if words.contains(where: { videoWords.contains($0) || SignalWords.video.contains($0) }) {
            weight += .video(0.7)
        }
        weight += episode(words)
        if let last = words.last, last == "youtube" || last == "vimeo" { weight += .video(1.5) }
        if let last = text.split(separator: " ").last {
            let file = PathSignals.file(String(last))
            if file.video > 0 || file.audio > 0 { weight += file * 0.4 }
        }
        return weight
    }

    /// Marks in brackets: `[video]`, `(audio)`, `[pdf]`.
    private static func marks(_ text: String) -> Weight {
        var weight = Weight()
        var rest = Substring(text)
        while let open = rest.firstIndex(where: { $0 == "[" || $0 == "(" }) {
            let inside = rest[rest.index(after: open)...].prefix { $0 != "]" && $0 != ")" }
            switch String(inside).split(separator: " ").first.map(String.init) {
            case "video", "videos", "vid", "watch", "webcast", "webinar", "livestream": weight += .video(3)
            case "movie", "film": weight += .video(1)
            case "audio", "podcast", "mp3", "listen": weight += .audio(3)
            case "radio": weight += .audio(1)
            case "pdf": weight += .article(2.5)
            default: break
            }
            rest = rest[open...].dropFirst(inside.count + 1)
        }
        return weight
    }

    /// The prefix before the first colon: `Video:`, `Podcast 12:`.
    private static func prefix(_ text: String) -> Weight {
        guard let colon = text.firstIndex(of: ":") else { return Weight() }
        let words = text[..<colon].split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first, words.count <= 2, words.dropFirst().allSatisfy({ $0.allSatisfy(\.isNumber) })
        else {
            return Weight()
        }
        return prefixes[String(first)] ?? Weight()
    }

    private static let prefixes: [String: Weight] = [
        "video": .video(2), "watch": .video(1.6), "youtube": .video(1.5), "streaming": .video(1),
        "webinar": .video(1.2),
        "trailer": .video(1.2), "livestream": .video(1.2), "presentation": .video(0.7), "tutorial": .video(0.5),
        "demo": .video(0.5), "podcast": .audio(2), "listen": .audio(1.6), "radio": .audio(1), "discussion": .audio(0.6),
        "conversation": .audio(0.6), "episode": Weight(0.2, 0.8), "show": Weight(0.2, 0.4), "talk": Weight(0.4, 0.6),
        "interview": Weight(0.4, 0.4),
    ]

    private static let audioWords: Set<Substring> = ["radio", "audiobook", "mixtape", "remix", "instrumental"]
    private static let videoWords: Set<Substring> = [
        "videoclip", "trailer", "teaser", "livestream", "webcast", "screencast", "screencasts",
    ]

    private static func episode(_ words: [Substring]) -> Weight {
        if EpisodeWords.isEpisode(words.filter { $0 != "episode" }) { return .video(0.5) }
        for (index, word) in words.enumerated() where word == "episode" || word == "ep" {
            if index + 1 < words.count, words[index + 1].first?.isNumber == true { return Weight(0.4, 0.4) }
        }
        return Weight()
    }
}
