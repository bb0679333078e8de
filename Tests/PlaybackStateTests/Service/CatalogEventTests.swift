import CatalogAPI
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// What the catalog tells, and what becomes of queues and histories.
struct CatalogEventTests {
    private func with(_ body: (ServiceHarness, FakeCatalog, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let catalog = FakeCatalog([.movie("m1"), .movie("m2"), .movie("m3")])
            try await catalog.play(in: harness)
            let client = try await harness.playback()
            try await client.watch("m1", to: 40)
            for content in ["m2", "m1", "m3"] as [ContentID] {
                _ = try await client.send(PlaybackState.AddToQueue(content: content))
            }
            try await body(harness, catalog, client)
        }
    }

    private func isAvailable(_ client: Client) async throws -> [Bool] {
        try await client.send(PlaybackState.ListHistory()).entries.map(\.isAvailable)
    }

    @Test func `what is gone leaves the queue, stays in the history, and comes back with its id`() async throws {
        try await with { harness, catalog, client in
            catalog.log.tell(CatalogEvent(contentsGone: ["m1", "stranger"]))
            let hasGone = try await comes { try await client.queue() == ["m2", "m3"] }
            #expect(hasGone)
            #expect(try await isAvailable(client) == [false])
            // Told while the service is down, and told once.
            await harness.stop()
            catalog.log.tell(CatalogEvent(cardsChanged: [.movie("m1"), .movie("stranger")]))
            try await harness.start()
            let again = try await harness.playback()
            let isBack = try await comes { try await isAvailable(again) == [true] }
            #expect(isBack)
            #expect(try await again.queue() == ["m2", "m3"])
        }
    }

    @Test func `a merge moves everything, also to an id of which nothing is known yet`() async throws {
        try await with { _, catalog, client in
            catalog.log.tell(
                CatalogEvent(cardsMerged: [
                    CardMerged("m3", into: "m2", card: .movie("m2")),
                    CardMerged("m1", into: "m9", card: nil),
                ]))
            let hasMoved = try await comes { try await client.queue() == ["m2", "m9"] }
            #expect(hasMoved)
            let entry = try #require(try await client.send(PlaybackState.ListHistory()).entries.first)
            #expect(entry.content == "m9")
            #expect(entry.card?.title == "Film m1")
            #expect(entry.card?.id == "m9")
        }
    }

    @Test func `a snapshot's pieces tell what is gone among their ids, and nothing of others`() async throws {
        try await with { harness, catalog, client in
            _ = try await client.send(PlaybackState.AddToQueue(content: "tmdb:movie:5"))
            catalog.log.tell(
                CatalogEvent(snapshot: CatalogSnapshot(after: nil, through: "m2", cards: [.movie("m2")], merged: [])))
            let hasGone = try await comes { try await client.queue() == ["m2", "m3", "tmdb:movie:5"] }
            #expect(hasGone)
            let merged = CardMerged("m3", into: "m1", card: nil)
            catalog.log.tell(
                CatalogEvent(snapshot: CatalogSnapshot(after: "m2", through: nil, cards: [], merged: [merged])))
            let isDone = try await comes { try await client.queue() == ["m2", "tmdb:movie:5"] }
            #expect(isDone)
            #expect(try await isAvailable(client) == [false])
            // Nothing has stopped it.
            #expect(harness.health?.all.contains { $0.name.hasPrefix("events") } == false)
        }
    }

    @Test func `what a list leaves out keeps its place in the queue, hidden, and is back at it`() async throws {
        try await with { harness, catalog, client in
            catalog.log.tell(
                CatalogEvent(
                    snapshot: CatalogSnapshot(
                        after: nil, through: nil, cards: [.movie("m2"), .movie("m3")], merged: [])))
            let isHidden = try await comes { try await client.queue() == ["m2", "m3"] }
            #expect(isHidden)
            #expect(try await isAvailable(client) == [false])
            let owner = try await harness.client(Quarantine.self, as: .owner)
            let entry = try #require(try await owner.send(Quarantine.ListQuarantined()).entries.first)
            #expect(entry.kind == .title)
            #expect(entry.id == "m1")
            #expect(entry.source == "catalog")
            #expect(entry.holds == [QuarantinedAmount("places in queues", 1)])
            // What is done to the queue meanwhile leaves it where it stands.
            _ = try await client.send(PlaybackState.AddToQueue(content: "tmdb:movie:5"))
            catalog.log.tell(CatalogEvent(cardsChanged: [.movie("m1")]))
            let isBack = try await comes { try await client.queue() == ["m2", "m1", "m3", "tmdb:movie:5"] }
            #expect(isBack)
            #expect(try await owner.send(Quarantine.ListQuarantined()).total == 0)
        }
    }

    @Test func `what a list left out leaves the queue when the catalog says that it is gone, or the owner does`()
        async throws
    {
        try await with { harness, catalog, client in
            _ = try await client.send(PlaybackState.AddToQueue(content: "tmdb:movie:5"))
            catalog.log.tell(
                CatalogEvent(snapshot: CatalogSnapshot(after: nil, through: nil, cards: [.movie("m2")], merged: [])))
            let owner = try await harness.client(Quarantine.self, as: .owner)
            let areHidden = try await comes { try await owner.send(Quarantine.ListQuarantined()).total == 2 }
            #expect(areHidden)
            catalog.log.tell(CatalogEvent(contentsGone: ["m1"]))
            let isGone = try await comes { try await owner.send(Quarantine.ListQuarantined()).total == 1 }
            #expect(isGone)
            let confirm = Quarantine.ConfirmAbsence(kind: .title, id: "m3")
            #expect(try await owner.send(confirm).isErased)
            catalog.log.tell(CatalogEvent(cardsChanged: [.movie("m1"), .movie("m3")]))
            let isBack = try await comes { try await isAvailable(client) == [true] }
            #expect(isBack)
            #expect(try await client.queue() == ["m2", "tmdb:movie:5"])
        }
    }

    @Test func `clearing the queue clears what is hidden in it, too`() async throws {
        try await with { _, catalog, client in
            catalog.log.tell(
                CatalogEvent(snapshot: CatalogSnapshot(after: nil, through: nil, cards: [.movie("m2")], merged: [])))
            let isHidden = try await comes { try await client.queue() == ["m2"] }
            #expect(isHidden)
            #expect(try await client.send(PlaybackState.ClearQueue()).removed == 1)
            catalog.log.tell(CatalogEvent(cardsChanged: [.movie("m1"), .movie("m3")]))
            let isBack = try await comes { try await isAvailable(client) == [true] }
            #expect(isBack)
            #expect(try await client.queue().isEmpty)
        }
    }

    @Test func `an event that has to be understood and is not stops the pair`() async throws {
        try await with { harness, catalog, client in
            catalog.log.tell(CatalogEvent())
            catalog.log.tell(CatalogEvent(mustBeUnderstood: true))
            catalog.log.tell(CatalogEvent(contentsGone: ["m1"]))
            let hasArrived = try await comes {
                harness.health?.all.contains { $0.name == "events from catalog" && $0.state == .degraded } == true
            }
            #expect(hasArrived)
            #expect(try await client.queue() == ["m2", "m1", "m3"])
        }
    }
}
