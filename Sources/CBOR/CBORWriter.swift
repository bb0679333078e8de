/// Writes CBOR items into a growing array of bytes.
///
/// Heads are always the shortest (RFC 8949 section 4.2.1) and lengths definite. The writer does not check that the
/// items announced by ``array(_:)`` and ``map(_:)`` follow, nor that keys are in order: ``CBOREncoder`` does.
/// Use it where a codec is written by hand, and keep one to reuse its memory: ``removeAll()`` keeps the capacity.
public struct CBORWriter: Sendable {
    /// What was written so far. Whole encoded items may be appended to it.
    public var bytes: [UInt8]

    /// Creates a writer with room for a number of bytes.
    @inlinable
    public init(capacity: Int = 0) {
        bytes = []
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// The number of bytes written.
    @inlinable public var count: Int { bytes.count }

    /// Makes room for so many more bytes.
    @inlinable
    public mutating func reserveCapacity(_ additionalBytes: Int) {
        bytes.reserveCapacity(bytes.count + additionalBytes)
    }

    /// Forgets what was written and keeps the memory.
    @inlinable
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes a head in its shortest form.
    @inlinable
    public mutating func head(_ major: CBORMajorType, _ argument: UInt64) {
        let high = major.rawValue << 5
        if argument < 24 {
            bytes.append(high | UInt8(truncatingIfNeeded: argument))
        } else if argument <= 0xFF {
            bytes.append(high | 24)
            bytes.append(UInt8(truncatingIfNeeded: argument))
        } else if argument <= 0xFFFF {
            bytes.append(high | 25)
            bigEndian(UInt16(truncatingIfNeeded: argument))
        } else if argument <= 0xFFFF_FFFF {
            bytes.append(high | 26)
            bigEndian(UInt32(truncatingIfNeeded: argument))
        } else {
            bytes.append(high | 27)
            bigEndian(argument)
        }
    }

    /// Writes an unsigned integer.
    @inlinable
    public mutating func unsigned(_ value: UInt64) {
        head(.unsigned, value)
    }

    /// Writes an integer.
    @inlinable
    public mutating func integer(_ value: Int64) {
        if value >= 0 {
            head(.unsigned, UInt64(truncatingIfNeeded: value))
        } else {
            head(.negative, UInt64(truncatingIfNeeded: ~value))
        }
    }

    /// Writes an integer.
    @inlinable
    public mutating func integer(_ value: Int) {
        integer(Int64(value))
    }

    /// Writes a text string.
    @inlinable
    public mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            head(.textString, UInt64(truncatingIfNeeded: utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    /// Writes a byte string.
    @inlinable
    public mutating func byteString(_ value: some Collection<UInt8>) {
        head(.byteString, UInt64(truncatingIfNeeded: value.count))
        bytes.append(contentsOf: value)
    }

    /// Writes a byte string.
    @inlinable
    public mutating func byteString(_ value: UnsafeRawBufferPointer) {
        head(.byteString, UInt64(truncatingIfNeeded: value.count))
        bytes.append(contentsOf: value)
    }

    /// Announces an array of so many items, which the caller writes next.
    @inlinable
    public mutating func array(_ count: Int) {
        head(.array, UInt64(count))
    }

    /// Announces a map of so many pairs; the caller writes each key and its value next.
    @inlinable
    public mutating func map(_ pairCount: Int) {
        head(.map, UInt64(pairCount))
    }

    /// Writes a tag number; the caller writes the tagged item next.
    @inlinable
    public mutating func tag(_ number: UInt64) {
        head(.tag, number)
    }

    /// Writes true or false.
    @inlinable
    public mutating func bool(_ value: Bool) {
        bytes.append(value ? 0xF5 : 0xF4)
    }

    /// Writes null.
    @inlinable
    public mutating func null() {
        bytes.append(0xF6)
    }

    /// Writes an integer in the byte order of the wire.
    @inlinable
    mutating func bigEndian(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
