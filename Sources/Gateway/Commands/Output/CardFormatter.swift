internal import HearthModel

/// How commands show titles.
enum CardFormatter {
    /// The note for a title that the library has removed.
    static let gone = "no longer available"

    /// A title's kind, in a word.
    static func kind(_ card: Card) -> String { card.isRadio == true ? "radio" : card.kind.rawValue }

    /// A title, of an episode with its series, and whether the library still has it.
    static func title(_ card: Card?, isAvailable: Bool = true) -> String {
        guard let card else { return isAvailable ? "(not known yet)" : "(\(gone))" }
        return card.longTitle + (isAvailable ? "" : " (\(gone))")
    }
}
