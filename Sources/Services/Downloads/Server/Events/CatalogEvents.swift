internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ServiceKit

/// Applies the catalog's events. Files on the disk stay: a title that the library has lost can be watched until its
/// download expires, and a pending one fails with its own code when its link is resolved.
struct CatalogEvents: TitleReferences {
    let db: Database

    /// Applies an event. Idempotent.
    static func apply(_ event: CatalogEvent, _ db: Database) throws {
        try event.apply(to: CatalogEvents(db: db))
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }

    func put(_ card: Card) throws {
        let body = Data(try CBOREncoder().encode(card))
        try db.cachedStatement(sql: "UPDATE file SET card = ?2, audience = ?3 WHERE content = ?1 AND card IS NOT ?2")
            .execute(arguments: [card.id.rawValue, body, card.audienceColumn])
    }

    func merge(_ old: ContentID, into new: ContentID, card: Card?) throws {
        for file in try FileTable.all(db) where file.content == old {
            try FileTable.set("content = ?", [new.rawValue], of: file.row, db)
            try put(card ?? file.card.under(new))
        }
        if let card { try put(card) }
    }

    func lose(_ id: ContentID) throws {}

    func leave(ruleSets: Int64) throws {
        let statement = try db.cachedStatement(sql: "SELECT card FROM file WHERE audience & ? <> 0")
        let bodies = try Data.fetchAll(
            statement, arguments: [(ruleSets << RuleSetBits.shift) & RuleSetBits.mask])
        for body in bodies {
            try put(CBORDecoder().decode(Card.self, from: [UInt8](body)).leaving(ruleSets: ruleSets))
        }
    }

    func ids(after: ContentID?, through: ContentID?) throws -> [ContentID] { [] }
}

extension CatalogEvents {
    /// Wakes the followers of the titles that an event has changed, whose audience may have changed.
    static func tell(_ event: CatalogEvent, in household: String, _ queue: DownloadQueue) async {
        let changed = ChangedTitles()
        // The event is already applied; a shard that cannot be read has no followers to wake.
        try? event.apply(to: changed)
        let rows = try? await queue.store.read(household) { [ids = changed.ids] in try FileTable.rows(of: ids, $0) }
        let board = queue.board(of: household)
        for row in rows ?? [] { board.touch(row) }
    }
}

/// Collects the titles whose cards an event changes.
private final class ChangedTitles: TitleReferences {
    private(set) var ids: Set<ContentID> = []

    func put(_ card: Card) { ids.insert(card.id) }
    func merge(_ old: ContentID, into new: ContentID, card: Card?) { ids.insert(new) }
    func lose(_ id: ContentID) {}
    func leave(ruleSets: Int64) {}
    func ids(after: ContentID?, through: ContentID?) -> [ContentID] { [] }
}
