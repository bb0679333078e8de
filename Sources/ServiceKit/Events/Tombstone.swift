/// What is left of something that was deleted for good: enough to keep it from coming back, and nothing that tells what
/// it was.
package enum Tombstone {
    /// A name's mark, FNV-1a in 64 bits: enough to tell the few profiles of a household apart.
    package static func mark(of name: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
