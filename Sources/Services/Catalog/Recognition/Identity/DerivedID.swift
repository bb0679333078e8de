internal import CatalogFormats
package import HearthModel

extension ContentKind {
    /// The kinds with derived ids. Their positions are in ids' keys: never reorder.
    static let derived: [ContentKind] = [.movie, .series, .episode, .channel]

    /// Its position among these, from 1; 0 for a kind without derived ids.
    package var derivedNumber: UInt8 { UInt8((Self.derived.firstIndex(of: self) ?? -1) + 1) }

    /// The prefix of ids of this kind.
    package var idPrefix: String {
        switch self {
        case .movie: "mv"
        case .series: "sr"
        case .episode: "ep"
        case .channel: "ch"
        default: "xx"
        }
    }
}

/// The binary id of an item, derived from its identity: the same everywhere, whatever list it comes from.
///
/// Imports sort and compare hundreds of thousands of them. As text a prefix for the kind and 120 bits in base 32 (RFC
/// 4648, lower case, no padding): `mv_` and 24 characters.
package struct DerivedID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The kind of the item.
    package let kind: ContentKind
    /// The upper 64 of the 120 bits.
    package let high: UInt64
    /// The lower 56.
    package let low: UInt64

    package init(kind: ContentKind, key: IdentityKey) {
        (self.kind, high, low) = (kind, key.high, key.low & 0x00FF_FFFF_FFFF_FFFF)
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let digits = 24

    /// Parses the text form; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == Self.digits + 3, bytes[2] == UInt8(ascii: "_"),
            let kind = ContentKind.derived.first(where: { $0.idPrefix.utf8.elementsEqual(bytes[0..<2]) })
        else { return nil }
        var value: UInt128 = 0
        for byte in bytes[3...] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a")
            case UInt8(ascii: "2")...UInt8(ascii: "7"): digit = byte - UInt8(ascii: "2") + 26
            default: return nil
            }
            value = value << 5 | UInt128(digit)
        }
        (self.kind, high) = (kind, UInt64(truncatingIfNeeded: value >> 56))
        low = UInt64(truncatingIfNeeded: value) & 0x00FF_FFFF_FFFF_FFFF
    }

    package var description: String {
        var value = UInt128(high) << 56 | UInt128(low)
        return String(unsafeUninitializedCapacity: Self.digits + 3) { buffer in
            for index in (3..<(Self.digits + 3)).reversed() {
                buffer[index] = Self.alphabet[Int(value & 31)]
                value >>= 5
            }
            for (index, byte) in kind.idPrefix.utf8.enumerated() { buffer[index] = byte }
            buffer[2] = UInt8(ascii: "_")
            return Self.digits + 3
        }
    }

    package static func < (left: DerivedID, right: DerivedID) -> Bool {
        (left.kind.derivedNumber, left.high, left.low) < (right.kind.derivedNumber, right.high, right.low)
    }
}
