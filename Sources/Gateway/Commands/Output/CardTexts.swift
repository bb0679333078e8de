internal import Household

/// How commands show titles.
enum CardTexts {
    /// What is said of a title that the library has lost.
    static let gone = "no longer available"

    /// A title, with season and number for an episode, and whether the library still has it.
    static func title(_ card: Card?, isAvailable: Bool = true) -> String {
        guard let card else { return isAvailable ? "(not known yet)" : "(\(gone))" }
        return name(card) + (isAvailable ? "" : " (\(gone))")
    }

    private static func name(_ card: Card) -> String {
        guard let season = card.season, let episode = card.episode else { return card.title }
        return "\(card.title) (S\(season) E\(episode))"
    }
}
