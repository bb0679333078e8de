/// The rating of a title, in the six steps of the household's rules.
public struct ContentRating: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// For all ages.
    public static let g = ContentRating(rawValue: "G")
    /// Parental guidance suggested.
    public static let pg = ContentRating(rawValue: "PG")
    /// Not for children under 13.
    public static let pg13 = ContentRating(rawValue: "PG-13")
    /// Under 17 with an adult only.
    public static let r = ContentRating(rawValue: "R")
    /// Adults only.
    public static let nc17 = ContentRating(rawValue: "NC-17")
    /// No rating is known.
    public static let unrated = ContentRating(rawValue: "Unrated")

    /// Every step, mildest first, and `unrated` last.
    public static let all: [ContentRating] = [.g, .pg, .pg13, .r, .nc17, .unrated]
}
