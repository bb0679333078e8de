/// An encoder's output: like ``CBORWriter``, in memory of its own.
///
/// An array would check at every byte whether it is shared and how long it is; here that is done once an item, which
/// halves the time of encoding. It may begin in borrowed memory, as a ``ScratchStack`` may.
struct OutputBuffer: ~Copyable {
    private(set) var base: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int
    private var isOwned = false

    /// Uses borrowed memory that must outlive the buffer.
    init(lent: UnsafeMutableBufferPointer<UInt8>) {
        if let start = lent.baseAddress {
            (base, capacity) = (start, lent.count)
        } else {
            (base, capacity, isOwned) = (.allocate(capacity: 1), 1, true)
        }
    }

    /// Uses memory of its own.
    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
        isOwned = true
    }

    deinit {
        if isOwned { base.deallocate() }
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    /// Reserves room for `count` more bytes.
    @inline(__always)
    private mutating func reserve(_ additional: Int) {
        if capacity - count < additional { grow(additional) }
    }

    @inline(never)
    private mutating func grow(_ additional: Int) {
        capacity = max(capacity * 2, count + additional)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        if isOwned { base.deallocate() }
        (base, isOwned) = (larger, true)
    }

    /// Appends a byte into reserved room.
    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        base[count] = byte
        count += 1
    }

    /// Appends an integer in the byte order of the wire into reserved room.
    @inline(__always)
    private mutating func put<T: FixedWidthInteger>(bigEndian value: T) {
        UnsafeMutableRawPointer(base + count).storeBytes(of: value.bigEndian, as: T.self)
        count += MemoryLayout<T>.size
    }

    /// Appends a head into reserved room of nine bytes.
    @inline(__always)
    private mutating func put(head major: CBORMajorType, _ argument: UInt64) {
        if argument < 24 {
            put(major.rawValue << 5 | UInt8(truncatingIfNeeded: argument))
        } else {
            putLong(major.rawValue << 5, argument)
        }
    }

    @inline(never)
    private mutating func putLong(_ major: UInt8, _ argument: UInt64) {
        if argument <= 0xFF {
            put(major | 24)
            put(UInt8(truncatingIfNeeded: argument))
        } else if argument <= 0xFFFF {
            put(major | 25)
            put(bigEndian: UInt16(truncatingIfNeeded: argument))
        } else if argument <= 0xFFFF_FFFF {
            put(major | 26)
            put(bigEndian: UInt32(truncatingIfNeeded: argument))
        } else {
            put(major | 27)
            put(bigEndian: argument)
        }
    }

    @inline(__always)
    mutating func head(_ major: CBORMajorType, _ argument: UInt64) {
        reserve(9)
        put(head: major, argument)
    }

    /// Writes an integer of at most 64 bits.
    @inline(__always)
    mutating func integer<T: FixedWidthInteger>(_ value: T) {
        reserve(9)
        if T.isSigned, value < 0 {
            put(head: .negative, UInt64(truncatingIfNeeded: ~value))
        } else {
            put(head: .unsigned, UInt64(truncatingIfNeeded: value))
        }
    }

    @inline(__always)
    mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { string(.textString, UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    mutating func string(_ major: CBORMajorType, _ content: UnsafeRawBufferPointer) {
        reserve(content.count + 9)
        put(head: major, UInt64(truncatingIfNeeded: content.count))
        if let source = content.baseAddress {
            UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: content.count)
            count += content.count
        }
    }

    @inline(__always)
    mutating func bool(_ value: Bool) {
        byte(value ? 0xF5 : 0xF4)
    }

    @inline(__always)
    mutating func null() {
        byte(0xF6)
    }

    @inline(__always)
    mutating func byte(_ value: UInt8) {
        reserve(1)
        put(value)
    }

    /// Writes a number in the fewest bytes that keep its value.
    mutating func double(_ value: Double) {
        let single = Float(value)
        if Double(single) == value || value.isNaN { return float(single) }
        reserve(9)
        put(0xFB)
        put(bigEndian: value.bitPattern)
    }

    /// Writes a number in the fewest bytes that keep its value.
    mutating func float(_ value: Float) {
        reserve(5)
        if let half = HalfFloat.bitPattern(exactly: value) {
            put(0xF9)
            put(bigEndian: half)
        } else {
            put(0xFA)
            put(bigEndian: value.bitPattern)
        }
    }

    /// Appends encoded items.
    mutating func append(_ items: UnsafeBufferPointer<UInt8>) {
        reserve(items.count)
        if let source = items.baseAddress { (base + count).update(from: source, count: items.count) }
        count += items.count
    }

    /// Replaces the bytes in a range by others of any number.
    mutating func replace(_ range: Range<Int>, with items: UnsafeBufferPointer<UInt8>) {
        let difference = items.count - range.count
        reserve(max(difference, 0))
        (base + range.upperBound + difference).update(from: base + range.upperBound, count: count - range.upperBound)
        if let source = items.baseAddress { (base + range.lowerBound).update(from: source, count: items.count) }
        count += difference
    }

    mutating func removeAll(from offset: Int) {
        count = min(count, offset)
    }
}
