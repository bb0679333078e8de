/// Puts the links of one item in order, and gives each a name of its own.
package enum VariantNaming {
    /// The variants from best to worst, each with its name; the same whatever order they come in.
    ///
    /// Sorted by picture size, then by name; what is marked as a backup or runs only at times comes behind its equals. A
    /// variant without a name is "Default"; doubles become "Server 2", "Server 3", behind the name that they share.
    package static func named(_ variants: [StreamVariant]) -> [(name: String, variant: StreamVariant)] {
        let keyed = variants.map { variant in
            (
                name: variant.ownName, variant: variant,
                address: String(decoding: AddressParts(variant.address).stableKey, as: UTF8.self)
            )
        }
        let sorted = keyed.sorted { left, right in
            order(left.variant) != order(right.variant)
                ? order(left.variant) < order(right.variant)
                : (left.name, left.variant.source, left.address, left.variant.address)
                    < (
                        right.name, right.variant.source, right.address,
                        right.variant.address
                    )
        }
        var used: Set<String> = []
        return sorted.map { item in
            let base = item.name.isEmpty ? "Default" : item.name
            var name = base
            var number = 2
            while !used.insert(name).inserted {
                name = item.name.isEmpty ? "Server \(number)" : "\(base) Server \(number)"
                number += 1
            }
            return (name, item.variant)
        }
    }

    /// Height from large to small, unknown last; then what is weaker for another reason.
    private static func order(_ variant: StreamVariant) -> Int {
        let height = variant.quality?.height ?? 0
        let weakness = (variant.isBackup ? 2 : 0) + (variant.isNotAlwaysOn ? 1 : 0)
        return -height * 4 + weakness
    }
}
