internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// The outbox for other services: each entry of the log is a publication, and its events are read from the tables a
/// page at a time, however many titles it changed.
///
/// A page has the present state of its titles, not that of the publication: later entries bring a late follower up to
/// date.
struct CatalogOutbox: OutboxSource {
    /// Titles of one event.
    static let titlesPerEvent = 200

    /// The order of a publication's events: titles first, then references to them. Of an evaluation of rule sets: what is
    /// no longer known of them, then their members.
    private enum Part: String, CaseIterable {
        case changed, merged, gone, rules

        func next(of entry: PublicationEntry) -> Part? {
            let parts: [Part] = entry.rules == nil ? [.changed, .merged, .gone] : [.rules, .changed]
            return parts.drop { $0 != self }.dropFirst().first
        }
    }

    func events(
        of entry: PublicationEntry, from position: String?, in shard: Shard
    ) async throws -> EventPage<CatalogEvent> {
        let words = position?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        let first: Part = entry.rules == nil ? .changed : .rules
        let (part, after) = (words.first.flatMap(Part.init(rawValue:)) ?? first, words.dropFirst().first ?? "")
        return try await shard.read(deadline: .distantFuture) { db in
            try entry.checkIsKept(db)
            let (scope, limit) = (try ReadScope(db, policy: .everything), Self.titlesPerEvent)
            let (event, last) =
                switch part {
                case .changed: try entry.changed(after: after, limit: limit, db, scope)
                case .merged: try entry.merged(after: after, limit: limit, db, scope)
                case .gone: try entry.gone(after: after, limit: limit, db)
                case .rules: (entry.ruleEvent, nil)
                }
            let next = last.map { "\(part.rawValue) \($0)" } ?? part.next(of: entry).map { $0.rawValue }
            // Only the very end has an empty event, which moves the follower's cursor.
            return EventPage(event.map { [$0] } ?? (next == nil ? [CatalogEvent()] : []), next: next)
        }
    }

    func snapshot(from position: String?, in shard: Shard) async throws -> EventPage<CatalogEvent> {
        let identity = shard.identity?.text
        return try await shard.read(deadline: .distantFuture) { db in
            let piece = try SnapshotReader.piece(after: position, limit: Self.titlesPerEvent, db)
            return EventPage([CatalogEvent(snapshot: piece, identity: identity)], next: piece.through?.rawValue)
        }
    }
}
