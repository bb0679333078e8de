internal import CatalogFormats
internal import TextFolding

/// What the path of a file says of an episode: "/Low Tide/Season 1/s_01_e_02.mkv".
struct EpisodePath {
    /// A season and an episode in the name of a file.
    struct Numbers: Equatable {
        var season: Int
        var episode: Int
        /// With letters for both, as in "S01E02"; "1x02" is less sure.
        var isSpelled: Bool
        /// The place in the name at which they begin.
        var start: Int
    }

    /// Of the file's name; nil where it has none.
    let numbers: Numbers?
    private let address: AddressParts
    /// The file's name without its extension, decoded.
    private let file: [UInt8]

    init(_ address: AddressParts) {
        self.address = address
        let name = Self.decoded(address.bytes[address.name])
        // "Low%20Tide%2FSeason%201%2F01.mkv" has its folders in one part of the address.
        file = name.lastIndex(of: UInt8(ascii: "/")).map { Array(name[($0 + 1)...]) } ?? name
        numbers = Self.numbers(in: file) ?? Self.spelledNumbers(in: file)
    }

    /// The number in front of the file's name: "04 - The Pier"; nil where it is none of an episode.
    static func leadingNumber(_ address: AddressParts) -> Int? {
        let name = address.bytes[address.name]
        let digits = name.prefix { $0.isDigit }
        guard (1...3).contains(digits.count), name.count == digits.count || separators.contains(name[digits.endIndex])
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The season of a folder: "/Low Tide/Season 2/05.mkv", "/Low Tide S2/05.mkv".
    var season: Int? {
        for folder in folders.prefix(2) {
            if let season = Self.season(of: FoldedText(folder)) { return season.number }
        }
        return nil
    }

    /// The name of the series: a folder that also has a season, or around one that is a season; or else what stands before the
    /// numbers in the file's name, or the nearest folder.
    var series: String? { folderSeries ?? fileSeries ?? folders.first.flatMap { Self.isName($0) ? $0 : nil } }

    /// The name of the series where the path has these numbers, too.
    func series(season: Int?, episode: Int?) -> String? {
        if let numbers, numbers.season == season, numbers.episode == episode, let fileSeries { return fileSeries }
        return season != nil && season == self.season ? folderSeries : nil
    }

    /// The name of a folder that also has a season, or of one around a season's.
    private var folderSeries: String? {
        var isInSeason = false
        for folder in folders.prefix(2) {
            let text = FoldedText(folder)
            if let season = Self.season(of: text) {
                isInSeason = true
                guard season.start > 0 else { continue }
                let name = text.sourceText(0..<text.words[season.start - 1].range.upperBound)
                if Self.isName(name) { return name }
            } else if isInSeason, Self.isName(folder) {
                return folder
            }
        }
        return nil
    }

    /// What stands before the numbers in the file's name: "Low.Tide.S01E02".
    var fileSeries: String? {
        guard let numbers else { return nil }
        let bytes = file[..<numbers.start].map { Self.joints.contains($0) ? 0x20 : $0 }
        var name = String(decoding: bytes, as: UTF8.self)[...]
        while let last = name.utf8.last, last == 0x20 || last == UInt8(ascii: "-") { name = name.dropLast() }
        let series = name.trimmingSpaces()
        return Self.isName(series) ? series : nil
    }

    // MARK: Folders

    /// The two nearest folders, the nearest first, without the host.
    private var folders: [String] {
        let parts = address.segments.dropFirst(address.hasScheme ? 1 : 0).suffix(3)
        let path = parts.map { Self.decoded(address.bytes[$0]) }.joined(separator: [UInt8(ascii: "/")])
        let folders = path.split(separator: UInt8(ascii: "/")).dropLast()
        return folders.suffix(2).reversed().map { String(decoding: $0, as: UTF8.self) }
    }

    /// "Season 1", "1 Temporada", "Low Tide S2", "temp1"; "s3" alone is a server.
    private static func season(of folder: FoldedText) -> (number: Int, start: Int)? {
        guard let last = folder.words.indices.last else { return nil }
        if let found = EpisodeMarker.season(folder, before: last + 1), found.season <= longestShow {
            return folder.words.count > 1 || folder.source.contains { $0 >= 0x80 } ? (found.season, found.start) : nil
        }
        let bytes = folder.folded[folder.words[last].foldedRange]
        let letters = bytes.prefix { $0.isLetter }
        guard letters.count > 2, letters.count < bytes.count, bytes.dropFirst(letters.count).allSatisfy(\.isDigit),
            bytes.count - letters.count <= 2
        else { return nil }
        let hash = WordHash.extend(WordHash.seed, letters)
        guard EpisodeMarker.seasonWords.contains(hash) || EpisodeMarker.shortSeasonWords.contains(hash) else {
            return nil
        }
        return (bytes.dropFirst(letters.count).reduce(0) { $0 * 10 + Int($1 - 0x30) }, last)
    }

    /// Whether a part of a path may be a series' name: words without digits among their letters, and no kind of titles.
    private static func isName(_ part: String) -> Bool {
        let text = FoldedText(part)
        let letters = text.folded.count { !$0.isDigit }
        guard letters >= shortestName, GroupSignals.mayBeSeriesName(part) else { return false }
        return text.words.allSatisfy { word in
            let bytes = text.folded[word.foldedRange]
            return word.number != nil || !bytes.contains(where: \.isDigit)
        }
    }

    private static let joints = Array("._".utf8)
    /// In seasons.
    private static let longestShow = 99
    /// Bytes. Shorter ones are mostly a server's.
    private static let shortestName = 4

    // MARK: Numbers

    /// "s01e02", "S01.E02", "s_01_e_02", "T1E2", "S04E_(10)", and "1x02".
    private static func numbers(in name: [UInt8]) -> Numbers? {
        for start in name.indices where start == 0 || !name[start - 1].isLetter && !name[start - 1].isDigit {
            var index = start
            let isSpelled = name[start] | 0x20 == UInt8(ascii: "s") || name[start] | 0x20 == UInt8(ascii: "t")
            if isSpelled {
                index += 1
                skipSeparators(name, &index)
            }
            guard let season = number(name, &index, digits: 1...2) else { continue }
            if isSpelled { skipSeparators(name, &index) }
            guard index < name.count, name[index] | 0x20 == UInt8(ascii: isSpelled ? "e" : "x") else { continue }
            index += 1
            if isSpelled, index < name.count, name[index] | 0x20 == UInt8(ascii: "p") { index += 1 }
            if isSpelled { skipSeparators(name, &index) }
            guard let episode = number(name, &index, digits: isSpelled ? 1...4 : 2...3),
                index == name.count || !name[index].isLetter
            else { continue }
            return Numbers(season: season, episode: episode, isSpelled: isSpelled, start: start)
        }
        return nil
    }

    /// "Low_Tide_tem-1_cap--04-The_Pier", "Low Tide Season 1 Episode 4".
    private static func spelledNumbers(in name: [UInt8]) -> Numbers? {
        guard name.contains(where: \.isDigit) else { return nil }
        let text = FoldedText(String(decoding: name, as: UTF8.self))
        for index in text.words.indices.dropLast() {
            guard let found = EpisodeMarker.spelled(text, at: index), let season = found.season,
                let episode = found.episode
            else { continue }
            return Numbers(
                season: season, episode: episode, isSpelled: true,
                start: text.words[found.words.lowerBound].range.lowerBound)
        }
        return nil
    }

    /// A number that ends where it has no more digits; nil where it has fewer or more than these.
    private static func number(_ name: [UInt8], _ index: inout Int, digits: ClosedRange<Int>) -> Int? {
        let start = index
        var value = 0
        while index < name.count, name[index].isDigit, index - start <= digits.upperBound {
            value = value * 10 + Int(name[index] - 0x30)
            index += 1
        }
        return digits.contains(index - start) ? value : nil
    }

    /// Moves behind at most two signs between the parts of a name.
    private static func skipSeparators(_ name: [UInt8], _ index: inout Int) {
        let end = min(index + 2, name.count)
        while index < end, separators.contains(name[index]) { index += 1 }
    }

    private static let separators = Array(" _.-([%".utf8)

    /// The bytes with "%20" as a space.
    private static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8] {
        guard part.contains(UInt8(ascii: "%")) else { return Array(part) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.count)
        var index = part.startIndex
        while index < part.endIndex {
            if part[index] == UInt8(ascii: "%"), index + 2 < part.endIndex,
                let high = part[index + 1].hexadecimalValue, let low = part[index + 2].hexadecimalValue
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(part[index])
                index += 1
            }
        }
        return bytes
    }
}
