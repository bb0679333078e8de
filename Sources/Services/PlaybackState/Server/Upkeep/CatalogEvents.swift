internal import CatalogAPI
internal import GRDB
internal import Household
internal import ServiceKit

/// What the catalog tells, applied here.
struct CatalogEvents: TitleReferences {
    let db: Database

    /// Applies an event; right however often.
    static func apply(_ event: CatalogEvent, _ db: Database) throws {
        try event.apply(to: CatalogEvents(db: db))
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }

    func put(_ card: Card) throws { try OthersChanges.cardChanged(card, db) }

    func merge(_ old: ContentID, into new: ContentID, card: Card?) throws {
        try OthersChanges.merged(old, into: new, card: card, db)
    }

    func lose(_ id: ContentID) throws { try OthersChanges.contentGone(id, db) }

    func ids(after: ContentID?, through: ContentID?) throws -> [ContentID] {
        try ContentTable.ids(after: after, through: through, db)
    }
}
