/// FNV-1a, 64 bits (draft-eastlake-fnv): for lookups in vocabularies, never for ids.
package enum WordHash {
    /// The hash of no bytes.
    package static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of the previous bytes and one more.
    @inlinable
    package static func extend(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// The hash of the previous bytes and more.
    @inlinable
    package static func extend(_ hash: UInt64, _ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(hash) { extend($0, $1) }
    }

    /// The hash of a word or phrase of a vocabulary, folded as titles are.
    package static func of(_ phrase: String) -> UInt64 {
        extend(seed, FoldedText(phrase).folded)
    }
}
