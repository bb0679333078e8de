/// Options that extend or narrow what a decoder accepts.
///
/// The strict profile (no options) is well-formed CBOR of definite lengths with valid UTF-8 and no duplicate keys (RFC
/// 8949 sections 3 and 5.6), one item and nothing after it. Calls use it.
public struct CBORDecodingOptions: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: UInt8

    /// Creates options from raw bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Accepts strings, arrays and maps of indefinite length (3.2).
    public static let indefiniteLengths = Self(rawValue: 1)
    /// Refuses integers, lengths and floating-point numbers in more bytes than they need (4.2.1).
    public static let requireShortestForms = Self(rawValue: 2)
    /// Refuses maps whose keys are not in bytewise order (4.2.1).
    public static let requireKeyOrder = Self(rawValue: 4)
    /// Accepts the core deterministic encoding only (4.2.1): what ``CBOREncoder`` writes.
    public static let deterministic: Self = [.requireShortestForms, .requireKeyOrder]
}
