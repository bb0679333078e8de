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

    // For each type a function of its own: an import hashes dozens of words of each entry, and a generic function of another
    // module asks the sequence for each byte.

    /// The hash of the previous bytes and more.
    package static func extend(_ hash: UInt64, _ bytes: [UInt8]) -> UInt64 { extend(hash, bytes[...]) }

    /// The hash of the previous bytes and more.
    package static func extend(_ hash: UInt64, _ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hash = FNV1a(hash)
        hash.add(bytes)
        return hash.value
    }

    /// The hash of the previous bytes and those of a text.
    package static func extend(_ hash: UInt64, _ text: String.UTF8View) -> UInt64 {
        var hash = FNV1a(hash)
        hash.add(text)
        return hash.value
    }

    /// The hash of the previous bytes and those of a text.
    package static func extend(_ hash: UInt64, _ text: Substring.UTF8View) -> UInt64 {
        var hash = FNV1a(hash)
        hash.add(text)
        return hash.value
    }

    /// The hash of a word or phrase of a vocabulary, folded as titles are.
    package static func of(_ phrase: String) -> UInt64 {
        extend(seed, FoldedText(phrase).folded)
    }
}
