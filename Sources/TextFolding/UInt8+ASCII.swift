// Inlined: parsers call these for every byte.

extension UInt8 {
    /// A space, tab, line break or other ASCII white space; NUL too, as some lists are padded with it.
    @inlinable package var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) || self == 0 }
    /// An ASCII digit.
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// An ASCII letter.
    @inlinable package var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
    /// An ASCII capital.
    @inlinable package var isUppercaseLetter: Bool { self >= 0x41 && self <= 0x5A }
    /// ASCII letters in lower case, everything else unchanged.
    @inlinable package var lowercased: UInt8 { isUppercaseLetter ? self | 0x20 : self }
    /// The value of a hexadecimal digit.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
