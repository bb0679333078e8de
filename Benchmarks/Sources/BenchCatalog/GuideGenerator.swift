import Foundation

/// Generates an XMLTV guide, seeded: consecutive programmes for a number of channels, until the file has the requested
/// size.
struct GuideGenerator {
    let words: Vocabulary
    let channels: Int
    let bytes: Int
    let seed: UInt64
    /// The guide's begin, in seconds since 1970.
    let begin: Int

    private static let minutes = [5, 10, 15, 25, 30, 30, 30, 45, 60, 60, 90, 120]
    private static let categories = ["News", "Sports", "Movie", "Drama", "Kids", "Documentary", "Series", "Comedy"]
    private static let bufferBytes = 1 << 20

    /// The id of a channel, as playlists may refer to it.
    static func id(_ number: Int) -> String { "channel\(number).example" }

    /// Writes the guide.
    ///
    /// - Returns: the number of programmes.
    func write(to path: String) throws -> Int {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        var random = SeededRandom(seed: seed)
        var buffer = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE tv SYSTEM \"xmltv.dtd\">\n<tv>\n"
        var (size, programmes) = (0, 0)
        for number in 0..<channels {
            let name = words.channel.phrase(Vocabulary.channelLengths, &random)
            buffer += "  <channel id=\"\(Self.id(number))\"><display-name>\(name) \(number)</display-name></channel>\n"
        }
        var times = [Int](repeating: begin, count: channels)
        while size + buffer.utf8.count < bytes {
            for number in 0..<channels {
                let minutes = Self.minutes.randomElement(using: &random) ?? 30
                buffer += programme(Self.id(number), times[number], minutes, &random)
                times[number] += minutes * 60
                programmes += 1
                guard buffer.utf8.count > Self.bufferBytes else { continue }
                try file.write(contentsOf: Data(buffer.utf8))
                size += buffer.utf8.count
                buffer = ""
                if size >= bytes { break }
            }
        }
        try file.write(contentsOf: Data("\(buffer)</tv>\n".utf8))
        try file.close()
        return programmes
    }

    private func programme(_ channel: String, _ start: Int, _ minutes: Int, _ random: inout SeededRandom) -> String {
        let title = words.film.phrase(Vocabulary.filmLengths, &random)
        var text = "  <programme start=\"\(Self.time(start))\" stop=\"\(Self.time(start + minutes * 60))\" "
        text += "channel=\"\(channel)\">\n    <title lang=\"en\">\(title)</title>\n"
        if random.chance(0.3) {
            let count = Int.random(in: 4...16, using: &random)
            text += "    <desc>\((0..<count).map { _ in words.text.draw(&random) }.joined(separator: " ")).</desc>\n"
        }
        if random.chance(0.4) {
            text += "    <category>\(Self.categories.randomElement(using: &random) ?? "")</category>\n"
        }
        return text + "  </programme>\n"
    }

    /// `YYYYMMDDhhmmss +0000`.
    static func time(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1_900)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))\(two(parts.tm_hour))"
            + "\(two(parts.tm_min))\(two(parts.tm_sec)) +0000"
    }
}
