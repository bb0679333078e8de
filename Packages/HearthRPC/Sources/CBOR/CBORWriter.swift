/// Writes CBOR items into a growing array of bytes.
///
/// Heads are always the shortest (RFC 8949 section 4.2.1) and lengths definite. The writer does not check that the
/// items announced by ``array(_:)`` and ``map(_:)`` follow, nor that keys are in order: ``CBOREncoder`` does.
/// Use it for codecs written by hand, and keep one to reuse its memory: ``removeAll()`` keeps the capacity.
public struct CBORWriter: Sendable {
    /// The encoded bytes so far. Encoded items may be appended to it.
    public var bytes: [UInt8]

    /// Creates a writer with room for a number of bytes.
    @inlinable
    public init(capacity: Int = 0) {
        bytes = []
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// The number of bytes written.
    @inlinable public var count: Int { bytes.count }

    /// Reserves room for `count` more bytes.
    @inlinable
    public mutating func reserveCapacity(_ additionalBytes: Int) {
        bytes.reserveCapacity(bytes.count + additionalBytes)
    }

    /// Removes the bytes and keeps the memory.
    @inlinable
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes a head in its shortest form.
    @inlinable
    public mutating func head(_ major: CBORMajorType, _ argument: UInt64) {
        if argument < 24 {
            bytes.append(major.rawValue << 5 | UInt8(truncatingIfNeeded: argument))
        } else {
            longHead(major.rawValue << 5, argument)
        }
    }

    /// Writes a head whose argument follows its first byte. The array is accessed once for all of its bytes.
    @inlinable @inline(never)
    mutating func longHead(_ major: UInt8, _ argument: UInt64) {
        // 24 to 27 stand for one, two, four and eight bytes.
        let information: UInt8 = argument <= 0xFF ? 24 : argument <= 0xFFFF ? 25 : argument <= 0xFFFF_FFFF ? 26 : 27
        let width = 1 << Int(information - 24)
        bytes.append(addingCapacity: 9) { span in
            // Stored as one word: byte by byte, each checked, it would take four times as long. All nine bytes are
            // reserved, and those behind the argument are not used.
            span.withUnsafeMutableBufferPointer { room, count in
                let room = UnsafeMutableRawBufferPointer(room)
                room[0] = major | information
                room.storeBytes(of: (argument << UInt64(64 - 8 * width)).bigEndian, toByteOffset: 1, as: UInt64.self)
                count = 1 + width
            }
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

    /// Writes the head of an array of `count` items, which the caller writes next.
    @inlinable
    public mutating func array(_ count: Int) {
        head(.array, UInt64(count))
    }

    /// Writes the head of a map of `count` pairs; the caller writes each key and its value next.
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
