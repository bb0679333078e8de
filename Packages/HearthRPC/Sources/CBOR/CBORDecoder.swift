/// Decodes `Decodable` values from CBOR (RFC 8949) that may be hostile.
///
/// The bytes are validated in one pass before any value is made: form, nesting, counts, UTF-8, duplicate keys, no
/// trailing bytes. Invalid bytes throw ``CBORError``. Memory for the decoder's own tables is at most about forty times
/// the size of the input, whatever the bytes announce (nested maps of one pair each; sixteen times for a list of them),
/// and the work is linear in it.
///
/// Well-formed bytes that do not fit the type throw `DecodingError` with the coding path: a wrong type, a missing key,
/// an integer that does not fit. Unknown keys are ignored. `Double` accepts integers that it holds exactly, as other
/// languages may send; `Date` wants tag 1, `UUID` tag 37 and `URL` tag 32. See ``CBOREncoder`` for the forms.
public struct CBORDecoder: Sendable {
    /// The limits of the input.
    public var limits: CBORLimits
    /// Options that extend or narrow the strict profile.
    public var options: CBORDecodingOptions

    /// Creates a decoder.
    public init(limits: CBORLimits = CBORLimits(), options: CBORDecodingOptions = []) {
        self.limits = limits
        self.options = options
    }

    /// Decodes a value from bytes that contain exactly one item.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes a value from bytes that contain exactly one item. Offsets in errors count from the slice's beginning.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: ArraySlice<UInt8>) throws -> T {
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes a value from bytes that contain exactly one item.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
        let session = try DecodingSession(scanning: bytes, limits: limits, options: options)
        defer { session.end() }
        return try session.decode(type, at: ItemPosition(offset: 0, tape: 0))
    }
}
