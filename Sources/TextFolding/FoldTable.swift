internal import Foundation

/// Folds letters: removes case, diacritics and width.
///
/// Up to U+1FFF by a table made once from Unicode's compatibility decompositions (which never change for an assigned
/// character, so neither do the ids made from folded text); beyond that by blocks.
struct FoldTable: Sendable {
    /// The folding of one code point.
    enum Action {
        /// Ends a word.
        case separator
        /// Is dropped and ends no word: apostrophes, combining marks.
        case nothing
        /// Is replaced by these bytes.
        case bytes(ArraySlice<UInt8>)
        /// Is unchanged.
        case itself
    }

    static let shared = FoldTable()

    private static let end: UInt32 = 0x2000
    private static let separatorLength: UInt8 = 255
    /// Where the bytes of each code point begin in `pool`, and how many there are.
    private let offsets: [UInt32]
    private let lengths: [UInt8]
    private let pool: [UInt8]
    /// The mathematical alphabets, U+1D400 to U+1D7FF, which some providers write names with.
    private let mathematical: [UInt8]

    private init() {
        var (offsets, lengths, pool): ([UInt32], [UInt8], [UInt8]) = ([], [], [])
        for value in 0..<Self.end {
            offsets.append(UInt32(pool.count))
            guard let scalar = Unicode.Scalar(value) else {
                lengths.append(Self.separatorLength)
                continue
            }
            guard let folded = Self.folded(scalar) else {
                lengths.append(Self.separatorLength)
                continue
            }
            lengths.append(UInt8(min(folded.count, 64)))
            pool += folded
        }
        (self.offsets, self.lengths, self.pool) = (offsets, lengths, pool)
        mathematical = (UInt32(0x1D400)...0x1D7FF).map { value in
            let text = Unicode.Scalar(value).map { String(Character($0)).decomposedStringWithCompatibilityMapping }
            return text?.lowercased().utf8.first.flatMap { $0.isLetter || $0.isDigit ? $0 : nil } ?? 0
        }
    }

    /// The folding of a code point.
    func action(for value: UInt32) -> Action {
        if value < Self.end {
            let length = lengths[Int(value)]
            if length == Self.separatorLength { return .separator }
            if length == 0 { return .nothing }
            let start = Int(offsets[Int(value)])
            return .bytes(pool[start..<(start + Int(length))])
        }
        switch value {
        case 0x2018, 0x2019, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: return .nothing
        case 0x2070, 0x2074...0x2079: return digit(value - 0x2070)
        case 0x2080...0x2089: return digit(value - 0x2080)
        case 0x207F: return .bytes([UInt8(ascii: "n")])
        // The raised V, and the small capitals F and S, which are apart from the others.
        case 0x2C7D: return .bytes([UInt8(ascii: "v")])
        case 0xA730: return .bytes([UInt8(ascii: "f")])
        case 0xA731: return .bytes([UInt8(ascii: "s")])
        case 0xFF10...0xFF19: return digit(value - 0xFF10)
        case 0xFF21...0xFF3A: return letter(value - 0xFF21)
        case 0xFF41...0xFF5A: return letter(value - 0xFF41)
        case 0x1D400...0x1D7FF:
            let byte = mathematical[Int(value - 0x1D400)]
            return byte == 0 ? .separator : .bytes([byte])
        case 0x2C00...0x2DFF, 0x3005...0x3007, 0x3040...0x30FA, 0x30FC...0xA4CF, 0xA4D0...0xD7FF, 0xF900...0xFAFF,
            0xFB50...0xFDFF, 0xFE70...0xFEFC, 0xFF66...0xFFDC, 0x10000...0x1CFFF, 0x20000...0x3FFFF:
            return .itself
        default: return .separator
        }
    }

    private func digit(_ value: UInt32) -> Action { .bytes([UInt8(0x30 + value)]) }

    private func letter(_ value: UInt32) -> Action { .bytes([UInt8(0x61 + value)]) }

    /// Letters whose plain form is no decomposition.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
        "ŋ": "n",
        "ə": "e", "ς": "σ", "ŧ": "t", "ĸ": "k", "ƒ": "f",
        // Small capitals, which providers set tags in: "ʀᴀᴡ".
        "ᴀ": "a", "ʙ": "b", "ᴄ": "c", "ᴅ": "d", "ᴇ": "e", "ɢ": "g", "ʜ": "h", "ɪ": "i", "ᴊ": "j", "ᴋ": "k", "ʟ": "l",
        "ᴍ": "m", "ɴ": "n", "ᴏ": "o", "ᴘ": "p", "ʀ": "r", "ᴛ": "t", "ᴜ": "u", "ᴠ": "v", "ᴡ": "w", "ʏ": "y", "ᴢ": "z",
    ]

    /// The digit of another script: "٥" is 5.
    private static func digit(_ scalar: Unicode.Scalar) -> String? {
        guard scalar.properties.generalCategory == .decimalNumber else { return nil }
        return scalar.properties.numericValue.map { String(Int($0)) }
    }

    /// The bytes for a code point; nil for a separator, empty for a dropped one.
    private static func folded(_ scalar: Unicode.Scalar) -> [UInt8]? {
        if scalar == "'" || scalar == "`" || scalar == "´" || scalar == "*" || scalar == "\u{AD}" { return [] }
        var result = ""
        var isWord = false
        let decomposed = String(Character(scalar)).decomposedStringWithCompatibilityMapping
        for part in decomposed.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch part.value {
            case 0x300...0x36F, 0x483...0x489, 0x591...0x5C7, 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6ED,
                0x1AB0...0x1AFF, 0x1DC0...0x1DFF:
                continue
            default: break
            }
            switch part.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .nonspacingMark, .spacingMark, .otherNumber, .letterNumber:
                isWord = true
                result += plain[part] ?? digit(part) ?? String(Character(part))
            default: continue
            }
        }
        if isWord { return Array(result.utf8) }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .modifierLetter, .format: return []
        default: return nil
        }
    }
}
