/// The audience of a title: its rating and whether it is marked adult, as one bit of twelve.
///
/// Stores keep the bit in each row. A policy is the set of the bits that it admits, so that a query needs one `&` to
/// check a row.
package struct Audience: Hashable, Sendable {
    /// The rating; unknown ratings count as unrated.
    package let rating: ContentRating
    /// Whether the title is marked adult.
    package let isAdult: Bool

    /// Makes an audience from a rating and the adult mark.
    package init(rating: ContentRating, isAdult: Bool) {
        self.rating = ContentRating.all.contains(rating) ? rating : .unrated
        self.isAdult = isAdult
    }

    /// The audience of a card's title.
    package init(of card: Card) { self.init(rating: card.rating, isAdult: card.isAdult) }

    /// The bits of audiences in a store's column; those above are of rule sets, see ``RuleSetBits``.
    package static let mask: Int64 = 1 << Int64(ContentRating.all.count * 2) - 1

    /// Decodes a stored bit, with or without bits of rule sets; anything else becomes the audience that only
    /// unrestricted viewers see.
    package init(bit: Int64) {
        let bit = bit & Self.mask
        let index = bit.nonzeroBitCount == 1 ? bit.trailingZeroBitCount : .max
        guard index < ContentRating.all.count * 2 else {
            self.init(rating: .nc17, isAdult: true)
            return
        }
        self.init(
            rating: ContentRating.all[index % ContentRating.all.count], isAdult: index >= ContentRating.all.count)
    }

    /// The stored bit. Bits are never renumbered.
    package var bit: Int64 {
        let index = ContentRating.all.firstIndex(of: rating) ?? ContentRating.all.count - 1
        return 1 << Int64(index + (isAdult ? ContentRating.all.count : 0))
    }

    /// Every audience.
    package static let all = [false, true].flatMap { isAdult in
        ContentRating.all.map { Audience(rating: $0, isAdult: isAdult) }
    }

    /// The most restricted of several: marked adult if any is, and the strictest of the known ratings.
    package static func strictest(_ audiences: some Sequence<Audience>) -> Audience {
        var (isAdult, step) = (false, -1)
        for audience in audiences {
            isAdult = isAdult || audience.isAdult
            if audience.rating != .unrated {
                step = max(step, ContentRating.all.firstIndex(of: audience.rating) ?? step)
            }
        }
        return Audience(rating: step < 0 ? .unrated : ContentRating.all[step], isAdult: isAdult)
    }
}

/// The audiences that a policy admits, as sets of ``Audience/bit``s. Live content has a set of its own. Where a rule set
/// decides, its bit alone stands for titles and channels (``RuleSetBits``).
package struct AudienceMask: Hashable, Sendable {
    /// The bits of admitted films, series and episodes.
    package let titles: Int64
    /// The bits of admitted channels.
    package let live: Int64
    /// The bits of admitted programmes, of a channel that is admitted.
    package let programmes: Int64

    /// Makes a mask of a set for titles and one for live content.
    ///
    /// - Parameter programmes: nil for the same as of channels.
    package init(titles: Int64, live: Int64, programmes: Int64? = nil) {
        self.titles = titles
        self.live = live
        self.programmes = programmes ?? live
    }

    /// The audiences admitted by both masks.
    package func intersection(_ other: AudienceMask) -> AudienceMask {
        AudienceMask(
            titles: titles & other.titles, live: live & other.live, programmes: programmes & other.programmes)
    }

    /// The set for titles of a kind.
    package func bits(of kind: ContentKind) -> Int64 { kind == .channel ? live : titles }
}

extension ViewingPolicy {
    /// The audiences that the policy admits.
    package var audienceMask: AudienceMask { audienceMask { _ in true } }

    /// The admitted audiences with one of the ratings.
    package func audienceMask(ratings: [ContentRating]) -> AudienceMask {
        audienceMask { ratings.contains($0.rating) }
    }

    private func audienceMask(_ isSelected: (Audience) -> Bool) -> AudienceMask {
        func mask(_ kind: ContentKind) -> Int64 {
            Audience.all.reduce(0) { mask, audience in
                let passes = allows(rating: audience.rating, isAdult: audience.isAdult, kind: kind)
                return passes && isSelected(audience) ? mask | audience.bit : mask
            }
        }
        guard let ruleSet else { return AudienceMask(titles: mask(.movie), live: mask(.channel)) }
        // A set that there cannot be has no members. Its members are filtered by rating when they are read, not here.
        let members = RuleSetBits.column(of: ruleSet) ?? 0
        return AudienceMask(titles: members, live: members, programmes: mask(.channel))
    }
}
