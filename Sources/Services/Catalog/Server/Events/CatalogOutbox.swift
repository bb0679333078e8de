internal import CatalogAPI
internal import GRDB
internal import Household
internal import RPC
internal import ServiceKit

/// What the other services are told: each entry of the log is a publication, and its events are read from the tables a page
/// at a time, however many titles it has changed.
///
/// A page tells of its titles as they are now, not as they were then: a follower that comes late is told of what has changed
/// since by the later entries.
struct CatalogOutbox: OutboxSource {
    /// Titles of one event.
    static let titlesPerEvent = 200

    /// The order in which a publication is told: what there is first, then what refers to it.
    private enum Part: String, CaseIterable {
        case changed, merged, gone

        var next: Part? { Part.allCases.drop { $0 != self }.dropFirst().first }
    }

    func events(of entry: PublicationEntry, from place: String?, in shard: Shard) async throws -> EventPage<CatalogEvent> {
        let words = place?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        let (part, after) = (words.first.flatMap(Part.init(rawValue:)) ?? .changed, words.dropFirst().first ?? "")
        return try await shard.read(deadline: .distantFuture) { db in
            try entry.checkIsKept(db)
            let (lens, limit) = (try ReadScope(db, policy: .everything), Self.titlesPerEvent)
            let (event, last) =
                switch part {
                case .changed: try entry.changed(after: after, limit: limit, db, lens)
                case .merged: try entry.merged(after: after, limit: limit, db, lens)
                case .gone: try entry.gone(after: after, limit: limit, db)
                }
            let next = last.map { "\(part.rawValue) \($0)" } ?? part.next.map { $0.rawValue }
            // An empty event is told at the very end alone, where it moves the follower's place.
            return EventPage(event.map { [$0] } ?? (next == nil ? [CatalogEvent()] : []), next: next)
        }
    }

    func snapshot(from place: String?, in shard: Shard) async throws -> EventPage<CatalogEvent> {
        let identity = shard.identity?.text
        return try await shard.read(deadline: .distantFuture) { db in
            let piece = try SnapshotReader.piece(after: place, limit: Self.titlesPerEvent, db)
            return EventPage([CatalogEvent(snapshot: piece, identity: identity)], next: piece.through?.rawValue)
        }
    }
}
