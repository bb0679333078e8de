internal import Household

/// What is left of something that was deleted for good: enough to keep it from coming back, and nothing that tells what
/// it was.
package enum Tombstone {
    /// A name's mark, FNV-1a in 64 bits: enough to tell the few profiles of a household apart.
    package static func mark(of name: String) -> Int64 {
        Int64(bitPattern: WordHash.extend(WordHash.seed, name.utf8))
    }
}
