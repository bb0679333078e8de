/// HTML's character references, decoded once (HTML Living Standard, section 13.2.5.72 and what follows).
package enum HTMLText {
    private static let maximumNameBytes = 32
    private static let maximumDigits = 8

    /// A text with its references decoded: named, decimal and hexadecimal. The result is not decoded again, so
    /// `&amp;lt;` becomes `&lt;`; invalid references stay.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            if scalars[index] == "&", let (replacement, length) = reference(scalars[index...]) {
                result.append(replacement)
                index += length
            } else {
                result.append(scalars[index])
                index += 1
            }
        }
        return String(result)
    }

    /// The reference at the start of a text that starts with `&`: its character and its length.
    private static func reference(_ text: ArraySlice<Unicode.Scalar>) -> (Unicode.Scalar, Int)? {
        let begin = text.startIndex
        guard text.count > 2 else { return nil }
        if text[begin + 1] == "#" { return number(text) }
        var end = begin + 1
        while end < text.endIndex, end - begin <= maximumNameBytes, isAlphanumeric(text[end]) { end += 1 }
        let name = String(String.UnicodeScalarView(text[(begin + 1)..<end]))
        if end < text.endIndex, text[end] == ";" {
            guard let scalar = HTMLEntities.scalar(named: name) else { return nil }
            return (scalar, end + 1 - begin)
        }
        // Legacy names need no semicolon, unless it looks like a parameter of an address.
        guard HTMLEntities.endsWithoutSemicolon(name), end == text.endIndex || text[end] != "=",
            let scalar = HTMLEntities.scalar(named: name)
        else { return nil }
        return (scalar, end - begin)
    }

    private static func number(_ text: ArraySlice<Unicode.Scalar>) -> (Unicode.Scalar, Int)? {
        let begin = text.startIndex
        let isHex = text[begin + 2] == "x" || text[begin + 2] == "X"
        let first = begin + (isHex ? 3 : 2)
        var end = first
        var value: UInt32 = 0
        while end < text.endIndex, end - first <= maximumDigits, let digit = digit(text[end], isHex: isHex) {
            value = value &* (isHex ? 16 : 10) &+ digit
            end += 1
        }
        guard end > first, end - first <= maximumDigits else { return nil }
        let length = end - begin + (end < text.endIndex && text[end] == ";" ? 1 : 0)
        return (scalar(value), length)
    }

    private static func digit(_ scalar: Unicode.Scalar, isHex: Bool) -> UInt32? {
        switch scalar {
        case "0"..."9": scalar.value - 0x30
        case "a"..."f" where isHex: scalar.value - 0x61 + 10
        case "A"..."F" where isHex: scalar.value - 0x41 + 10
        default: nil
        }
    }

    /// The character of a number. 128 to 159 are read as windows-1252; invalid code points are U+FFFD.
    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        let mapped = (0x80...0x9f).contains(value) ? Windows1252.codePoint(of: UInt8(value)) : value
        guard mapped != 0, let scalar = Unicode.Scalar(mapped) else { return "\u{fffd}" }
        return scalar
    }

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}
