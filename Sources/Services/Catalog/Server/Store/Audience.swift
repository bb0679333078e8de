internal import Household

/// Whom a title is for: its rating and whether it is marked adult, as one bit of twelve.
///
/// A policy is the set of the bits that it lets pass, so that a query needs one `&` to hold a row to it.
struct Audience: Hashable, Sendable {
    /// The rating; one that nobody here knows is unrated.
    let rating: Household.ContentRating
    /// Whether the title is marked adult.
    let isAdult: Bool

    init(rating: Household.ContentRating, isAdult: Bool) {
        self.rating = Household.ContentRating.all.contains(rating) ? rating : .unrated
        self.isAdult = isAdult
    }

    /// Reads a stored bit; anything else is what only those see who see everything.
    init(bit: Int64) {
        let index = bit.nonzeroBitCount == 1 ? bit.trailingZeroBitCount : .max
        guard index < Household.ContentRating.all.count * 2 else {
            self.init(rating: .nc17, isAdult: true)
            return
        }
        self.init(
            rating: Household.ContentRating.all[index % Household.ContentRating.all.count],
            isAdult: index >= Household.ContentRating.all.count)
    }

    /// The stored bit.
    var bit: Int64 {
        let index = Household.ContentRating.all.firstIndex(of: rating) ?? Household.ContentRating.all.count - 1
        return 1 << Int64(index + (isAdult ? Household.ContentRating.all.count : 0))
    }

    /// Reads a rating of the parsers.
    init(_ rating: ContentRating, isAdult: Bool) {
        self.init(rating: Household.ContentRating(rawValue: rating.name), isAdult: isAdult)
    }

    /// Every audience.
    static let all = [false, true].flatMap { isAdult in
        Household.ContentRating.all.map { Audience(rating: $0, isAdult: isAdult) }
    }

    /// Of several, the one that fewest may see: marked adult if any is, and the strictest of the ratings that are known.
    static func strictest(_ audiences: some Sequence<Audience>) -> Audience {
        var (isAdult, step) = (false, -1)
        for audience in audiences {
            isAdult = isAdult || audience.isAdult
            if audience.rating != .unrated {
                step = max(step, Household.ContentRating.all.firstIndex(of: audience.rating) ?? step)
            }
        }
        return Audience(rating: step < 0 ? .unrated : Household.ContentRating.all[step], isAdult: isAdult)
    }
}

extension ViewingPolicy {
    /// The bits that pass.
    var audienceMask: Int64 { mask { _ in true } }

    /// The bits that pass of those with one of the ratings.
    func audienceMask(ratings: [Household.ContentRating]) -> Int64 { mask { ratings.contains($0.rating) } }

    private func mask(_ isAskedFor: (Audience) -> Bool) -> Int64 {
        Audience.all.reduce(0) { mask, audience in
            let passes = allows(rating: audience.rating, isAdult: audience.isAdult) && isAskedFor(audience)
            return passes ? mask | audience.bit : mask
        }
    }
}
