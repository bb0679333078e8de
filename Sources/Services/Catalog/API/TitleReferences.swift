public import HearthModel

/// A service's references to titles of the library, which ``CatalogEvent/apply(to:)`` updates. Each change is
/// idempotent, and ignores titles that the service does not refer to.
public protocol TitleReferences {
    /// Stores a title's card; a lost title is back.
    func put(_ card: Card) throws
    /// Redirects all references from `old` to `new`.
    ///
    /// - Parameter card: the card of `new`; nil when there is none now, and the references keep the old one's.
    func merge(_ old: ContentID, into new: ContentID, card: Card?) throws
    /// Marks a title as removed from the library.
    func lose(_ id: ContentID) throws
    /// Marks a title that a snapshot of the library lacks although no event removed it: the catalog may have been
    /// restored from an older copy, or have started a new log. The service may show the title as unavailable and must
    /// not erase anything that the title's return could not restore. The same as ``lose(_:)`` where that erases
    /// nothing.
    func miss(_ id: ContentID) throws
    /// Removes rule sets, as bits of `Card.ruleSets`, from all stored cards: they have ended, or their members follow.
    func leave(ruleSets: Int64) throws
    /// The referenced ids after one, nil for the first, and up to another, nil for the last. Those known to be lost may
    /// be omitted.
    func ids(after: ContentID?, through: ContentID?) throws -> [ContentID]
}

extension CatalogEvent {
    /// Applies the event to a service's references. Idempotent.
    public func apply(to references: some TitleReferences) throws {
        for card in cardsChanged ?? [] { try references.take(card) }
        for merge in cardsMerged ?? [] { try references.merge(merge.from, into: merge.into, card: merge.card) }
        for id in contentsGone ?? [] { try references.lose(id) }
        if let ruleSets, ruleSets.left != 0 { try references.leave(ruleSets: ruleSets.left) }
        try snapshot?.apply(to: references)
    }
}

extension CatalogSnapshot {
    fileprivate func apply(to references: some TitleReferences) throws {
        for card in cards { try references.take(card) }
        for merge in merged {
            try references.merge(merge.from, into: merge.into, card: merge.card)
            // It may be in an earlier piece.
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

    /// Stores a title's card. References to the title by its TMDB id, from before it was in the library, are redirected
    /// to the library's id.
    fileprivate func take(_ card: Card) throws {
        guard let outside = TMDBID(of: card)?.content else { return try put(card) }
        try merge(outside, into: card.id, card: card)
    }
}
