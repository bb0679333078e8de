internal import TextFolding

/// Undoes UTF-8 that was read as windows-1252 and encoded a second time: "AnatomÃ­a" for "Anatomía".
enum DoubleEncoding {
    /// A line in which each part between quotation marks is decoded by itself, as some lists have only their titles encoded twice.
    ///
    /// - Parameter line: UTF-8.
    /// - Returns: nil when no part is encoded twice.
    static func undone(_ line: Span<UInt8>) -> [UInt8]? {
        guard mayHave(line) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(line.count)
        var (start, isChanged) = (0, false)
        while start <= line.count {
            let end = line.firstIndex(of: UInt8(ascii: "\""), in: start..<line.count) ?? line.count
            let part = line.extracting(start..<end)
            if let plain = decoded(part) {
                result += plain
                isChanged = true
            } else {
                part.withUnsafeBufferPointer { result.append(contentsOf: $0) }
            }
            if end < line.count { result.append(line[end]) }
            start = end + 1
        }
        return isChanged ? result : nil
    }

    /// Whether a character that stands for the first byte of a sequence is followed by another that is not ASCII.
    private static func mayHave(_ line: Span<UInt8>) -> Bool {
        var index = 0
        while index + 2 < line.count {
            guard let position = line.firstIndex(of: 0xC3, in: index..<line.count - 2) else { return false }
            if (0x82...0xB4).contains(line[position + 1]), line[position + 2] >= 0xC2 { return true }
            index = position + 1
        }
        return false
    }

    /// The text of a part; nil unless all that is not ASCII in it was encoded twice.
    private static func decoded(_ part: Span<UInt8>) -> [UInt8]? {
        guard let bytes = singleBytes(part) else { return nil }
        let span = bytes.span
        var (index, isSure) = (0, false)
        while index < span.count {
            if span[index] < 0x80 {
                index += 1
                continue
            }
            guard let length = LegacyCharset.sequenceLength(span, at: index) else { return nil }
            // "Úž" may be two letters of a word; "Ã" before a letter or a sign is none.
            let isLatin = span[index] == 0xC2 || span[index] == 0xC3
            isSure = isSure || isLatin || (1..<length).contains { !isLetter(span[index + $0]) }
            index += length
        }
        return isSure ? bytes : nil
    }

    /// A part of which each character is one byte of windows-1252; nil where one is none.
    private static func singleBytes(_ part: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.count)
        var (index, isASCII) = (0, true)
        while index < part.count {
            guard part[index] >= 0x80 else {
                bytes.append(part[index])
                index += 1
                continue
            }
            guard let length = LegacyCharset.sequenceLength(part, at: index), length <= 3 else { return nil }
            var scalar = UInt32(part[index] & (length == 2 ? 0x1F : 0x0F))
            for offset in 1..<length { scalar = scalar << 6 | UInt32(part[index + offset] & 0x3F) }
            // Some programs read Latin-1, in which the bytes from 0x80 to 0x9F are control characters.
            guard let byte = scalar < 0x100 ? UInt8(scalar) : bytesOfWindows[scalar] else { return nil }
            bytes.append(byte)
            (index, isASCII) = (index + length, false)
        }
        return isASCII ? nil : bytes
    }

    /// Whether a byte from 0x80 to 0xBF is a letter in windows-1252.
    private static func isLetter(_ byte: UInt8) -> Bool { letters.contains(byte) }

    /// "ƒ", "Š", "Œ", "Ž", "š", "œ", "ž", "Ÿ", "ª", "µ", "º".
    private static let letters: Set<UInt8> = [
        0x83, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F, 0xAA, 0xB5, 0xBA,
    ]

    /// The bytes from 0x80 to 0x9F by the characters that they stand for.
    private static let bytesOfWindows = Dictionary(
        uniqueKeysWithValues: (UInt8(0x80)...0x9F).map { (Windows1252.codePoint(of: $0), $0) })
}
