extension CBORReader {
    /// Reads an unsigned integer.
    @inlinable
    public mutating func unsigned() throws(CBORError) -> UInt64 {
        try argument(of: .unsigned)
    }

    /// Reads an integer, and throws `outOfRange` when it does not fit.
    @inlinable
    public mutating func integer() throws(CBORError) -> Int64 {
        let start = offset
        let head = try head()
        guard head.major == .unsigned || head.major == .negative else { throw CBORError(.typeMismatch, offset: start) }
        guard !head.isIndefinite else { throw CBORError(.reservedAdditionalInformation, offset: start) }
        guard let magnitude = Int64(exactly: head.argument) else { throw CBORError(.outOfRange, offset: start) }
        return head.major == .unsigned ? magnitude : ~magnitude
    }

    /// Reads an integer into any integer type, and throws `outOfRange` when it does not fit.
    @inlinable
    public mutating func integer<T: FixedWidthInteger>(as type: T.Type) throws(CBORError) -> T {
        let start = offset
        let head = try head()
        guard head.major == .unsigned || head.major == .negative else { throw CBORError(.typeMismatch, offset: start) }
        guard !head.isIndefinite else { throw CBORError(.reservedAdditionalInformation, offset: start) }
        if head.major == .unsigned, let value = T(exactly: head.argument) { return value }
        if head.major == .negative, T.isSigned, let value = T(exactly: head.argument) { return ~value }
        throw CBORError(.outOfRange, offset: start)
    }

    /// Reads a text string.
    @inlinable
    public mutating func text() throws(CBORError) -> String {
        let start = offset
        let utf8 = try textBytes()
        guard let text = String(validating: utf8, as: UTF8.self) else { throw CBORError(.invalidUTF8, offset: start) }
        return text
    }

    /// Reads a text string and returns its bytes in place. They are not checked to be UTF-8.
    @inlinable
    public mutating func textBytes() throws(CBORError) -> UnsafeRawBufferPointer {
        try string(.textString)
    }

    /// Reads a byte string and returns its bytes in place.
    @inlinable
    public mutating func byteString() throws(CBORError) -> UnsafeRawBufferPointer {
        try string(.byteString)
    }

    /// Reads the head of an array and returns the number of its items, which is never more than the bytes left.
    @inlinable
    public mutating func array() throws(CBORError) -> Int {
        let start = offset
        let count = try argument(of: .array)
        guard count <= UInt64(remaining) else { throw CBORError(.countExceedsInput, offset: start) }
        return Int(truncatingIfNeeded: count)
    }

    /// Reads the head of a map and returns the number of its pairs, which is never more than half the bytes left.
    @inlinable
    public mutating func map() throws(CBORError) -> Int {
        let start = offset
        let count = try argument(of: .map)
        guard count <= UInt64(remaining / 2) else { throw CBORError(.countExceedsInput, offset: start) }
        return Int(truncatingIfNeeded: count)
    }

    /// Reads a tag number; the tagged item is next.
    @inlinable
    public mutating func tag() throws(CBORError) -> UInt64 {
        try argument(of: .tag)
    }

    /// Reads true or false.
    @inlinable
    public mutating func bool() throws(CBORError) -> Bool {
        guard offset < bytes.count else { throw CBORError(.endOfInput, offset: offset) }
        let byte = bytes[offset]
        guard byte == 0xF4 || byte == 0xF5 else { throw CBORError(.typeMismatch, offset: offset) }
        offset += 1
        return byte == 0xF5
    }

    /// Reads null when it is next; otherwise reads nothing and returns false.
    @inlinable
    public mutating func null() -> Bool {
        guard offset < bytes.count, bytes[offset] == 0xF6 else { return false }
        offset += 1
        return true
    }

    /// Reads a floating-point number of any width.
    @inlinable
    public mutating func double() throws(CBORError) -> Double {
        let start = offset
        let head = try head()
        guard head.major == .simple else { throw CBORError(.typeMismatch, offset: start) }
        switch head.additionalInformation {
        case 25: return HalfFloat.value(UInt16(truncatingIfNeeded: head.argument))
        case 26: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
        case 27: return Double(bitPattern: head.argument)
        default: throw CBORError(.typeMismatch, offset: start)
        }
    }

    @inlinable
    mutating func string(_ major: CBORMajorType) throws(CBORError) -> UnsafeRawBufferPointer {
        let start = offset
        let count = try argument(of: major)
        guard count <= UInt64(remaining) else { throw CBORError(.countExceedsInput, offset: start) }
        let first = offset
        offset = first + Int(truncatingIfNeeded: count)
        return UnsafeRawBufferPointer(rebasing: bytes[first..<offset])
    }
}
