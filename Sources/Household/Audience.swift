/// Whom a title is for: its rating and whether it is marked adult, as one bit of twelve.
///
/// Stores keep the bit beside each row. A policy is the set of the bits that it lets pass, so that a query needs one `&`
/// to hold a row to it.
package struct Audience: Hashable, Sendable {
    /// The rating; one that nobody here knows is unrated.
    package let rating: ContentRating
    /// Whether the title is marked adult.
    package let isAdult: Bool

    /// An audience by its rating and mark.
    package init(rating: ContentRating, isAdult: Bool) {
        self.rating = ContentRating.all.contains(rating) ? rating : .unrated
        self.isAdult = isAdult
    }

    /// The audience of a title by its card.
    package init(of card: Card) { self.init(rating: card.rating, isAdult: card.isAdult) }

    /// Reads a stored bit; anything else is what only those see who see everything.
    package init(bit: Int64) {
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

    /// Of several, the one that fewest may see: marked adult if any is, and the strictest of the ratings that are known.
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

/// What a policy lets pass, as sets of ``Audience/bit``s. What is live is held to a set of its own.
package struct AudienceMask: Hashable, Sendable {
    /// The bits of films, series and episodes that pass.
    package let titles: Int64
    /// The bits of channels and of their programmes that pass.
    package let live: Int64

    /// A set for titles, and one for what is live.
    package init(titles: Int64, live: Int64) {
        self.titles = titles
        self.live = live
    }

    /// What passes this one and another.
    package func intersection(_ other: AudienceMask) -> AudienceMask {
        AudienceMask(titles: titles & other.titles, live: live & other.live)
    }

    /// The set that titles of a kind are held to.
    package func bits(of kind: ContentKind) -> Int64 { kind == .channel ? live : titles }
}

extension ViewingPolicy {
    /// What passes.
    package var audienceMask: AudienceMask { audienceMask { _ in true } }

    /// What passes of that with one of the ratings.
    package func audienceMask(ratings: [ContentRating]) -> AudienceMask {
        audienceMask { ratings.contains($0.rating) }
    }

    private func audienceMask(_ isAskedFor: (Audience) -> Bool) -> AudienceMask {
        func mask(_ kind: ContentKind) -> Int64 {
            Audience.all.reduce(0) { mask, audience in
                let passes = allows(rating: audience.rating, isAdult: audience.isAdult, kind: kind)
                return passes && isAskedFor(audience) ? mask | audience.bit : mask
            }
        }
        return AudienceMask(titles: mask(.movie), live: mask(.channel))
    }
}
