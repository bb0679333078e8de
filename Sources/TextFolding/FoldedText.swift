/// A text as words without case, diacritics and punctuation, each with its range in the original.
///
/// All comparisons of names use it: tags, whole-word searches, and the keys that ids are made from.
package struct FoldedText: Sendable {
    /// One word.
    package struct Word: Sendable {
        /// The range of the word in `source`.
        package var range: Range<Int>
        /// Its range in `folded`.
        package var foldedRange: Range<Int>
        /// The hash of its folded bytes (`WordHash`).
        package var hash: UInt64
        /// The value of a word of at most nine digits.
        package var number: Int?
        /// Whether all its letters are ASCII capitals, and it has one.
        package var isUppercase: Bool
        /// The pair of brackets that contains it, counted from 1; 0 for none.
        package var group: Int
    }

    /// The text's own bytes.
    package let source: [UInt8]
    /// The words' folded bytes, concatenated.
    package private(set) var folded: [UInt8] = []
    /// The words in their order.
    package private(set) var words: [Word] = []
    /// The range of each pair of brackets in `source`, its brackets included, and the opening one.
    package private(set) var groups: [(range: Range<Int>, opening: UInt8)] = []

    /// Folds a text.
    package init(_ text: String) {
        source = Array(text.utf8)
        folded.reserveCapacity(source.count)
        words.reserveCapacity(8)
        var builder = Builder()
        var index = 0
        while index < source.count {
            let byte = source[index]
            if byte < 0x80 {
                addASCII(byte, at: index, &builder)
                index += 1
            } else {
                let (value, length) = Self.scalar(source, at: index)
                add(FoldTable.shared.action(for: value), at: index, length: length, &builder)
                index += length
            }
        }
        endWord(at: source.count, &builder)
    }

    /// All words concatenated: the key for comparing two names.
    package var compact: [UInt8] { folded }

    /// The folded text of a word.
    package func text(of word: Word) -> String {
        String(decoding: folded[word.foldedRange], as: UTF8.self)
    }

    /// The original text of a range.
    package func sourceText(_ range: Range<Int>) -> String {
        String(decoding: source[range], as: UTF8.self)
    }

    /// The hash of several words, concatenated.
    package func hash(of range: Range<Int>) -> UInt64 {
        guard let first = range.first else { return WordHash.seed }
        var hash = words[first].hash
        for index in range.dropFirst() { hash = WordHash.extend(hash, folded[words[index].foldedRange]) }
        return hash
    }

    // MARK: Building

    private struct Builder {
        var start: Int?
        var foldedStart = 0
        var hash = WordHash.seed
        var (hasLower, hasUpper, isNumber) = (false, false, true)
        var group = 0
        /// Whether the word is of a script without spaces, so that it ends where Latin letters or digits begin.
        var isIdeographic = false
    }

    private mutating func addASCII(_ byte: UInt8, at index: Int, _ builder: inout Builder) {
        if byte.isLetter || byte.isDigit {
            if builder.isIdeographic { endWord(at: index, &builder) }
            begin(at: index, &builder)
            if byte.isUppercaseLetter { builder.hasUpper = true } else if byte.isLetter { builder.hasLower = true }
            if !byte.isDigit { builder.isNumber = false }
            append(byte.lowercased, &builder)
            return
        }
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "*"):
            return
        case UInt8(ascii: "&"):
            addWord("and", at: index, &builder)
        case UInt8(ascii: "+"):
            // "Canal+", "+1", "+Perfil", "C + I": part of the name; at the end of no word it is a separator.
            let next = index + 1 < source.count ? source[index + 1] : 0
            let isNearWord = builder.start != nil || next.isDigit || next.isLetter || next == 0x20 || next >= 0x80
            isNearWord ? addWord("plus", at: index, &builder) : endWord(at: index, &builder)
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            endWord(at: index, &builder)
            groups.append((index..<source.count, byte))
            builder.group = groups.count
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            endWord(at: index, &builder)
            if builder.group > 0 {
                groups[builder.group - 1].range = groups[builder.group - 1].range.lowerBound..<(index + 1)
            }
            builder.group = 0
        default:
            endWord(at: index, &builder)
        }
    }

    private mutating func add(_ action: FoldTable.Action, at index: Int, length: Int, _ builder: inout Builder) {
        switch action {
        case .separator: endWord(at: index, &builder)
        case .nothing: return
        case .bytes(let bytes):
            begin(at: index, &builder)
            for byte in bytes { append(byte, &builder) }
            builder.hasLower = builder.hasLower || bytes.count != 1
            builder.isNumber = builder.isNumber && bytes.allSatisfy(\.isDigit)
        case .itself:
            let isIdeographic = source[index] >= 0xE3
            if isIdeographic, builder.start != nil, !builder.isIdeographic { endWord(at: index, &builder) }
            begin(at: index, &builder)
            builder.isIdeographic = isIdeographic
            for offset in 0..<length { append(source[index + offset], &builder) }
            (builder.hasLower, builder.isNumber) = (true, false)
        }
    }

    private mutating func addWord(_ word: StaticString, at index: Int, _ builder: inout Builder) {
        endWord(at: index, &builder)
        begin(at: index, &builder)
        word.withUTF8Buffer { for byte in $0 { append(byte, &builder) } }
        (builder.hasLower, builder.isNumber) = (true, false)
        endWord(at: index + 1, &builder)
    }

    private func begin(at index: Int, _ builder: inout Builder) {
        guard builder.start == nil else { return }
        builder.start = index
        builder.foldedStart = folded.count
        builder.hash = WordHash.seed
        (builder.hasLower, builder.hasUpper, builder.isNumber) = (false, false, true)
        builder.isIdeographic = false
    }

    private mutating func append(_ byte: UInt8, _ builder: inout Builder) {
        folded.append(byte)
        builder.hash = WordHash.extend(builder.hash, byte)
    }

    private mutating func endWord(at index: Int, _ builder: inout Builder) {
        guard let start = builder.start else { return }
        builder.start = nil
        let range = builder.foldedStart..<folded.count
        guard !range.isEmpty else { return }
        if builder.isIdeographic, let cut = startOfSizeWord(range) {
            addIdeographs(start..<(index - (range.upperBound - cut)), range.lowerBound..<cut, builder.group)
            return addIdeographs((index - (range.upperBound - cut))..<index, cut..<range.upperBound, builder.group)
        }
        let isNumber = builder.isNumber && range.count <= 9
        words.append(
            Word(
                range: start..<index, foldedRange: range, hash: builder.hash,
                number: isNumber ? folded[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil,
                isUppercase: builder.hasUpper && !builder.hasLower, group: builder.group))
    }

    /// Chinese playlists write "high", "full" and "standard definition" directly after a name.
    private static let sizeWords = ["高清", "超清", "标清"].map { Array($0.utf8) }

    private func startOfSizeWord(_ range: Range<Int>) -> Int? {
        let length = 6
        guard range.count > length else { return nil }
        let ending = folded[(range.upperBound - length)..<range.upperBound]
        return Self.sizeWords.contains { $0.elementsEqual(ending) } ? range.upperBound - length : nil
    }

    private mutating func addIdeographs(_ range: Range<Int>, _ foldedRange: Range<Int>, _ group: Int) {
        words.append(
            Word(
                range: range, foldedRange: foldedRange, hash: WordHash.extend(WordHash.seed, folded[foldedRange]),
                number: nil, isUppercase: false, group: group))
    }

    /// The code point at `index` of valid UTF-8.
    private static func scalar(_ bytes: [UInt8], at index: Int) -> (value: UInt32, length: Int) {
        let first = UInt32(bytes[index])
        func next(_ offset: Int) -> UInt32 { index + offset < bytes.count ? UInt32(bytes[index + offset] & 0x3F) : 0 }
        switch first {
        case ..<0xE0: return ((first & 0x1F) << 6 | next(1), min(2, bytes.count - index))
        case ..<0xF0: return ((first & 0x0F) << 12 | next(1) << 6 | next(2), min(3, bytes.count - index))
        default:
            return ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), min(4, bytes.count - index))
        }
    }
}
