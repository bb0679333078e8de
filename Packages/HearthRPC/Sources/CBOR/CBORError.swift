/// Why bytes were rejected, and where.
///
/// Every fault of the bytes themselves throws this error: no input crashes, hangs or makes the reader allocate more
/// than a small multiple of its own size. Well-formed bytes of another *shape* than a `Decodable` type expects are
/// reported by `DecodingError`, with the coding path.
public struct CBORError: Error, Hashable, Sendable {
    /// The fault.
    public var reason: Reason
    /// The position of the offending byte, counted from the first byte of the input.
    public var offset: Int

    /// Creates an error.
    @inlinable
    public init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension CBORError {
    /// The kinds of fault. Section numbers are those of RFC 8949.
    public enum Reason: UInt8, Hashable, Sendable, CaseIterable {
        /// The input ends inside an item.
        case endOfInput
        /// Bytes follow the item that should have been the only one.
        case trailingBytes
        /// Additional information 28, 29 or 30, which the RFC reserves (3).
        case reservedAdditionalInformation
        /// An indefinite-length item where only definite lengths are allowed (4.2.1).
        case indefiniteLength
        /// A break outside an indefinite-length item, or between a key and its value (3.2.1).
        case unexpectedBreak
        /// A chunk of an indefinite-length string that is not a definite-length string of the same type (3.2.3).
        case invalidChunk
        /// A simple value below 32 in two bytes (3.3).
        case invalidSimpleValue
        /// Items nested more deeply than the limit.
        case depthLimit
        /// More bytes than the limit.
        case sizeLimit
        /// A declared length or count that the rest of the input cannot hold.
        case countExceedsInput
        /// A key that occurs twice in one map (5.6).
        case duplicateKey
        /// A text string that is not valid UTF-8 (3.1).
        case invalidUTF8
        /// An integer, length or tag number in more bytes than it needs (4.2.1), where shortest forms are required.
        case nonShortestForm
        /// Map keys that are not in bytewise order (4.2.1), where that order is required.
        case keyOrder
        /// A well-formed item of another type than the requested one.
        case typeMismatch
        /// An integer that the requested type cannot hold.
        case outOfRange
    }
}

extension CBORError: CustomStringConvertible {
    /// A sentence for logs: the reason and the offset, never the bytes.
    public var description: String { "\(reason.text) at byte \(offset)" }
}

extension CBORError.Reason {
    var text: String {
        switch self {
        case .endOfInput: "the input ends inside an item"
        case .trailingBytes: "bytes follow the item"
        case .reservedAdditionalInformation: "reserved additional information"
        case .indefiniteLength: "indefinite length is not allowed"
        case .unexpectedBreak: "unexpected break"
        case .invalidChunk: "invalid chunk of an indefinite-length string"
        case .invalidSimpleValue: "invalid simple value"
        case .depthLimit: "too deeply nested"
        case .sizeLimit: "too many bytes"
        case .countExceedsInput: "the declared count exceeds the input"
        case .duplicateKey: "duplicate key"
        case .invalidUTF8: "invalid UTF-8"
        case .nonShortestForm: "not in the shortest form"
        case .keyOrder: "keys are not in order"
        case .typeMismatch: "another type was expected"
        case .outOfRange: "the number does not fit the type"
        }
    }
}
