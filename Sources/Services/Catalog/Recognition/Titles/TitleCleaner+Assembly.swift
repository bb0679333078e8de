internal import CatalogFormats
internal import TextFolding

extension TitleCleaner {
    /// The remaining title, with its own punctuation.
    func assembled() -> String {
        guard let first = kept.first, let last = kept.last else { return "" }
        let source = text.source
        var start = text.words[first].range.lowerBound
        var end = text.words[last].range.upperBound
        if text.words[first].group > 0 { start = text.groups[text.words[first].group - 1].range.lowerBound }
        if text.words[last].group > 0 { end = text.groups[text.words[last].group - 1].range.upperBound }
        let floor = first > 0 ? text.words[first - 1].range.upperBound : 0
        let ceiling = last + 1 < text.words.count ? text.words[last + 1].range.lowerBound : source.count
        while start > floor, isLeading(source[start - 1]) { start -= 1 }
        if start >= floor + 2, source[start - 2] == 0xC2, source[start - 1] == 0xA1 || source[start - 1] == 0xBF {
            start -= 2
        }
        while end < ceiling, isTrailing(source[end]), !isJoint(end) { end += 1 }
        // The ellipsis of "I Survived…".
        if end + 3 <= ceiling, source[end] == 0xE2, source[end + 1] == 0x80, source[end + 2] == 0xA6 { end += 3 }
        let dropped = droppedGroups.map(extent).sorted { $0.lowerBound < $1.lowerBound }
        var bytes = copy(start..<end, without: dropped)
        // A title that consists of tags only is left as it is.
        if bytes.isEmpty { bytes = copy(start..<end, without: []) }
        return withArticleInFront(String(decoding: bytes, as: UTF8.self))
    }

    /// The extent of brackets; unclosed ones end where the next begin.
    private func extent(of group: Int) -> Range<Int> {
        let range = text.groups[group - 1].range
        guard group < text.groups.count else { return range }
        return range.lowerBound..<min(range.upperBound, text.groups[group].range.lowerBound)
    }

    private func copy(_ range: Range<Int>, without dropped: [Range<Int>]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var index = range.lowerBound
        for part in dropped where part.lowerBound >= index && part.upperBound <= range.upperBound {
            append(index..<part.lowerBound, to: &bytes)
            index = part.upperBound
        }
        append(index..<range.upperBound, to: &bytes)
        while bytes.last == 0x20 { bytes.removeLast() }
        return bytes
    }

    /// "Pokémon.4.Viajantes.do.Tempo (2001).mkv": dots in a file name are spaces where it has several between words.
    private var isDottedFile: Bool {
        guard isFileName else { return false }
        return text.words.indices.dropFirst().count { text.gap(before: $0).elementsEqual(".".utf8) } > 1
    }

    /// Copies with single spaces; the dots of a release name become spaces.
    private func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
        let isRelease = style == .video && (text.isReleaseName || isDottedFile)
        for index in range {
            var byte = text.source[index]
            if byte.isSpace || byte == UInt8(ascii: "_") || isRelease && byte == UInt8(ascii: ".") { byte = 0x20 }
            if byte == 0x20, bytes.isEmpty || bytes.last == 0x20 { continue }
            bytes.append(byte)
        }
    }

    /// Characters directly before the first word that belong to a title: "#Alive", "(500) Days", ".hack".
    private func isLeading(_ byte: UInt8) -> Bool {
        "(\"#'$.*@".utf8.contains(byte) && !(byte == UInt8(ascii: ".") && text.isReleaseName)
    }

    /// Whether a dot only joins what is left to what is cut off: "Low Tide.2019.1080p WEB".
    private func isJoint(_ index: Int) -> Bool {
        let source = text.source
        guard source[index] == UInt8(ascii: "."), index + 1 < source.count else { return false }
        return source[index + 1].isLetter || source[index + 1].isDigit
    }

    /// What may stand directly behind the last one: "Mamma Mia!", "S.W.A.T.".
    private func isTrailing(_ byte: UInt8) -> Bool {
        "!?)\"'%+*".utf8.contains(byte) || byte == UInt8(ascii: ".") && !text.isReleaseName && !isFileName
    }

    private static let articles: Set<String> = [
        "the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il", "lo", "gli", "i", "de",
        "het", "o", "os", "as",
    ]

    /// "Matrix, The" is "The Matrix".
    private func withArticleInFront(_ title: String) -> String {
        guard style == .video, let comma = title.lastIndex(of: ","), comma > title.startIndex else { return title }
        let article = title[title.index(after: comma)...].trimmingSpaces()
        guard Self.articles.contains(article.lowercased()) else { return title }
        return article + " " + title[..<comma]
    }
}
