internal import TextFolding

/// The remainder of a permanently deleted object: enough to prevent its return, without revealing what it was.
package enum Tombstone {
    /// The mark of a name, FNV-1a in 64 bits: enough to distinguish the few profiles of a household.
    package static func mark(of name: String) -> Int64 {
        Int64(bitPattern: WordHash.extend(WordHash.seed, name.utf8))
    }
}
