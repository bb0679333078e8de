internal import CatalogFormats
internal import TextFolding

extension TitleCleaner {
    /// Cleans the part behind an episode's number: its own title, which may be just tags ("1080p", "[4K]", "(2017)").
    static func cleanRest(of text: FoldedText, from start: Int) -> CleanTitle {
        let words = start..<text.words.count
        var clean = Self.clean(text, words: words, style: .video)
        var cleaner = TitleCleaner(text, words: words, style: .video)
        // "Taskmaster.S18E10.1080p.HDTV.H264-GROUP".
        if text.isReleaseName, let first = words.first,
            let tag = text.tag(first..<(first + 1), in: [.suffix, .release]),
            tag.meaning != .noise
        {
            cleaner.addTags(of: words)
            return CleanTitle(title: "", tags: cleaner.tags)
        }
        guard !words.isEmpty, words.allSatisfy({ cleaner.isMark($0) || cleaner.isVersion($0) }), cleaner.cutAll()
        else { return clean }
        (clean.title, clean.tags) = ("", cleaner.tags)
        return clean
    }

    /// Whether a word may be a mark: an episode can have the title "Uncut", but not "UNCUT", "1080p" or "[Uncut]".
    private func isMark(_ index: Int) -> Bool {
        let word = text.words[index]
        return word.group > 0 || word.isUppercase || text.folded[word.foldedRange].contains(where: \.isDigit)
    }

    /// Whether a word is one of two that name its language version, and no name: "Multi-Sub", "Dual Audio".
    private func isVersion(_ index: Int) -> Bool {
        [(index - 1)..<(index + 1), index..<(index + 2)].contains { pair in
            guard pair.lowerBound >= kept.lowerBound, pair.upperBound <= kept.upperBound else { return false }
            return switch text.tag(pair, in: .release)?.meaning {
            case .manyLanguages, .dubbed, .subtitled: true
            default: false
            }
        }
    }

    /// Removes every word as a tag; false when one is none.
    private mutating func cutAll() -> Bool {
        while let first = kept.first {
            let group = text.words[first].group
            let end = kept.first { text.words[$0].group != group } ?? kept.upperBound
            if group == 0 {
                guard
                    let found = meanings(first..<end, in: [.release, .suffix], needsCapitals: false)
                        ?? place(first..<end) ?? finale(first..<end)
                else { return false }
                add(found)
            } else if !isChecksum(first..<end), !cutGroup(first..<end) {
                return false
            }
            kept = end..<kept.upperBound
        }
        return true
    }

    /// The meaning of a code of a country or language: "(2023) PL".
    package func place(_ words: Range<Int>) -> [TitleTag.Meaning]? {
        guard words.count == 1, text.words[words.lowerBound].isUppercase,
            let meaning = text.tag(words, in: .bracket)?.meaning
        else { return nil }
        return switch meaning {
        case .country, .language: [meaning]
        default: nil
        }
    }

    /// In many lists the last episode of a series ends in "END".
    private func finale(_ words: Range<Int>) -> [TitleTag.Meaning]? {
        let word = text.words[words.lowerBound]
        return words.count == 1 && word.isUppercase && Self.finales.contains(word.hash) ? [.noise] : nil
    }

    private static let finales: Set<UInt64> = Set(["end", "finale", "final"].map(WordHash.of))

    /// "[F02B9643]", the checksum of an anime file.
    private func isChecksum(_ words: Range<Int>) -> Bool {
        guard words.count == 1 else { return false }
        let bytes = text.folded[text.words[words.lowerBound].foldedRange]
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        return bytes.count == 8 && bytes.allSatisfy { $0.isDigit || letters.contains($0) }
    }
}
