public import Household

/// What a service refers to of the library, as ``CatalogEvent/apply(to:)`` changes it. Each change is right however often,
/// and does nothing to titles that the service does not refer to.
public protocol TitleReferences {
    /// Keeps a title's card; a title that was gone is back.
    func put(_ card: Card) throws
    /// Has everything that refers to `old` refer to `new`.
    ///
    /// - Parameter card: the card of `new`; nil when there is none now, and the old one's stays with what refers to it.
    func merge(_ old: ContentID, into new: ContentID, card: Card?) throws
    /// Notes that the library has lost a title.
    func lose(_ id: ContentID) throws
    /// Notes that a list of the library's titles leaves one out which nothing says was lost: the catalog may have been
    /// restored from an older copy, or have begun a new log. It may show the title as unavailable and may not erase
    /// anything that the title's return could not bring back. The same as ``lose(_:)`` where that erases nothing.
    func miss(_ id: ContentID) throws
    /// The ids referred to that come after one, nil for the first, and up to another, nil for the last. Those that are
    /// known to be lost may be left out.
    func ids(after: ContentID?, through: ContentID?) throws -> [ContentID]
}

extension CatalogEvent {
    /// Changes what refers to the library's titles as the event tells. Right however often.
    public func apply(to references: some TitleReferences) throws {
        for card in cardsChanged ?? [] { try references.take(card) }
        for merge in cardsMerged ?? [] { try references.merge(merge.from, into: merge.into, card: merge.card) }
        for id in contentsGone ?? [] { try references.lose(id) }
        try snapshot?.apply(to: references)
    }
}

extension CatalogSnapshot {
    fileprivate func apply(to references: some TitleReferences) throws {
        for card in cards { try references.take(card) }
        for merge in merged {
            try references.merge(merge.from, into: merge.into, card: merge.card)
            // It may lie in a piece that was there before.
            if merge.card == nil { try references.miss(merge.into) }
        }
        let live = Set(cards.map(\.id))
        for id in try references.ids(after: after, through: through) where id.isOfLibrary && !live.contains(id) {
            try references.miss(id)
        }
    }
}

extension TitleReferences {
    public func miss(_ id: ContentID) throws { try lose(id) }

    /// Keeps a title's card. What refers to the title by its number at TMDB, from before it was in the library, refers to the
    /// library's from now on.
    fileprivate func take(_ card: Card) throws {
        guard let outside = TMDBID(of: card)?.content else { return try put(card) }
        try merge(outside, into: card.id, card: card)
    }
}
