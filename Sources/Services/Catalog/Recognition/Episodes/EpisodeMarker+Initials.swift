internal import TextFolding

// Numbers with the first letters of their words, in other orders than "S01E02".

extension EpisodeMarker {
    /// Initials behind the numbers, and the episode's first: "1S 8B" (sezon, bölüm), "C5-T3" (capítulo, temporada).
    static func initials(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        if let marker = reversed(text, at: index) ?? joinedInitials(text, at: index) { return marker }
        guard index > 0, index + 1 < text.words.count else { return nil }
        var (first, second) = (
            WordReader(text.folded[text.words[index].foldedRange]),
            WordReader(text.folded[text.words[index + 1].foldedRange])
        )
        if let season = first.number(), first.skip(anyOf: "s"), first.isAtEnd, let episode = second.number(),
            second.skip(anyOf: "b"), second.isAtEnd, season < 100
        {
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 2))
        }
        if first.skip(anyOf: "c"), let episode = first.number(), first.isAtEnd, second.skip(anyOf: "t"),
            let season = second.number(), second.isAtEnd, season < 100
        {
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 2))
        }
        return nil
    }

    /// The episode first: "EP45T01", "E02S01", with the version before it or not: "LEG-EP45T01".
    private static func reversed(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        var reader = WordReader(text.folded[text.words[index].foldedRange])
        guard reader.skip(anyOf: "e"), reader.skipOptional("p"), let episode = reader.number(),
            reader.skip(anyOf: "st"), let season = reader.number(), reader.isAtEnd, season < 100
        else { return nil }
        let isVersion =
            index > 0 && text.gap(before: index).elementsEqual("-".utf8)
            && versions.contains { $0[...] == text.folded[text.words[index - 1].foldedRange] }
        return EpisodeMarker(
            season: season, episode: episode, words: (isVersion ? index - 1 : index)..<(index + 1))
    }

    /// The season's letter behind its number, with the version or not: "1T-E05", "7TLEG-E07".
    private static func joinedInitials(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        guard index + 1 < text.words.count, text.gap(before: index + 1).elementsEqual("-".utf8) else { return nil }
        var (first, second) = (
            WordReader(text.folded[text.words[index].foldedRange]),
            WordReader(text.folded[text.words[index + 1].foldedRange])
        )
        guard let season = first.number(), season < 100, first.skip(anyOf: "t"),
            first.isAtEnd || versions.contains(where: { first.skip($0) }) && first.isAtEnd,
            second.skip(anyOf: "e"), second.skipOptional("p"), let episode = second.number(), second.isAtEnd
        else { return nil }
        return EpisodeMarker(season: season, episode: episode, words: index..<(index + 2))
    }

    private static let versions = ["leg", "dub", "dual"].map { Array($0.utf8) }

    /// A season and an episode with nothing but a dash between them: "Low Tide S4-10". It may as well be a range of seasons, so it needs
    /// another sign of an episode.
    static func dashed(_ text: FoldedText) -> EpisodeMarker? {
        for index in text.words.indices.dropLast() {
            var reader = WordReader(text.folded[text.words[index].foldedRange])
            guard reader.skip(anyOf: "st"), let season = reader.number(), reader.isAtEnd, season < 100,
                let episode = text.words[index + 1].number, episode <= longestSeason,
                text.gap(before: index + 1).elementsEqual("-".utf8)
            else { continue }
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 2))
        }
        return nil
    }
}
