/// A rating with an adult mark as one bit, so that a policy is a mask and holding a stored card to it one comparison.
public enum AudienceBit {
    /// The bit of a title. A rating nobody here knows counts as unrated.
    public static func bit(rating: ContentRating, isAdult: Bool) -> Int64 {
        let unrated = ContentRating.all.count - 1
        let index = ContentRating.all.firstIndex(of: rating) ?? unrated
        return 1 << (index + (isAdult ? ContentRating.all.count : 0))
    }

    /// The bit of a title by its card.
    public static func bit(of card: Card) -> Int64 { bit(rating: card.rating, isAdult: card.isAdult) }

    /// The bits that a policy lets pass.
    public static func mask(of policy: ViewingPolicy) -> Int64 {
        [false, true].reduce(0) { mask, isAdult in
            ContentRating.all.reduce(mask) { mask, rating in
                policy.allows(rating: rating, isAdult: isAdult) ? mask | bit(rating: rating, isAdult: isAdult) : mask
            }
        }
    }
}

extension ViewingPolicy {
    /// Whether a title may be seen, by its card.
    public func allows(_ card: Card) -> Bool { allows(rating: card.rating, isAdult: card.isAdult) }
}

extension Viewer {
    /// Whether it sees what has no card yet, and so no rating: adults alone do.
    public var seesUncarded: Bool { role != .child && policy.allows(rating: .r, isAdult: false) }
}
