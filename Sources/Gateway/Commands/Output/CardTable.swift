internal import HearthModel

/// Titles as rows.
enum CardTable {
    static func table(_ cards: [Card]) -> Table {
        var table = Table(
            .text("TITLE", isFlexible: true), .text("KIND"), .number("YEAR"), .text("RATING"),
            .text("GENRES", isFlexible: true),
            .text("ID"))
        for card in cards {
            table.add(
                card.longTitle, CardFormatter.kind(card), card.year.map(String.init) ?? "",
                card.rating == .unrated ? "" : card.rating.rawValue,
                card.genres.joined(separator: ", "), card.id.rawValue, row: .title(card.id.rawValue))
        }
        return table
    }
}
