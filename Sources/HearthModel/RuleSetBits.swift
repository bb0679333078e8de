/// Membership in the rule sets of kids profiles, as bits.
///
/// A title's column in a store has its ``Audience/bit`` and above it, from bit 12 on, one bit for each rule set that
/// admits it; so one `&` checks a row under any policy. A set that has not been evaluated has no members.
package enum RuleSetBits {
    /// How many rule sets there can be at a time: 0 to 47.
    package static let count: Int32 = 48
    /// The lowest bit of rule sets in a column.
    package static let shift: Int64 = 12
    /// All bits of rule sets in a column.
    package static let mask: Int64 = (1 << Int64(count) - 1) << shift

    /// The bit of a set in a column; nil for a number that no set has.
    package static func column(of number: Int32) -> Int64? {
        (0..<count).contains(number) ? 1 << (Int64(number) + shift) : nil
    }

    /// Whether a card's sets have one of that number.
    package static func contains(_ number: Int32, in sets: Int64?) -> Bool {
        guard let sets, (0..<count).contains(number) else { return false }
        return sets & (1 << Int64(number)) != 0
    }

    /// A card's sets by a column; nil for none.
    package static func sets(inColumn column: Int64) -> Int64? {
        let sets = (column & mask) >> shift
        return sets == 0 ? nil : sets
    }

    /// The bits of some sets in a column.
    package static func column(of numbers: some Sequence<Int32>) -> Int64 {
        numbers.reduce(0) { $0 | (column(of: $1) ?? 0) }
    }
}

extension Card {
    /// The column of the card's title: the bit of its audience, and those of the rule sets that admit it. What is marked
    /// adult, or is rated R or NC-17, is in none.
    package var audienceColumn: Int64 {
        let audience = Audience(of: self)
        guard audience.isForRules, let ruleSets else { return audience.bit }
        return audience.bit | (ruleSets << RuleSetBits.shift) & RuleSetBits.mask
    }

    /// The card without some rule sets, as bits of ``ruleSets``.
    package func leaving(ruleSets gone: Int64) -> Card {
        var card = self
        let rest = (ruleSets ?? 0) & ~gone
        card.ruleSets = rest == 0 ? nil : rest
        return card
    }
}

extension Audience {
    /// Whether rules of kids profiles may decide about such titles: G, PG, PG-13 and unrated ones that are not marked
    /// adult. All others are hidden from kids, whatever a rule says.
    package var isForRules: Bool {
        !isAdult && ViewingPolicy.ruledRatings.contains(rating)
    }
}
