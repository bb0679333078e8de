internal import CatalogFormats
package import TextFolding

/// A hash of the parts of an identity.
package struct IdentityKey: Sendable, Hashable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Collects the parts, each ended by a unit separator (which no folded text contains).
    package struct Builder {
        /// The ASCII text "hearth.content.1" in two little-endian words. Another key is another catalog: never change it.
        private var hash = SipHash128(key0: 0x632E_6874_7261_6568, key1: 0x312E_746E_6574_6E6F)

        package init(_ domain: StaticString) {
            domain.withUTF8Buffer { for byte in $0 { hash.add(byte) } }
            hash.add(0x1F)
        }

        package mutating func add(_ part: some Sequence<UInt8>) {
            hash.add(part)
            hash.add(0x1F)
        }

        package mutating func add(_ number: Int?) {
            add((number.map { String($0) } ?? "").utf8)
        }

        /// The compact form of a name; of one without letters and digits, the name itself.
        package mutating func add(name: FoldedText, words: Range<Int>? = nil) {
            let range = words ?? name.words.indices
            guard let first = range.first, let last = range.last else { return add(name.source) }
            add(name.folded[name.words[first].foldedRange.lowerBound..<name.words[last].foldedRange.upperBound])
        }

        package consuming func finish() -> IdentityKey {
            let (first, second) = hash.finish()
            return IdentityKey(high: first, low: second)
        }
    }
}

/// One of the keys that recognise an item, the strongest first.
///
/// The id itself is made from the content alone. When that changes (a title is corrected, a guide id added), the other
/// match keys show which new item replaces the old one: see `RenameFinder`.
package struct MatchKey: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, Comparable, CaseIterable {
        /// The provider's own id, within one source.
        case provider = 1
        /// An id of TMDB or IMDb in the list.
        case external
        /// The guide id.
        case guide
        /// The normalised name, with country or year.
        case name
        /// The address, without its secrets.
        case address
        /// The country of the guide id, beside a name that channels of several countries have ("Canal 3"). It
        /// recognises no channel: it tells two of the same name apart.
        case origin

        package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    package let kind: Kind
    package let key: IdentityKey

    package init(kind: Kind, key: IdentityKey) { (self.kind, self.key) = (kind, key) }
}
