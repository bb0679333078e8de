extension StringProtocol where UTF8View: BidirectionalCollection {
    /// Without spaces, tabs and line breaks at both ends (ASCII only, which is all that the formats use).
    package func trimmingSpaces() -> String {
        let bytes = utf8
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, bytes[start].isSpace { bytes.formIndex(after: &start) }
        while start < end, bytes[bytes.index(before: end)].isSpace { bytes.formIndex(before: &end) }
        return String(self[start..<end])
    }

    /// At most `limit` characters, and whether something was cut.
    package func cut(toCharacters limit: Int) -> (text: String, wasCut: Bool) {
        guard utf8.count > limit, let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return (String(self), false) }
        return (String(self[..<end]), true)
    }
}

extension UInt8 {
    /// A space, tab, line break or other ASCII white space; NUL too, as some lists are padded with it.
    var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) || self == 0 }
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// An ASCII letter.
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
    var isUppercaseLetter: Bool { self >= 0x41 && self <= 0x5A }
    /// ASCII letters in lower case, everything else unchanged.
    var lowercased: UInt8 { isUppercaseLetter ? self | 0x20 : self }
    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
