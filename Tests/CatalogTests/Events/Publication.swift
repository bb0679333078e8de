import CatalogAPI
import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What followers are told of one publication.
struct Publication: Hashable {
    /// The titles of the cards that have changed.
    var changed: Set<String> = []
    var merged: Set<CardMerged> = []
    var gone: Set<ContentID> = []
}

/// One who follows a catalog.
struct Follower {
    /// Kept, so that it does not hang up.
    let client: RPCClient<Catalog>
    let items: RPCItems<CatalogEvent>

    /// The events up to the one that moves a follower's place.
    private func events() async throws -> [CatalogEvent] {
        var events: [CatalogEvent] = []
        while let next = try await items.next() {
            events.append(next.item)
            if next.position != nil { break }
        }
        return events
    }

    /// The pieces of the snapshot that a new follower gets first.
    func snapshot() async throws -> [CatalogSnapshot] { try await events().compactMap(\.snapshot) }

    func publication() async throws -> Publication {
        var publication = Publication()
        for event in try await events() {
            #expect(event.snapshot == nil)
            publication.changed.formUnion(event.cardsChanged?.map(\.title) ?? [])
            publication.merged.formUnion(event.cardsMerged ?? [])
            publication.gone.formUnion(event.contentsGone ?? [])
        }
        return publication
    }
}

extension CatalogFixture {
    /// Begins to follow, as a service that keeps titles.
    func follow() async throws -> Follower {
        let client = try await client(.service("profiles"))
        return Follower(client: client, items: try await client.stream(Catalog.FollowEvents()))
    }

    /// How many publications the log has had.
    func publishedCount() async throws -> Int64 {
        let shard = try #require(try await service.shards?.shard(for: "home"))
        return try await shard.read {
            try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0
        }
    }
}
