internal import Basics

/// ``FNV1a`` over folded text: for lookups in vocabularies, never for ids.
package enum WordHash {
    /// The hash of no bytes.
    package static let seed = FNV1a.offsetBasis

    /// The hash of the previous bytes and one more.
    @inlinable
    package static func extend(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        var hash = FNV1a(hash)
        hash.add(byte)
        return hash.value
    }

    /// The hash of the previous bytes and more.
    @inlinable
    package static func extend(_ hash: UInt64, _ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = FNV1a(hash)
        hash.add(bytes)
        return hash.value
    }

    /// The hash of a word or phrase of a vocabulary, folded as titles are.
    package static func of(_ phrase: String) -> UInt64 {
        extend(seed, FoldedText(phrase).folded)
    }
}
