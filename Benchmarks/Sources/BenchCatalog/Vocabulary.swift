import Foundation

/// Words with the frequencies of real lists: of channels' names in three public playlists (28,620 entries), of the
/// titles and overviews of TMDB's 10,000 most popular films.
struct Vocabulary {
    private(set) var channel = Weighted()
    private(set) var film = Weighted()
    private(set) var text = Weighted()

    /// The distribution of word counts in names of channels, and in titles of films: shares of 1, 2, 3 and so on.
    static let channelLengths = [2_904, 7_976, 8_713, 5_042, 2_598, 967, 275, 94]
    static let filmLengths = [2_325, 2_843, 2_020, 1_202, 766, 415, 224, 105]

    /// Reads the words file beside the program.
    ///
    /// - Throws: `CocoaError` when it is missing.
    init() throws {
        guard let url = Bundle.module.url(forResource: "words", withExtension: "tsv") else {
            throw CocoaError(.fileNoSuchFile)
        }
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: "\t")
            guard parts.count == 3, let weight = Int(parts[2]) else { throw CocoaError(.fileReadCorruptFile) }
            switch parts[0] {
            case "channel": channel.add(String(parts[1]), weight)
            case "film": film.add(String(parts[1]), weight)
            default: text.add(String(parts[1]), weight)
            }
        }
    }
}

/// Weighted values.
struct Weighted {
    private(set) var values: [String] = []
    private var ends: [Int] = []

    mutating func add(_ value: String, _ weight: Int) {
        values.append(value)
        ends.append((ends.last ?? 0) + weight)
    }

    func draw(_ random: inout SeededRandom) -> String {
        let point = Int.random(in: 0..<(ends.last ?? 1), using: &random)
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > point { high = middle } else { low = middle + 1 }
        }
        return values[low]
    }

    /// Words, as many as drawn from `lengths`, separated by spaces.
    func phrase(_ lengths: [Int], _ random: inout SeededRandom) -> String {
        var point = Int.random(in: 0..<lengths.reduce(0, +), using: &random)
        var count = 1
        for (index, weight) in lengths.enumerated() {
            if point < weight {
                count = index + 1
                break
            }
            point -= weight
        }
        return (0..<count).map { _ in draw(&random) }.joined(separator: " ")
    }
}
