/// Encodes `Encodable` values as CBOR (RFC 8949).
///
/// By default the bytes are the core deterministic encoding (section 4.2.1): shortest heads, the shortest
/// floating-point number that keeps the value, definite lengths, keys in the bytewise order of their encodings. Equal
/// values therefore have equal bytes.
///
/// Encodings of Swift's types: `Data` and `[UInt8]` as byte strings; `Date` as tag 1 (seconds since 1970, an integer
/// when they are whole, precise to about a quarter of a microsecond); `UUID` as tag 37; `URL` as tag 32; coding keys
/// that have an integer value (`enum CodingKeys: Int, CodingKey`) as integers, all others as text. A dictionary's keys
/// are text unless its key type is `Int` or has `Int` raw values. A type that passes its own encoder to a dictionary of
/// integers gets text keys: use a single value container.
public struct CBOREncoder: Sendable {
    /// The order of the keys of a map.
    public enum KeyOrder: Hashable, Sendable {
        /// Bytewise, by their encodings: the deterministic encoding. A duplicate key is an error.
        case deterministic
        /// In the order in which the type encodes them. Saves the time of sorting; equal values may differ in their
        /// bytes.
        case declared
    }

    /// The order of the keys of a map.
    public var keyOrder: KeyOrder
    /// The deepest nesting of arrays and maps before encoding fails, so that encoded values can be decoded.
    public var maxDepth: Int

    /// Creates an encoder.
    public init(keyOrder: KeyOrder = .deterministic, maxDepth: Int = CBORReader.defaultMaxDepth) {
        self.keyOrder = keyOrder
        self.maxDepth = max(1, min(maxDepth, 256))
    }

    /// Encodes a value.
    ///
    /// - Throws: `EncodingError` for values without an encoding (nested too deeply, a key twice, an infinite date),
    ///   and every error of the value's own `encode(to:)`.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try EncodingSession.encode(value, keyOrder: keyOrder, maxDepth: maxDepth) { bytes = [UInt8]($0) }
        return bytes
    }

    /// Appends an encoded value to a writer. After an error the writer is unchanged.
    public func encode(_ value: some Encodable, into writer: inout CBORWriter) throws {
        try EncodingSession.encode(value, keyOrder: keyOrder, maxDepth: maxDepth) {
            writer.bytes.append(contentsOf: $0)
        }
    }
}
