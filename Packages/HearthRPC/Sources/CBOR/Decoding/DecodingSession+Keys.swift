internal import Glibc

extension DecodingSession {
    /// The prefix of an integer key, given as in a head.
    static func prefix(integer argument: UInt64, isNegative: Bool) -> UInt64 {
        let major: UInt64 = isNegative ? 0x20 : 0
        return switch argument {
        case 0..<24: (major | argument) << 56
        case 24...0xFF: (major | 24) << 56 | argument << 48
        case 0x100...0xFFFF: (major | 25) << 56 | argument << 40
        case 0x1_0000...0xFFFF_FFFF: (major | 26) << 56 | argument << 24
        default: (major | 27) << 56 | argument >> 8
        }
    }

    /// The prefix of a text key.
    @inline(__always)
    static func prefix(text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let base = text.baseAddress else { return 0x60 << 56 }
        if text.count < 24 {
            return UInt64(0x60 | text.count) << 56 | load(base, text.count, readable: text.count) >> 8
        }
        return longPrefix(base, text.count)
    }

    @inline(never)
    private static func longPrefix(_ base: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let (head, width): (UInt64, UInt64) =
            switch count {
            case ...0xFF: (0x78 << 8 | UInt64(count), 2)
            case ...0xFFFF: (0x79 << 16 | UInt64(count), 3)
            default: (0x7A << 32 | UInt64(count), 5)
            }
        return head << (64 - width * 8) | load(base, count, readable: count) >> (width * 8)
    }

    /// The first bytes, at most eight of `count`, as the high bytes of a number.
    @inline(__always)
    private static func load(_ base: UnsafePointer<UInt8>, _ count: Int, readable: Int) -> UInt64 {
        if readable >= 8 {
            let word = UInt64(bigEndian: UnsafeRawPointer(base).loadUnaligned(as: UInt64.self))
            return count >= 8 ? word : word & ~(UInt64.max >> UInt64(count * 8))
        }
        // Two overlapping loads: after shifting, they agree on the bytes that both contain.
        let length = min(count, readable)
        let last = UInt64(64 - length * 8)
        let bytes = UnsafeRawPointer(base)
        if length >= 4 {
            let tail = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self)))
            return UInt64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))) << 32 | tail << last
        }
        if length >= 2 {
            let tail = UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: length - 2, as: UInt16.self)))
            return UInt64(UInt16(bigEndian: bytes.loadUnaligned(as: UInt16.self))) << 48 | tail << last
        }
        return length == 1 ? UInt64(base[0]) << 56 : 0
    }

    /// Finds the value of a text key.
    @inline(__always)
    func find(text: UnsafeBufferPointer<UInt8>, in map: MapEntries) -> ItemPosition? {
        find(Self.prefix(text: text), in: map, isLong: text.count > 7) { isEqual($0, text) }
    }

    /// Finds the value of an integer key.
    func find(integer: Int, in map: MapEntries) -> ItemPosition? {
        let argument = UInt64(truncatingIfNeeded: integer < 0 ? ~integer : integer)
        let prefix = Self.prefix(integer: argument, isNegative: integer < 0)
        return find(prefix, in: map, isLong: argument > 0xFFFF_FFFF) {
            self.head(at: $0.key.offset).argument == argument
        }
    }

    @inline(never)
    private func isEqual(_ entry: MapEntry, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let head = head(at: entry.key.offset)
        if head.information == 31 { return chunks(at: entry.key, head).elementsEqual(text) }
        let key = bytes(head)
        guard key.count == text.count else { return false }
        guard let mine = key.baseAddress, let theirs = text.baseAddress else { return true }
        return memcmp(mine, theirs, key.count) == 0
    }
}
