/// The signals of a host.
enum HostSignals {
    typealias Weight = ContentClassifier.Weight

    private static let known = 2.4
    private static let partlyKnown = 1.0

    static func weight(_ address: WebAddress) -> Weight {
        var host = address.host
        for prefix in ["www.", "m.", "mobile."] where host.hasPrefix(prefix) {
            host = String(host.dropFirst(prefix.count))
        }
        if elsewhere.contains(host) { return Weight() }
        let labels = host.split(separator: ".")
        var weight = platform(host, labels)
        if let last = labels.last { weight += topLevel[String(last)] ?? Weight() }
        for label in labels.dropLast() {
            let (sign, isDecided) = Self.label(String(label))
            weight += sign
            if isDecided { break }
        }
        return weight
    }

    /// Platforms are identified by their domain; where a company has others, too, by the subdomain.
    private static func platform(_ host: String, _ labels: [Substring]) -> Weight {
        let weight: Weight
        switch KnownHosts.kind(of: host) {
        case .video: weight = .video(known)
        case .audio: weight = .audio(known)
        case .someVideo: weight = .video(partlyKnown)
        case .someAudio: weight = .audio(partlyKnown)
        case .unknown: return Weight()
        }
        let isAbout = labels.first.map { corporate.contains(String($0)) } ?? false
        return isAbout ? weight + .article(known + 0.6) : weight
    }

    private static let corporate: Set<String> = [
        "blog", "help", "support", "newsroom", "about", "developer", "developers", "engineering", "press", "careers",
        "jobs",
        "investors", "status", "docs",
    ]

    private static let topLevel: [String: Weight] = [
        "tv": .video(1.1), "video": .video(1.1), "film": .video(1.1), "movie": .video(1.1), "fm": .audio(1.4),
        "radio": .audio(1.4), "audio": .audio(1.4), "music": .audio(1.4), "show": .audio(0.7), "edu": .video(-0.3),
    ]

    /// Hosts whose names are misleading.
    private static let elsewhere: Set<String> = ["play.google.com", "live.com", "onedrive.live.com", "login.live.com"]

    private static let words: [String: Weight] = [
        "video": .video(1.2), "videos": .video(1.2), "vod": .video(1.2), "tv": .video(1.2), "watch": .video(1.2),
        "webtv": .video(1.2), "tube": .video(1.2), "stream": .video(1.2), "videothek": .video(1.2),
        "mediathek": .video(1.2), "mediateka": .video(1), "cinema": .video(1.2), "clips": .video(1.2),
        "vid": .video(1.2),
        "vids": .video(1.2), "films": .video(1.2), "movies": .video(1.2), "film": .video(0.8), "player": .video(0.9),
        "play": .video(0.9), "live": .video(0.5), "media": .video(0.5), "mediaplayer": .video(0.9),
        "podcast": .audio(1.5), "podcasts": .audio(1.5), "radio": .audio(1.5), "audio": .audio(1.5),
        "music": .audio(1.5),
        "musik": .audio(1.5), "listen": .audio(1.5), "sound": .audio(1.5), "sounds": .audio(1.5), "song": .audio(1.5),
        "blog": .article(0.4), "blogs": .article(0.4), "news": .article(0.4), "docs": .article(0.4),
        "wiki": .article(0.4),
        "forum": .article(0.4),
    ]

    /// The weight of one label, and whether it settles the matter.
    private static func label(_ label: String) -> (Weight, Bool) {
        if let weight = words[label] { return (weight, true) }
        if label.contains("podcast") { return (.audio(1.8), false) }
        if label.contains("radio") || label.contains("audio") { return (.audio(1.2), false) }
        if label.contains("video") { return (.video(1.2), false) }
        // A host whose label only contains a platform's name is not that platform.
        if label.hasSuffix("youtube") { return (Weight(), false) }
        if label.hasSuffix("tube") || label.hasSuffix("flix") { return (.video(1), false) }
        if isStation(label) { return (.video(0.9), false) }
        if label.hasSuffix("play") { return (.video(0.6), false) }
        if ["sound", "music", "fm"].contains(where: label.hasSuffix)
            || ["sound", "music"].contains(where: label.hasPrefix)
        {
            return (.audio(0.8), false)
        }
        if ["screencast", "movie", "cinema"].contains(where: label.contains) { return (.video(0.8), false) }
        return (isCast(label) ? .audio(1) : Weight(), false)
    }

    /// Television stations: `tvsyd`, `chorki-tv`, `telequebec`.
    private static func isStation(_ label: String) -> Bool {
        if label.count >= 4, label.hasPrefix("tv") || label.hasSuffix("tv") { return true }
        return label.count >= 7 && label.hasPrefix("tele") && !wordsLikeStations.contains(where: label.hasPrefix)
    }

    private static let wordsLikeStations = [
        "telegra", "telepho", "telekom", "telefon", "teleco", "telemedi", "telework",
    ]

    /// Podcasts like to end in "cast".
    static func isCast(_ word: String) -> Bool {
        let stem = word.hasSuffix("s") ? word.dropLast() : Substring(word)
        guard stem.hasSuffix("cast"), stem.count > 5 else { return false }
        return ![
            "broadcast", "forecast", "overcast", "outcast", "comcast", "screencast", "webcast", "simulcast", "typecast",
        ]
        .contains(where: stem.hasSuffix)
    }
}
