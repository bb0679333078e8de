/// Encodes `Encodable` values as CBOR (RFC 8949).
///
/// By default the bytes are the core deterministic encoding (section 4.2.1): shortest heads, the shortest
/// floating-point number that keeps the value, definite lengths, keys in the bytewise order of their encodings. Equal
/// values therefore have equal bytes.
///
/// How Swift's types are written: `Data` and `[UInt8]` as byte strings; `Date` as tag 1 (seconds since 1970, an integer
/// when they are whole, precise to about a quarter of a microsecond); `UUID` as tag 37; `URL` as tag 32; coding keys
/// that have an integer value (`enum CodingKeys: Int, CodingKey`) as integers, all others as text. A dictionary's keys
/// are text unless its key type is `Int` or has `Int` raw values. A type that hands its own encoder on to a dictionary
/// of integers gets text keys: use a single value container.
public struct CBOREncoder: Sendable {
    /// The order of the keys of a map.
    public enum KeyOrder: Hashable, Sendable {
        /// Bytewise, by their encodings: the deterministic encoding. A key that is written twice is an error.
        case deterministic
        /// As the type writes them. Saves the time that sorting takes; equal values may differ in their bytes.
        case declared
    }

    /// The order of the keys of a map.
    public var keyOrder: KeyOrder
    /// How deeply arrays and maps may be nested before encoding fails, so that what was encoded can be decoded.
    public var maxDepth: Int

    /// Creates an encoder.
    public init(keyOrder: KeyOrder = .deterministic, maxDepth: Int = CBORReader.defaultMaxDepth) {
        self.keyOrder = keyOrder
        self.maxDepth = max(1, min(maxDepth, 256))
    }

    /// Encodes a value.
    ///
    /// - Throws: `EncodingError` for values without an encoding (nested too deeply, a key twice, an infinite date),
    ///   and whatever the value's own `encode(to:)` throws.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try EncodingSession.encode(value, keyOrder: keyOrder, maxDepth: maxDepth) { bytes = [UInt8]($0) }
        return bytes
    }

    /// Encodes a value behind what a writer already holds. After an error the writer holds what it held before.
    public func encode(_ value: some Encodable, into writer: inout CBORWriter) throws {
        try EncodingSession.encode(value, keyOrder: keyOrder, maxDepth: maxDepth) {
            writer.bytes.append(contentsOf: $0)
        }
    }
}
