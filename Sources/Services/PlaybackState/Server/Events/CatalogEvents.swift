internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Applies the catalog's events.
struct CatalogEvents: TitleReferences {
    let db: Database
    /// The time of day, for people.
    let now: WallTime

    /// Titles' data that would be lost with them: their queue positions. History and progress stay anyway.
    static let rule = QuarantineRule(
        .title, from: Catalog.serviceName,
        known: { db in
            try String.fetchAll(
                db, sql: "SELECT id FROM content WHERE EXISTS (SELECT 1 FROM queued WHERE content = row) ORDER BY id")
        },
        holds: { id, db in
            let places = "SELECT count(*) FROM queued q JOIN content c ON c.row = q.content WHERE c.id = ?"
            return [try QuarantinedAmount("places in queues", places, id, db)]
        }, erase: { try ExternalChanges.contentRemoved(ContentID(rawValue: $0), $1) })

    /// Applies an event; right however often.
    static func apply(_ event: CatalogEvent, at now: WallTime, _ db: Database) throws {
        try event.apply(to: CatalogEvents(db: db, now: now))
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }

    func put(_ card: Card) throws { try ExternalChanges.cardChanged(card, db) }

    func merge(_ old: ContentID, into new: ContentID, card: Card?) throws {
        try ExternalChanges.merged(old, into: new, card: card, db)
    }

    func lose(_ id: ContentID) throws { try ExternalChanges.contentRemoved(id, db) }

    func miss(_ id: ContentID) throws {
        try ExternalChanges.contentMissing(id, at: now, db)
    }

    func leave(ruleSets: Int64) throws { try ContentTable.leave(ruleSets: ruleSets, db) }

    func ids(after: ContentID?, through: ContentID?) throws -> [ContentID] {
        try ContentTable.ids(after: after, through: through, db)
    }
}
