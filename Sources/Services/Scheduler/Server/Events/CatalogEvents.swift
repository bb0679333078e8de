internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import ServiceKit

/// Applies the catalog's events to the titles of slots and shows. A removed title keeps its slots, as no longer
/// available, until it is back.
struct CatalogEvents: TitleReferences {
    let db: Database

    /// Applies an event; right however often.
    static func apply(_ event: CatalogEvent, _ db: Database) throws {
        try event.apply(to: CatalogEvents(db: db))
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }

    func put(_ card: Card) throws {
        if try CardTable.find(card.id, db) != nil { try CardTable.put(KnownTitle(card: card), db) }
    }

    func merge(_ old: ContentID, into new: ContentID, card: Card?) throws {
        if old != new, let last = try CardTable.find(old, db) {
            if try CardTable.find(new, db) == nil {
                try CardTable.put(KnownTitle(card: last.card.under(new), isAvailable: last.isAvailable), db)
            }
            try SlotTable.move(old, to: new, db)
            try ShowTable.move(old, to: new, db)
            try CardTable.removeUnused(old, db)
        }
        if let card { try put(card) }
    }

    func lose(_ id: ContentID) throws {
        guard var title = try CardTable.find(id, db) else { return }
        title.isAvailable = false
        try CardTable.put(title, db)
    }

    func leave(ruleSets: Int64) throws { try CardTable.leave(ruleSets: ruleSets, db) }

    func ids(after: ContentID?, through: ContentID?) throws -> [ContentID] {
        try CardTable.ids(after: after, through: through, db)
    }
}
