public import HearthModel

/// One completion of a text.
public struct Suggestion: Codable, Sendable, Hashable {
    /// The whole text.
    public var text: String
    /// The suggested title, if any.
    public var card: Card?
    /// Whether it is from the profile's search history.
    public var isRecent: Bool

    /// Makes a suggestion.
    public init(text: String, card: Card? = nil, isRecent: Bool = false) {
        self.text = text
        self.card = card
        self.isRecent = isRecent
    }
}
