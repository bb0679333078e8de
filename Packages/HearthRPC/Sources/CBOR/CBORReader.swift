/// Reads CBOR items one after the other from bytes that may be hostile.
///
/// Every read is checked against the end of the input and throws ``CBORError`` with the offset; after an error the
/// position is unspecified. A count that the rest of the input cannot hold is rejected before any allocation. Lengths
/// are definite. The reader does not look for duplicate keys: ``CBORValidator`` does.
///
/// The bytes must stay valid as long as the reader and the slices that it returns are used.
public struct CBORReader {
    /// The input.
    public let bytes: UnsafeRawBufferPointer
    /// The position of the next byte.
    public var offset: Int

    /// Creates a reader that starts at an offset of the input.
    @inlinable
    public init(_ bytes: UnsafeRawBufferPointer, offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Whether everything was read.
    @inlinable public var isAtEnd: Bool { offset >= bytes.count }

    /// The number of bytes not yet read.
    @inlinable public var remaining: Int { bytes.count - offset }

    /// The major type of the next item, or nil at the end.
    @inlinable public var nextMajorType: CBORMajorType? {
        guard offset < bytes.count else { return nil }
        return CBORMajorType(rawValue: bytes[offset] >> 5)
    }

    /// Throws `trailingBytes` unless everything was read.
    @inlinable
    public func finish() throws(CBORError) {
        guard offset == bytes.count else { throw CBORError(.trailingBytes, offset: offset) }
    }

    /// Reads a head, definite or not.
    @inlinable
    public mutating func head() throws(CBORError) -> CBORHead {
        let start = offset
        guard start < bytes.count else { throw CBORError(.endOfInput, offset: start) }
        let first = bytes[start]
        let information = first & 0x1F
        let major = Self.majorType(of: first)
        offset = start + 1
        if information < 24 {
            return CBORHead(major: major, additionalInformation: information, argument: UInt64(information))
        }
        let argument: UInt64
        switch information {
        case 24: argument = UInt64(try load(UInt8.self))
        case 25: argument = UInt64(try load(UInt16.self))
        case 26: argument = UInt64(try load(UInt32.self))
        case 27: argument = try load(UInt64.self)
        case 31: argument = 0
        default: throw CBORError(.reservedAdditionalInformation, offset: start)
        }
        return CBORHead(major: major, additionalInformation: information, argument: argument)
    }

    /// Reads the head of a definite-length item of one type and returns its argument.
    @inlinable @inline(__always)
    public mutating func argument(of major: CBORMajorType) throws(CBORError) -> UInt64 {
        // Most heads are one byte; below 24 it has everything: the type, the argument, and that the length is definite.
        if offset < bytes.count, bytes[offset] &- major.rawValue << 5 < 24 {
            defer { offset += 1 }
            return UInt64(bytes[offset] & 0x1F)
        }
        return try longArgument(of: major)
    }

    /// The same for every other head.
    @inlinable @inline(never)
    mutating func longArgument(of major: CBORMajorType) throws(CBORError) -> UInt64 {
        let start = offset
        let head = try head()
        guard head.major == major else { throw CBORError(.typeMismatch, offset: start) }
        guard !head.isIndefinite else { throw CBORError(.indefiniteLength, offset: start) }
        return head.argument
    }

    /// Reads an integer in the byte order of the wire.
    @inlinable
    mutating func load<T: FixedWidthInteger>(_ type: T.Type) throws(CBORError) -> T {
        let size = MemoryLayout<T>.size
        guard bytes.count - offset >= size else { throw CBORError(.endOfInput, offset: bytes.count) }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
        offset += size
        return T(bigEndian: value)
    }

    @inlinable
    static func majorType(of first: UInt8) -> CBORMajorType {
        // Three bits always name one of the eight types.
        CBORMajorType(rawValue: first >> 5) ?? .simple
    }
}
