internal import TextFolding

/// Decodes bytes that claim to be UTF-8 and are not: Latin-1 as browsers read it (windows-1252), or windows-1251.
enum LegacyCharset {
    /// The same text in UTF-8.
    ///
    /// Cyrillic in windows-1251 is long runs of bytes from 0xC0 on, which Western text never has; valid UTF-8 sequences
    /// among broken ones are kept.
    static func utf8(from bytes: Span<UInt8>) -> [UInt8] {
        let isCyrillic = looksCyrillic(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                result.append(byte)
                index += 1
            } else if !isCyrillic, let length = sequenceLength(bytes, at: index) {
                for offset in 0..<length { result.append(bytes[index + offset]) }
                index += length
            } else {
                append(isCyrillic ? windows1251(byte) : Windows1252.codePoint(of: byte), to: &result)
                index += 1
            }
        }
        return result
    }

    private static func windows1251(_ byte: UInt8) -> UInt32 {
        switch byte {
        case 0xC0...0xFF: 0x410 + UInt32(byte - 0xC0)
        case 0xA8: 0x401
        case 0xB8: 0x451
        case 0xB2, 0xB3: 0x406 + UInt32(byte - 0xB2) * 0x50
        case 0xAF: 0x407
        case 0xBF: 0x457
        case 0xAA: 0x404
        case 0xBA: 0x454
        case 0xB9: 0x2116
        default: Windows1252.codePoint(of: byte)
        }
    }

    private static func looksCyrillic(_ bytes: Span<UInt8>) -> Bool {
        var (high, run, longest) = (0, 0, 0)
        for index in bytes.indices {
            if bytes[index] >= 0xC0 {
                high += 1
                run += 1
                longest = max(longest, run)
            } else {
                run = 0
            }
        }
        return longest >= 3 && high >= 3
    }

    /// The length of the valid UTF-8 sequence of two bytes or more at `index`; nil when there is none (RFC 3629).
    static func sequenceLength(_ bytes: Span<UInt8>, at index: Int) -> Int? {
        let first = bytes[index]
        let length: Int
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return nil
        }
        guard index + length <= bytes.count else { return nil }
        for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return nil }
        let second = bytes[index + 1]
        switch first {
        case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90, 0xF4 where second > 0x8F:
            return nil
        default:
            return length
        }
    }

    /// Whether all bytes are UTF-8.
    static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                index += 1
            } else if let length = sequenceLength(bytes, at: index) {
                index += length
            } else {
                return false
            }
        }
        return true
    }

    /// Appends a code point in UTF-8; the caller must avoid surrogates.
    static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch scalar {
        case ..<0x80:
            bytes.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            bytes.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        case ..<0x10000:
            bytes.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        default:
            bytes.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18 & 0x07))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        }
    }
}
