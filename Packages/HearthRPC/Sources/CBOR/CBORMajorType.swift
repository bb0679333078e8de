/// The eight major types of RFC 8949 section 3.1: the three high bits of an item's first byte.
public enum CBORMajorType: UInt8, Hashable, Sendable {
    /// An integer from 0 to 2^64 - 1.
    case unsigned
    /// An integer from -2^64 to -1; the argument is -1 minus the value.
    case negative
    /// Bytes; the argument is their number.
    case byteString
    /// UTF-8 text; the argument is the number of its bytes.
    case textString
    /// A sequence of items; the argument is their number.
    case array
    /// A sequence of pairs; the argument is the number of pairs.
    case map
    /// A tag; the argument is its number, and the tagged item follows.
    case tag
    /// A simple value, a floating-point number or the break.
    case simple
}
