/// Base64 for URLs without padding (RFC 4648, section 5), as JWS, JWT and JWK have it (RFC 7515, section 2).
package enum Base64URL {
    /// The text of bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var (bits, waiting): (UInt32, Int) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            waiting += 8
            while waiting >= 6 {
                waiting -= 6
                text.append(character(UInt8(bits >> UInt32(waiting) & 0x3f)))
            }
        }
        if waiting > 0 { text.append(character(UInt8(bits << UInt32(6 - waiting) & 0x3f))) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil unless it is the one that ``encode(_:)`` makes of them: no padding, no other character, no
    /// bits left over.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var (bits, waiting): (UInt32, Int) = (0, 0)
        for character in text {
            guard let value = value(character) else { return nil }
            bits = bits << 6 | UInt32(value)
            waiting += 6
            if waiting >= 8 {
                waiting -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(waiting)))
            }
        }
        // A lone last character has 6 bits, too few for a byte; other rests are zeros.
        guard waiting < 6, bits & (1 << UInt32(waiting) - 1) == 0 else { return nil }
        return bytes
    }

    private static func character(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + (value - 26)
        case 52..<62: UInt8(ascii: "0") + (value - 52)
        case 62: UInt8(ascii: "-")
        default: UInt8(ascii: "_")
        }
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
