internal import CatalogFormats
internal import TextFolding

// What stands in brackets: the year, alone or with where a film is from, and genres.

extension TitleCleaner {
    /// Takes the year of one pair of brackets; false when there is none.
    mutating func cutYear(_ words: Range<Int>) -> Bool {
        guard let number = text.bracketedYear(words) else { return false }
        year = year ?? number
        return true
    }

    /// Whether square brackets have the name of a site: "[LOW.MX]".
    func isSite(_ words: Range<Int>) -> Bool {
        guard style == .video, (2...3).contains(words.count), text.words[words.lowerBound].group > 0,
            text.groups[text.words[words.lowerBound].group - 1].opening == UInt8(ascii: "[")
        else { return false }
        return words.allSatisfy { text.words[$0].foldedRange.count > 1 && text.words[$0].number == nil }
            && words.dropFirst().allSatisfy { text.gap(before: $0).elementsEqual(".".utf8) }
    }

    /// "Heat (TV)": made for television, as some film databases write.
    func isTelevisionFilm(_ words: Range<Int>) -> Bool {
        words.count == 1 && text.words[words.lowerBound].isUppercase
            && text.words[words.lowerBound].hash == Self.televisionWord && text.isBracket(words)
    }

    private static let televisionWord = WordHash.of("tv")

    /// What brackets say of a version that is a service's: "(Thuyết Minh LOWTV)".
    func versionOfService(_ words: Range<Int>) -> [TitleTag.Meaning]? {
        guard style == .video, words.count > 1, text.words[words.upperBound - 1].isUppercase,
            let found = meanings(words.dropLast(), in: .bracket, needsCapitals: false),
            found.allSatisfy({ $0 == .dubbed || $0 == .subtitled })
        else { return nil }
        return found
    }

    /// Takes the server that a link is on, behind a dash and before brackets: "Low Tide - #Low (Vietsub)", "Low Tide - Vietsub #1 [Full]".
    ///
    /// - Returns: where it begins. nil where there is none.
    mutating func cutServer() -> Int? {
        let end = kept.upperBound
        // Behind a year the rest is a name: "Low Tide - #1 Fan (2019)".
        guard year == nil, end < text.words.count, text.words[end].group > 0 else { return nil }
        let sign = UInt8(ascii: "#")
        for start in kept.dropFirst().reversed().prefix(Self.longestServer) {
            guard text.words[start].group == 0 else { return nil }
            guard text.isSegment(before: start) else { continue }
            guard let number = (start..<end).first(where: { text.gap(before: $0).last == sign }) else { return nil }
            if start < number, let version = meanings(start..<number, in: .bracket, needsCapitals: false) {
                add(version)
            }
            return start
        }
        return nil
    }

    /// Words.
    private static let longestServer = 3

    static let serverWords: Set<UInt64> = Set(
        [
            "server", "srv", "option", "link", "source", "opt", "opc", "mirror", "opción", "opcion", "opção", "op",
            "servidor",
            "serveur", "enlace", "fuente", "kaynak", "yedek",
        ].map(WordHash.of))

    func serverNumber(_ words: Range<Int>) -> Int? {
        guard words.count == 2, Self.serverWords.contains(text.words[words.lowerBound].hash) else { return nil }
        return text.words[words.lowerBound + 1].number
    }

    /// "Low HD OP2": the server's number, joined to its word.
    func joinedServer(_ index: Int) -> Int? {
        guard index > kept.lowerBound, text.words[index].isUppercase || index > kept.lowerBound + 1 else { return nil }
        return EpisodeMarker.joined(text.folded[text.words[index].foldedRange], Self.serverWords)
    }

    /// Whether square brackets have nothing but genres: "[Horror]", "[Commedia Fantasy]".
    func isGenre(_ words: Range<Int>) -> Bool {
        guard let first = words.first, text.words[first].group > 0,
            text.groups[text.words[first].group - 1].opening == UInt8(ascii: "[")
        else { return false }
        var index = first
        while index < words.upperBound {
            guard let (genres, length) = GenreMapper.phrase(at: index, in: text), !genres.isEmpty else { return false }
            index += length
        }
        return index == words.upperBound
    }
}

extension FoldedText {
    /// The year in the words of one pair of brackets: "(2019)", "(2019 PL)", "[USA/2002]", "(Россия, 2019)".
    func bracketedYear(_ range: Range<Int>) -> Int? {
        func year(_ index: Int) -> Int? {
            words[index].number.flatMap { TitleCleaner.years.contains($0) ? $0 : nil }
        }
        guard let first = range.first, let last = range.last, words[first].group > 0 else { return nil }
        if range.count == 1 { return year(first) }
        if range.count == 2, let found = year(first), tag((first + 1)..<range.upperBound, in: .bracket) != nil {
            return found
        }
        guard range.count <= Self.longestOrigin, let found = year(last),
            range.dropLast().allSatisfy({ words[$0].number == nil })
        else { return nil }
        let gap = gap(before: last)
        // "(USA 2019)".
        if range.count == 2, tag(first..<last, in: .bracket) != nil { return found }
        return gap.contains(UInt8(ascii: "/")) || gap.contains(UInt8(ascii: ",")) ? found : nil
    }

    /// Words, the year included: "[cartoon/France/Belgium/2018]".
    private static let longestOrigin = 5
}
