internal import CatalogFormats

/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012; the 128-bit form is
/// that of the authors' reference code).
///
/// Ids are made with it under a fixed, public key. That is no secret and needs none: the author of a playlist can name
/// a title freely and so share its id anyway. What counts is that unequal keys do not collide by accident, nor by the
/// short cuts that multiplicative hashes have: at a million items 120 bits collide with a chance of about 1 in 10^24.
package struct SipHash128 {
    private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)
    private var tail: UInt64 = 0
    private var count = 0

    package init(key0: UInt64, key1: UInt64) {
        v0 = key0 ^ 0x736F_6D65_7073_6575
        v1 = key1 ^ 0x646F_7261_6E64_6F6D ^ 0xEE
        v2 = key0 ^ 0x6C79_6765_6E65_7261
        v3 = key1 ^ 0x7465_6462_7974_6573
    }

    package mutating func add(_ byte: UInt8) {
        tail |= UInt64(byte) << UInt64(count & 7 * 8)
        count += 1
        guard count & 7 == 0 else { return }
        compress(tail)
        tail = 0
    }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        guard bytes.withContiguousStorageIfAvailable({ add(buffer: UnsafeRawBufferPointer($0)) }) == nil else { return }
        for byte in bytes { add(byte) }
    }

    /// Contiguous bytes, as those of strings and arrays: eight at a time.
    private mutating func add(buffer: UnsafeRawBufferPointer) {
        let shift = count & 7 * 8
        var index = 0
        while index + 8 <= buffer.count {
            let word = UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            compress(tail | word << shift)
            // A shift by all bits leaves nothing: at a word boundary.
            tail = word >> (64 - shift)
            index += 8
        }
        count += index
        while index < buffer.count {
            add(buffer[index])
            index += 1
        }
    }

    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    /// The two halves, each as the reference code's eight bytes read little-endian.
    package consuming func finish() -> (first: UInt64, second: UInt64) {
        let last = tail | UInt64(truncatingIfNeeded: count) << 56
        v3 ^= last
        round()
        round()
        v0 ^= last
        v2 ^= 0xEE
        for _ in 0..<4 { round() }
        let first = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xDD
        for _ in 0..<4 { round() }
        return (first, v0 ^ v1 ^ v2 ^ v3)
    }

    private mutating func round() {
        v0 &+= v1
        v1 = rotate(v1, 13) ^ v0
        v0 = rotate(v0, 32)
        v2 &+= v3
        v3 = rotate(v3, 16) ^ v2
        v0 &+= v3
        v3 = rotate(v3, 21) ^ v0
        v2 &+= v1
        v1 = rotate(v1, 17) ^ v2
        v2 = rotate(v2, 32)
    }

    private func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
        value << bits | value >> (64 - bits)
    }
}
