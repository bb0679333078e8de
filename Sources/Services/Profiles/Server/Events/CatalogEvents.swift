internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import ServiceKit

/// Applies the catalog's events to referenced titles.
struct CatalogEvents: TitleReferences {
    let db: Database

    /// Applies an event; right however often.
    static func apply(_ event: CatalogEvent, _ db: Database) throws {
        try event.apply(to: CatalogEvents(db: db))
        if let version = event.ruleSets?.version ?? event.snapshot?.rulesEvaluated {
            try ViewingRuleTable.note(evaluated: version, db)
        }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }

    func put(_ card: Card) throws {
        guard try CardTable.isReferenced(card.id.rawValue, db) else { return }
        try CardTable.put(card, db)
        try CardTable.setUnavailable(false, card.id.rawValue, db)
    }

    func merge(_ old: ContentID, into new: ContentID, card: Card?) throws {
        // Also of what is no favourite any more: a device may tell later what it did before that.
        if old != new { try SyncStampTable.move(old, to: new, db) }
        if old != new, try CardTable.isReferenced(old.rawValue, db) {
            try FavouriteTable.move(old, to: new, db)
            if try card == nil && CardTable.find(new.rawValue, db) == nil {
                if let last = try CardTable.find(old.rawValue, db) { try CardTable.put(last.under(new), db) }
            }
            try CardTable.removeIfUnused(old.rawValue, db)
        }
        if let card { try put(card) }
    }

    func lose(_ id: ContentID) throws {
        if try CardTable.isReferenced(id.rawValue, db) { try CardTable.setUnavailable(true, id.rawValue, db) }
    }

    func leave(ruleSets: Int64) throws { try CardTable.leave(ruleSets: ruleSets, db) }

    func ids(after: ContentID?, through: ContentID?) throws -> [ContentID] {
        try CardTable.referred(after: after, through: through, db)
    }
}
