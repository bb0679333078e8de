import CatalogAPI
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// What the catalog tells, and what becomes of favourites.
struct CatalogEventTests {
    /// A household with these favourites, and its catalog.
    private func with(
        _ cards: [Card], as profile: String? = nil,
        _ body: (ServiceHarness, FakeCatalog, RPCClient<Profiles>) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let catalog = FakeCatalog(cards)
            try await catalog.play(in: harness)
            let client = try await harness.profiles(as: profile)
            for card in cards { _ = try await client.send(Profiles.AddFavourite(content: card.id)) }
            try await body(harness, catalog, client)
        }
    }

    /// The favourites once they are so; what they are after a long while otherwise.
    private func favourites(
        _ client: RPCClient<Profiles>, when isSo: ([Favourite]) -> Bool
    ) async throws -> [Favourite] {
        var found: [Favourite] = []
        _ = try await comes {
            found = try await client.send(Profiles.ListFavourites(order: .title)).favourites
            return isSo(found)
        }
        return found
    }

    @Test func `a title that has become stricter leaves the kids' list`() async throws {
        try await with([.movie("m-up", "Up"), .movie("m-toys", "Toys")], as: "Kids") { _, catalog, kids in
            catalog.log.tell(CatalogEvent(cardsChanged: [.movie("m-up", "Up", .r), .movie("m-new", "New")]))
            let seen = try await favourites(kids) { $0.count == 1 }
            #expect(seen.map(\.content) == ["m-toys"])
        }
    }

    @Test func `a title that is gone stays as one that is not available, and comes back`() async throws {
        try await with([.movie("m-up", "Up"), .movie("m-toys", "Toys")]) { harness, catalog, client in
            catalog.log.tell(CatalogEvent(contentsGone: ["m-up", "m-stranger"]))
            let gone = try await favourites(client) { $0.last?.isAvailable == false }
            #expect(gone.map(\.card?.title) == ["Toys", "Up"])
            #expect(gone.map(\.isAvailable) == [true, false])
            // What it was told is durable, and is not told twice.
            try await harness.restart()
            catalog.log.tell(CatalogEvent(cardsChanged: [.movie("m-up", "Up!")]))
            let again = try await harness.profiles()
            let back = try await favourites(again) { $0.last?.isAvailable == true }
            #expect(back.map(\.card?.title) == ["Toys", "Up!"])
            #expect(back.map(\.isAvailable) == [true, true])
        }
    }

    @Test func `merged ids are one favourite, as old as the older one`() async throws {
        try await with([.movie("m1", "Alein"), .movie("m2", "Alien"), .movie("m3", "Heat")]) { _, catalog, client in
            let before = try await client.send(Profiles.ListFavourites(order: .title)).favourites
            catalog.log.tell(
                CatalogEvent(cardsMerged: [
                    CardMerged("m1", into: "m2", card: .movie("m2", "Alien", .r)),
                    // What that is now is told later: until then it is shown as it was.
                    CardMerged("m3", into: "m4", card: nil),
                ]))
            let after = try await favourites(client) { $0.count == 2 }
            #expect(after.map(\.content) == ["m2", "m4"])
            #expect(after.map(\.card?.title) == ["Alien", "Heat"])
            #expect(after.map(\.card?.rating) == [.r, .pg])
            #expect(after.map(\.added) == [before[0].added, before[2].added])
        }
    }

    @Test func `a snapshot tells what is gone, what is other, and what the catalog never had`() async throws {
        let cards = [Card.movie("a", "A"), .movie("b", "B"), .movie("c", "C"), .movie("x", "X")]
        try await with(cards) { _, catalog, client in
            _ = try await client.send(Profiles.AddFavourite(content: "tmdb:movie:348"))
            let merged = [
                CardMerged("b", into: "z", card: nil), CardMerged("x", into: "c", card: cards[2]),
            ]
            catalog.log.tell(
                CatalogEvent(
                    snapshot: CatalogSnapshot(
                        after: nil, through: "c", cards: [.movie("aa", "Stranger"), .movie("c", "C!")],
                        merged: [merged[0]])))
            catalog.log.tell(
                CatalogEvent(snapshot: CatalogSnapshot(after: "c", through: nil, cards: [], merged: [merged[1]])))
            let found = try await favourites(client) { $0.count == 4 }
            #expect(found.map(\.content) == ["a", "z", "c", "tmdb:movie:348"])
            #expect(found.map(\.isAvailable) == [false, false, true, true])
        }
    }
}
