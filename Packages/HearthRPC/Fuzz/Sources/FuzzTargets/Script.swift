/// Derives decisions from an input: bytes in order, and zeros at its end.
struct Script {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset >= bytes.count }

    mutating func byte() -> UInt8 {
        guard offset < bytes.count else { return 0 }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A number of few bytes that is mostly small, and sometimes very large.
    mutating func number() -> UInt64 {
        let first = byte()
        switch first {
        case 0..<0xF0: return UInt64(first)
        case 0xF0..<0xF8: return UInt64(first & 7) << 8 | UInt64(byte())
        case 0xF8..<0xFC: return UInt64(byte()) << 16
        case 0xFC: return UInt64(Int64.max)
        case 0xFD: return 1 << 32
        default: return .max
        }
    }

    /// Up to `most` bytes of the input; the input decides how many.
    mutating func some(_ most: Int) -> [UInt8] {
        let count = min(Int(byte()), most, bytes.count - min(offset, bytes.count))
        guard count > 0 else { return [] }
        defer { offset += count }
        return [UInt8](bytes[offset..<offset + count])
    }

    /// A body of a length decided by the input, of one repeated byte.
    mutating func filler(_ most: Int) -> [UInt8] {
        [UInt8](repeating: 0x61, count: Int(clamping: min(number(), UInt64(most))))
    }
}
