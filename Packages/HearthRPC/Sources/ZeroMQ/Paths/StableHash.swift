/// A hash that is the same in every process and version: FNV-1a with 64 bits.
enum StableHash {
    /// The hash of a text in 16 hexadecimal digits.
    static func hexadecimal(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
