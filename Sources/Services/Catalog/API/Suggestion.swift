public import Household

/// One way in which a text may go on.
public struct Suggestion: Codable, Sendable, Hashable {
    /// The whole text.
    public var text: String
    /// The title that it is, where it is one.
    public var card: Card?
    /// Whether the profile has looked for it before.
    public var isRecent: Bool

    /// A suggestion.
    public init(text: String, card: Card? = nil, isRecent: Bool = false) {
        self.text = text
        self.card = card
        self.isRecent = isRecent
    }
}
