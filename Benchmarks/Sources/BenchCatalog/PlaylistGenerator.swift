import Foundation

/// Generates a playlist like those of panels with films and series, seeded: 4 % channels, a quarter films, the rest
/// episodes.
///
/// Attributes have the frequency, and addresses the length, of the real lists that ``Vocabulary`` was derived from.
struct PlaylistGenerator {
    let words: Vocabulary
    let entries: Int
    let seed: UInt64
    /// The number of channels with a guide by ``GuideGenerator``.
    let guideChannels: Int

    private static let (channels, films) = (0.04, 0.25)
    /// The most episodes of a series.
    private static let longestSeries = 90
    static let groups = [
        "News", "Sports", "Kids", "Comedy", "Crime", "Movies", "Music", "Reality", "Documentary",
    ]
    static let genres = [
        "Action", "Adventure", "Animation", "Comedy", "Crime", "Drama", "Family", "Fantasy", "Horror", "Romance",
        "Science Fiction", "Thriller", "Western",
    ]
    private static let qualities = ["", "", "", " HD", " FHD", " 4K", " [1080p]"]
    private static let languages = ["EN", "EN", "EN", "DE", "FR", "ES", "IT", "PL"]
    private static let bufferBytes = 1 << 20

    /// Writes the list.
    ///
    /// - Returns: its size in bytes.
    func write(to path: String) throws -> Int {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        var random = SeededRandom(seed: seed)
        var buffer = "#EXTM3U\n"
        var size = 0
        func flush() throws {
            try file.write(contentsOf: Data(buffer.utf8))
            size += buffer.utf8.count
            buffer = ""
        }
        let (channels, films) = (Int(Double(entries) * Self.channels), Int(Double(entries) * Self.films))
        var number = 0
        while number < entries {
            switch number {
            case ..<channels:
                buffer += channel(number, &random)
                number += 1
            case ..<(channels + films):
                buffer += film(number, &random)
                number += 1
            default:
                let count = min(Int.random(in: 6...Self.longestSeries, using: &random), entries - number)
                buffer += series(number, count, &random)
                number += count
            }
            if buffer.utf8.count > Self.bufferBytes { try flush() }
        }
        try flush()
        try file.close()
        return size
    }

    private func channel(_ number: Int, _ random: inout SeededRandom) -> String {
        let name = words.channel.phrase(Vocabulary.channelLengths, &random)
        var line = "#EXTINF:-1"
        if number < guideChannels {
            line += " tvg-id=\"\(GuideGenerator.id(number))\""
        } else if random.chance(0.865) {
            line += " tvg-id=\"\(name.lowercased().filter { $0 != " " }).\(number % 7_000)\""
        }
        if random.chance(0.45) { line += " tvg-name=\"\(name)\"" }
        if random.chance(0.455) { line += " tvg-logo=\"https://img.example.net/logos/\(number)/\(random.next()).png\"" }
        if random.chance(0.31) { line += " tvg-chno=\"\(number)\"" }
        let group = Self.groups.randomElement(using: &random) ?? ""
        line += " group-title=\"\(group)\",\(name)\(Self.qualities.randomElement(using: &random) ?? "")\n"
        return line + address("live", number, "ts")
    }

    private func film(_ number: Int, _ random: inout SeededRandom) -> String {
        let title = words.film.phrase(Vocabulary.filmLengths, &random)
        let year = 2_026 - Int(pow(Double.random(in: 0..<1, using: &random), 2) * 90)
        let group = Self.genres.randomElement(using: &random) ?? ""
        let language = Self.languages.randomElement(using: &random) ?? ""
        let poster = "https://image.example.org/t/p/w600_and_h900/\(random.next()).jpg"
        return "#EXTINF:-1 tvg-id=\"\" tvg-name=\"\(title)\" tvg-logo=\"\(poster)\" group-title=\"VOD \(group)\","
            + "\(language) - \(title) (\(year))\(Self.qualities.randomElement(using: &random) ?? "")\n"
            + address("movie", number, "mkv")
    }

    private func series(_ number: Int, _ count: Int, _ random: inout SeededRandom) -> String {
        let title = words.film.phrase(Vocabulary.filmLengths, &random)
        let group = Self.genres.randomElement(using: &random) ?? ""
        let poster = "https://image.example.org/t/p/w600_and_h900/\(random.next()).jpg"
        let perSeason = Int.random(in: 6...13, using: &random)
        var text = ""
        for episode in 0..<count {
            let (season, part) = (episode / perSeason + 1, episode % perSeason + 1)
            text +=
                "#EXTINF:-1 tvg-id=\"\" tvg-name=\"\(title)\" tvg-logo=\"\(poster)\" group-title=\"Series \(group)\","
            text += "\(title) S\(season < 10 ? "0" : "")\(season)E\(part < 10 ? "0" : "")\(part)\n"
            text += address("series", number + episode, "mp4")
        }
        return text
    }

    private func address(_ kind: String, _ number: Int, _ ending: String) -> String {
        "http://tv.example.net:8080/\(kind)/household4711/hUnter2hUnter2/\(number + 100_000).\(ending)\n"
    }
}
