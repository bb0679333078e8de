internal import Glibc
internal import TextFolding

extension Span<UInt8> {
    /// The text of a range of UTF-8 bytes; invalid bytes become U+FFFD.
    package func text(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        return extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The text of a range as one line: names have no control characters (databases end a text at NUL, terminals obey
    /// others), so tabs and line breaks become spaces, others are dropped, and then the spaces at the ends.
    package func label(_ range: Range<Int>) -> String {
        guard hasControls(range) else { return text(range) }
        let bytes = range.map { self[$0] }.compactMap { $0.isControl ? $0.isBreak ? 0x20 : nil : $0 }
        return String(decoding: bytes, as: UTF8.self).trimmingSpaces()
    }

    /// Whether the range has an ASCII control character.
    func hasControls(_ range: Range<Int>) -> Bool {
        let words = extracting(range)
        var index = 0
        while index + 8 <= words.count {
            let word = words.word(at: index)
            if word.hasByte(below: 0x20) || word.hasByte(0x7F) { return true }
            index += 8
        }
        while index < words.count {
            if words[index].isControl { return true }
            index += 1
        }
        return false
    }

    /// The first line break, LF or CR, at or after an index, and whether every byte before it is ASCII; without one the
    /// end.
    func endOfLine(from start: Int) -> (index: Int, isASCII: Bool) {
        var index = start
        var high: UInt64 = 0
        while index + 8 <= count {
            let word = word(at: index)
            if word.hasByte(0x0A) || word.hasByte(0x0D) { break }
            high |= word
            index += 8
        }
        var rest: UInt8 = 0
        while index < count, self[index] != 0x0A, self[index] != 0x0D {
            rest |= self[index]
            index += 1
        }
        return (index, high & UInt64.highBits == 0 && rest < 0x80)
    }

    /// Eight bytes as one number, in any byte order.
    private func word(at index: Int) -> UInt64 {
        extracting(index..<index + 8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }

    /// Whether the bytes in a range equal those of a text.
    func isEqual(_ range: Range<Int>, to text: String) -> Bool {
        guard text.utf8.count == range.count else { return false }
        var index = range.lowerBound
        for byte in text.utf8 {
            if self[index] != byte { return false }
            index += 1
        }
        return true
    }

    /// The range without white space at both ends.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isSpace { start += 1 }
        while start < end, self[end - 1].isSpace { end -= 1 }
        return start..<end
    }

    /// The first index of a byte in the range.
    package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        return extracting(range).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress, let found = memchr(start, Int32(byte), buffer.count) else {
                return nil
            }
            return range.lowerBound + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
        }
    }

    /// The number of line breaks.
    func countLines(in range: Range<Int>) -> Int {
        var (count, start) = (0, range.lowerBound)
        while let found = firstIndex(of: 0x0A, in: start..<range.upperBound) {
            count += 1
            start = found + 1
        }
        return count
    }

    /// The last index of a byte in the range.
    package func lastIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        var index = range.upperBound
        while index - 8 >= range.lowerBound, !word(at: index - 8).hasByte(byte) { index -= 8 }
        index -= 1
        while index >= range.lowerBound {
            if self[index] == byte { return index }
            index -= 1
        }
        return nil
    }

    /// The first index at or after `index` that is not white space.
    func skippingSpaces(from index: Int) -> Int {
        var index = index
        while index < count, self[index].isSpace { index += 1 }
        return index
    }

    /// Whether the bytes at `index` are these ASCII characters, ignoring case; `word` is in lower case.
    package func matches(_ word: StaticString, at index: Int = 0) -> Bool {
        let length = word.utf8CodeUnitCount
        guard index >= 0, index + length <= count else { return false }
        return word.withUTF8Buffer { expected in
            for offset in 0..<length where self[index + offset].lowercased != expected[offset] { return false }
            return true
        }
    }
}

/// Eight bytes at a time (Bit Twiddling Hacks, "Determine if a word has a byte equal to n", "less than n").
extension UInt64 {
    fileprivate static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let lowBits: UInt64 = 0x0101_0101_0101_0101

    /// Whether one of the bytes is below another, which is at most 0x80.
    fileprivate func hasByte(below limit: UInt8) -> Bool {
        (self &- Self.lowBits &* UInt64(limit)) & ~self & Self.highBits != 0
    }

    /// Whether one of the bytes equals this one.
    fileprivate func hasByte(_ byte: UInt8) -> Bool { (self ^ (Self.lowBits &* UInt64(byte))).hasByte(below: 1) }
}

extension UInt8 {
    /// Whether it is an ASCII control character.
    fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }
    /// Whether it is a tab or line break.
    fileprivate var isBreak: Bool { (0x09...0x0D).contains(self) }
}
