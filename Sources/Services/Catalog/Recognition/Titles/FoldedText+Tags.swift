internal import CatalogFormats
internal import TextFolding

extension FoldedText {
    /// The tag of these words together.
    package func tag(_ range: Range<Int>, in places: TitleTag.Places) -> TitleTag? {
        // "2.0" is sound, "20" is a part of a name.
        if range.count == 1, let word = range.first, words[word].number != nil { return nil }
        if let tag = TagVocabulary.shared.tag(hash(of: range), in: places) { return tag }
        guard range.count == 1 else { return nil }
        let word = words[range.lowerBound]
        if isFileSize(word) { return TitleTag(meaning: .noise, places: places) }
        guard let height = pictureHeight(word) else { return nil }
        return TitleTag(meaning: .quality(StreamQuality(height: height, name: "\(height)p")), places: places)
    }

    /// "3MB", "700mb".
    private func isFileSize(_ word: Word) -> Bool {
        let bytes = folded[word.foldedRange]
        guard bytes.count > 2, bytes.last == UInt8(ascii: "b") else { return false }
        let unit = bytes[bytes.endIndex - 2]
        return (unit == UInt8(ascii: "m") || unit == UInt8(ascii: "g")) && bytes.dropLast(2).allSatisfy(\.isDigit)
    }

    /// "540p", "1280p": any size without a name of its own; also with other tags of the file: "1080p10bit",
    /// "BluRay1080p".
    private func pictureHeight(_ word: Word) -> Int? {
        let bytes = folded[word.foldedRange]
        guard bytes.count >= 4, bytes.count <= Self.longestSize,
            let end = bytes.indices.first(where: { index in
                (bytes[index] == UInt8(ascii: "p") || bytes[index] == UInt8(ascii: "i"))
                    && index - bytes.startIndex >= 3
                    && bytes[(index - 3)..<index].allSatisfy(\.isDigit)
            })
        else { return nil }
        var start = end - 3
        if start > bytes.startIndex, bytes[start - 1].isDigit { start -= 1 }
        let (front, behind) = (bytes[..<start], bytes[(end + 1)...])
        guard front.isEmpty || isReleaseWord(front), behind.isEmpty || isReleaseWord(behind) else { return nil }
        let height = bytes[start..<end].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return (100...4320).contains(height) ? height : nil
    }

    /// Bytes of "bluray2160p10bit".
    private static let longestSize = 16

    private func isReleaseWord(_ bytes: ArraySlice<UInt8>) -> Bool {
        TagVocabulary.shared.tag(WordHash.extend(WordHash.seed, bytes), in: [.release]) != nil
    }

    /// The height of "[960*540]", "(1920x1080)", "[1280×720]": the words of one pair of brackets.
    func pictureHeight(inBrackets words: Range<Int>) -> Int? {
        guard let first = words.first, self.words[first].group > 0, words.count <= 3 else { return nil }
        let inner = source[groups[self.words[first].group - 1].range].dropFirst().filter { !$0.isSpace }
        let width = inner.prefix(while: \.isDigit)
        let sign = inner.dropFirst(width.count).prefix {
            !$0.isDigit && $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: ")")
        }
        let height = inner.dropFirst(width.count + sign.count).prefix(while: \.isDigit)
        let end = inner.count - width.count - sign.count - height.count
        guard (3...4).contains(width.count), (3...4).contains(height.count), end <= 1,
            Self.sizeSigns.contains(String(decoding: sign, as: UTF8.self))
        else { return nil }
        return height.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static let sizeSigns: Set<String> = ["x", "X", "*", "×", "х"]
}

extension FoldedText {
    /// Whether a word is in superscript or small capitals: providers write tags so, and no names.
    func isRaised(_ index: Int) -> Bool {
        let word = words[index]
        guard word.number == nil, word.range.count > word.foldedRange.count else { return false }
        return sourceText(word.range).unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            // Modifier letters, small capitals, raised digits; some of each are elsewhere.
            case 0x1D00...0x1DBF, 0x02B0...0x02B8, 0x2070...0x207F, 0xB2, 0xB3, 0xB9: true
            case 0x0262, 0x026A, 0x0274, 0x0280, 0x028F, 0x0299, 0x029C, 0x029F, 0xA730, 0xA731, 0x2C7D: true
            default: false
            }
        }
    }
}
