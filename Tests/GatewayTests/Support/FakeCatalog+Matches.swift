import CatalogAPI
import HearthModel
import TestSupport
import TextFolding

extension [Card] {
    /// Those of the titles that are here by number, or by name and a year that differs by one at most.
    func matches(of titles: [OutsideTitle]) -> [MatchedTitle] {
        titles.compactMap { title in
            guard let number = TMDBID(title.id) else { return nil }
            let same =
                first { TMDBID(of: $0) == number }
                ?? first { card in
                    card.kind == number.kind && card.tmdbID == nil
                        && FoldedText(card.title).compact == FoldedText(title.name).compact
                        && card.year.flatMap { year in title.year.map { abs($0 - year) <= 1 } } == true
                }
            return same.map { MatchedTitle(id: title.id, card: $0) }
        }
    }
}
