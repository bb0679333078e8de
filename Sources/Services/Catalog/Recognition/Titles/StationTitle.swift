internal import CatalogFormats
internal import TextFolding

/// Takes from a station's name what says how it is sent: "Low Tide FM - 128 kbit/s", "Low Tide 64k AAC+", "Low Tide_MP3".
///
/// Of channels such words may be names, and there are stations called "MP3": a word that is none of these stays.
struct StationTitle {
    private let text: FoldedText
    private let hasBareRates: Bool

    /// - Parameters:
    ///   - title: The cleaned title.
    ///   - hasBareRates: Whether the list sets rates without a unit behind names: "Low Tide 128".
    init(_ title: String, hasBareRates: Bool = false) {
        (text, self.hasBareRates) = (FoldedText(title), hasBareRates)
    }

    /// The rest of the title; nil where it is all.
    var rest: String? {
        var end = text.words.count
        while let start = startOfRate(before: end) ?? startOfFormat(before: end) ?? startOfBareRate(before: end) {
            guard isName(0..<start) else { break }
            end = start
        }
        guard end < text.words.count else { return nil }
        return Self.withoutRepetition(text.sourceText(0..<endOfName(end)).trimmingSpaces())
    }

    /// The end of the name in the source: with what closes it, and without the divider behind it.
    private func endOfName(_ end: Int) -> Int {
        let last = text.words[end - 1]
        if last.group > 0 { return text.groups[last.group - 1].range.upperBound }
        let gap = text.source[last.range.upperBound..<text.words[end].range.lowerBound]
        return last.range.upperBound + gap.prefix { "!?+".utf8.contains($0) }.count
    }

    /// Whether a word is among the words that is neither a number nor a rate nor a format.
    private func isName(_ words: Range<Int>) -> Bool {
        words.contains { text.words[$0].number == nil && !isJoinedRate($0) && !isFormat($0) }
    }

    /// Whether it repeats itself behind a dash, as the names of files do: "lowtide - lowtide".
    private static func withoutRepetition(_ title: String) -> String {
        guard let dash = title.firstRange(of: " - ") else { return title }
        let (name, file) = (title[..<dash.lowerBound], title[dash.upperBound...])
        return FoldedText(String(name)).compact == FoldedText(String(file)).compact ? String(name) : title
    }

    // MARK: What a station is sent in

    /// Where "128 kbit/s", "128kbps", "64k", "(320 Kbps)" begin that end before a word.
    private func startOfRate(before end: Int) -> Int? {
        guard end > 1 else { return nil }
        var place = end - 1
        // "kbit/s".
        if text.words[place].foldedRange.count == 1, isWord(place, ["s"]), place > 1 { place -= 1 }
        if isJoinedRate(place) { return place }
        guard isWord(place, Self.longUnits), place > 1, let rate = text.words[place - 1].number,
            Self.rates.contains(rate)
        else { return nil }
        return place - 1
    }

    /// Where a format begins that ends before a word, with a rate joined to it: "AAC+", "MP3", "48KAAC".
    private func startOfFormat(before end: Int) -> Int? {
        guard end > 1 else { return nil }
        // The sign of "AAC+" is a word of its own.
        let place = isWord(end - 1, ["plus"]) && end > 2 ? end - 2 : end - 1
        return isFormat(place) ? place : nil
    }

    /// "128kbps", "64k".
    private func isJoinedRate(_ place: Int) -> Bool {
        let bytes = text.folded[text.words[place].foldedRange]
        let digits = bytes.prefix { $0.isDigit }.count
        return digits > 0 && isRate(bytes.prefix(digits)) && Self.units.contains(Self.string(bytes.dropFirst(digits)))
    }

    /// "MP3", "48KAAC".
    private func isFormat(_ place: Int) -> Bool {
        let bytes = text.folded[text.words[place].foldedRange]
        let digits = bytes.prefix { $0.isDigit }.count
        guard digits == 0 || isRate(bytes.prefix(digits)) else { return false }
        let word = Self.string(bytes.dropFirst(digits))
        return Self.formats.contains(digits > 0 && word.hasPrefix("k") ? String(word.dropFirst()) : word)
    }

    /// Where "low-128" ends in a rate, with a format behind it that is known already, and "Low Tide 128" in a list that has many such.
    private func startOfBareRate(before end: Int) -> Int? {
        guard end > 1, let rate = text.words[end - 1].number, Self.usualRates.contains(rate),
            end == text.words.count
                ? hasBareRates && text.words[end - 1].group == 0 : text.gap(before: end - 1).elementsEqual("-".utf8)
        else { return nil }
        return end - 1
    }

    private func isWord(_ place: Int, _ words: Set<String>) -> Bool { words.contains(text.text(of: text.words[place])) }

    private func isRate(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count < 5 && Self.rates.contains(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// In kbit/s, of sound.
    private static let rates = 16...1_411
    static let usualRates: Set<Int> = [32, 48, 56, 64, 96, 112, 128, 160, 192, 256, 320]
    private static let longUnits: Set<String> = ["kbit", "kbits", "kbps", "kbs", "kb"]
    private static let units: Set<String> = ["kbit", "kbits", "kbps", "kbs", "kb", "k"]
    private static let formats: Set<String> = ["aac", "aacp", "heaac", "mp3", "ogg", "opus", "flac"]
}
