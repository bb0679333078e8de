import Foundation

/// The message digest of RFC 1321, as far as a split into halves needs it.
enum MD5 {
    /// The first byte of the digest.
    static func firstByte(of message: [UInt8]) -> UInt8 {
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        bytes += withUnsafeBytes(of: (UInt64(message.count) * 8).littleEndian, Array.init)
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        for block in stride(from: 0, to: bytes.count, by: 64) {
            let words = (0..<16).map { word in
                (0..<4).reduce(0 as UInt32) { $0 | UInt32(bytes[block + word * 4 + $1]) << (8 * UInt32($1)) }
            }
            let mixed = mix(words, state)
            state = zip(state, mixed).map { $0 &+ $1 }
        }
        return UInt8(truncatingIfNeeded: state[0])
    }

    private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

    private static func mix(_ words: [UInt32], _ state: [UInt32]) -> [UInt32] {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let value: UInt32
            let word: Int
            switch step / 16 {
            case 0: (value, word) = (b & c | ~b & d, step)
            case 1: (value, word) = (d & b | ~d & c, (5 * step + 1) % 16)
            case 2: (value, word) = (b ^ c ^ d, (3 * step + 5) % 16)
            default: (value, word) = (c ^ (b | ~d), 7 * step % 16)
            }
            let constant = UInt32(abs(sin(Double(step + 1))) * 4_294_967_296)
            let sum = a &+ value &+ constant &+ words[word]
            let shift = shifts[step / 16][step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
        }
        return [a, b, c, d]
    }
}
