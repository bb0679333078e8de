/// Any CBOR item as a tree (RFC 8949 section 2): for tools without the Swift type.
///
/// Two values are equal when they are the same item of the data model; the encoded width of an integer or a
/// floating-point number is not kept, so every NaN is the same, and `1` is not `1.0`. Maps keep the order in which they
/// were read, but comparison ignores it; ``CBOREncoder`` sorts their keys.
public enum CBORValue: Hashable, Sendable {
    /// An integer from 0 to 2^64 - 1.
    case unsigned(UInt64)
    /// An integer from -2^64 to -1, as -1 minus its value.
    case negative(UInt64)
    /// Bytes.
    case bytes([UInt8])
    /// Text.
    case text(String)
    /// A sequence of items.
    case array([CBORValue])
    /// Pairs of keys and values.
    case map([Pair])
    /// An item with a tag number. Big integers are tags 2 and 3 over bytes; those that 64 bits hold are encoded as
    /// plain integers.
    indirect case tagged(UInt64, CBORValue)
    /// True or false.
    case bool(Bool)
    /// Null.
    case null
    /// Undefined.
    case undefined
    /// A simple value without a case of its own: 0 to 19 and 32 to 255.
    case simple(UInt8)
    /// A floating-point number.
    case double(Double)

    /// A map's key and value.
    public struct Pair: Hashable, Sendable {
        /// The key.
        public var key: CBORValue
        /// The value.
        public var value: CBORValue

        /// Creates a pair.
        public init(_ key: CBORValue, _ value: CBORValue) {
            self.key = key
            self.value = value
        }
    }
}

extension CBORValue {
    /// An integer.
    public static func integer(_ value: Int64) -> CBORValue {
        value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(bitPattern: ~value))
    }

    /// The integer, if the value is one that fits into `Int64`.
    public var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { ~$0 }
        default: nil
        }
    }

    /// The value of a text key, if this is a map that has it.
    public subscript(key: String) -> CBORValue? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == .text(key) }?.value
    }
}
