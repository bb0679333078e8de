internal import CatalogFormats

/// Sorts the links of one item, and gives each a unique name.
package enum VariantNaming {
    /// The variants from best to worst, each with its name; independent of the input order.
    ///
    /// Sorted by picture size, then by name; backups and part-time links come after their equals, and recordings from a
    /// cinema's screen ("CAM") last. A variant without a name is "Default". Duplicates are told apart by codec and
    /// language where these differ, or else become "Server 2", "Server 3", behind the name that they share.
    package static func named(_ variants: [StreamVariant]) -> [(name: String, variant: StreamVariant)] {
        let keyed = variants.map { variant in
            (
                name: name(of: variant), variant: variant,
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
        let alike = Dictionary(grouping: sorted, by: \.name).mapValues { $0.map { marks(of: $0.variant) } }
        var used: Set<String> = []
        return sorted.map { item in
            let own = distinct(item.name, marks(of: item.variant), among: alike[item.name] ?? [])
            let base = own.isEmpty ? "Default" : own
            var name = base
            var number = 2
            while !used.insert(name).inserted {
                name = own.isEmpty ? "Server \(number)" : "\(base) Server \(number)"
                number += 1
            }
            return (name, item.variant)
        }
    }

    private static func name(of variant: StreamVariant) -> String {
        let name = variant.ownName
        return variant.isFromScreen ? "\(name) \(TitleTags.screen)".trimmingSpaces() : name
    }

    /// The marks that may tell variants of one name apart: codec, and language where the name does not have it.
    private static func marks(of variant: StreamVariant) -> [String?] {
        let isNamed = variant.isDubbed || variant.isSubtitled
        return [
            variant.codec == "other" ? nil : variant.codec,
            isNamed ? nil : variant.languages.first.map(LanguageName.english),
        ]
    }

    /// A name with those of its marks that others of the name do not have.
    private static func distinct(_ name: String, _ marks: [String?], among alike: [[String?]]) -> String {
        let telling = marks.indices.compactMap { index in
            Set(alike.map { $0[index] }).count > 1 ? marks[index] : nil
        }
        return ([name] + telling).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The sort rank: no screen recordings first; then height from large to small, unknown last; then other weaknesses.
    private static func order(_ variant: StreamVariant) -> Int {
        let height = variant.quality?.height ?? 0
        let weakness = (variant.isBackup ? 2 : 0) + (variant.isNotAlwaysOn ? 1 : 0)
        return (variant.isFromScreen ? sortsLast : 0) - height * 4 + weakness
    }

    /// More than four times the height of any picture.
    private static let sortsLast = 1_000_000
}
