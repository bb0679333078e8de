import CatalogAPI
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Favourites that are not in the library: TMDB's films and series.
struct OutsideFavouriteTests {
    private static let alien: Card = .movie("tmdb:movie:348", "Alien", .r)
    private static let tide: Card = .of(.series, "tmdb:tv:1", "Low Tide")

    private func with(
        _ cards: [Card] = [alien, tide], _ body: (ServiceHarness, FakeCatalog, FakeMetadata) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let (catalog, metadata) = (FakeCatalog(), FakeMetadata(cards))
            try await catalog.play(in: harness)
            try await metadata.play(in: harness)
            try await body(harness, catalog, metadata)
        }
    }

    @Test func `each profile marks what it may see, and sees it by its card`() async throws {
        try await with { harness, _, _ in
            let (adult, kids) = (try await harness.profiles(), try await harness.profiles(as: "Kids"))
            for content in [Self.alien.id, Self.tide.id] {
                _ = try await adult.send(Profiles.AddFavourite(content: content))
            }
            let list = try await adult.send(Profiles.ListFavourites(order: .title))
            #expect(list.favourites.map(\.card) == [Self.alien, Self.tide])
            let refused = await kids.failure(of: Profiles.AddFavourite(content: Self.alien.id))
            #expect(refused?.problem == .unknownContent)
            #expect(try await kids.send(Profiles.AddFavourite(content: Self.tide.id)).hasChanged)
            #expect(try await kids.send(Profiles.ListFavourites()).favourites.map(\.card) == [Self.tide])
        }
    }

    @Test func `what TMDB does not have is nothing to mark`() async throws {
        try await with { harness, _, metadata in
            let adult = try await harness.profiles()
            for content in ["tmdb:movie:9", "tmdb:film:348", "tmdb:movie:0348"] {
                let request = Profiles.AddFavourite(content: ContentID(rawValue: content))
                #expect(await adult.failure(of: request)?.problem == .unknownContent)
            }
            #expect(metadata.requested == [["tmdb:movie:9"]])
        }
    }

    @Test func `while nothing can be said of it, it is an adult's, and its card comes later`() async throws {
        try await with { harness, _, metadata in
            metadata.isHasty = true
            let (adult, kids) = (try await harness.profiles(), try await harness.profiles(as: "Kids"))
            _ = try await adult.send(Profiles.AddFavourite(content: Self.tide.id))
            harness.clients.stop("metadata-gateway")
            _ = try await adult.send(Profiles.AddFavourite(content: Self.alien.id))
            #expect(try await adult.send(Profiles.ListFavourites()).favourites.map(\.card) == [nil, nil])
            let refused = await kids.failure(of: Profiles.AddFavourite(content: Self.tide.id))
            #expect(refused?.problem == .unknownContent)
            let upkeep = try CardRefresher.upkeep(of: harness)
            // The catalog's cards come also now; those from outside when there is a source.
            await #expect(throws: RPCError.self) { try await upkeep.missing.bringUp("home") }
            metadata.isHasty = false
            try await metadata.play(in: harness)
            try await upkeep.missing.bringUp("home")
            let list = try await adult.send(Profiles.ListFavourites(order: .title))
            #expect(list.favourites.map(\.card) == [Self.alien, Self.tide])
            let requested = metadata.requested.count
            try await upkeep.missing.bringUp("home")
            #expect(metadata.requested.count == requested)
        }
    }

    @Test func `what the library has is meant, and moves there when it comes later`() async throws {
        try await with { harness, catalog, metadata in
            let adult = try await harness.profiles()
            var alien = Card.movie("m-alien", "Alien", .r)
            alien.tmdbID = 348
            catalog.add(alien)
            let change = try await adult.send(Profiles.AddFavourite(content: Self.alien.id))
            #expect(change.content == "m-alien" && metadata.requested.isEmpty)
            _ = try await adult.send(Profiles.AddFavourite(content: Self.tide.id))
            var tide = Card.of(.series, "s-tide", "Low Tide")
            tide.tmdbID = 1
            // A film of the same number is another title.
            var film = Card.movie("m-other", "Other")
            film.tmdbID = 1
            catalog.log.tell(CatalogEvent(cardsChanged: [film, tide]))
            let haveMoved = try await comes {
                let list = try await adult.send(Profiles.ListFavourites(order: .title))
                return list.favourites.map(\.content) == ["m-alien", "s-tide"]
            }
            #expect(haveMoved)
        }
    }

    @Test func `by either id it is one favourite, whatever the catalog can say`() async throws {
        try await with { harness, catalog, metadata in
            let adult = try await harness.profiles()
            var alien = Card.movie("m-alien", "Alien", .r)
            alien.tmdbID = 348
            // Marked while it is not in the library, and then by the library's id before the catalog has told of it.
            _ = try await adult.send(Profiles.AddFavourite(content: Self.alien.id))
            catalog.add(alien)
            #expect(try await !adult.send(Profiles.AddFavourite(content: "m-alien")).hasChanged)
            func favourites(_ contents: [ContentID]? = nil) async throws -> [ContentID] {
                try await adult.send(Profiles.ListFavourites(contents: contents)).favourites.map(\.content)
            }
            #expect(try await favourites() == ["m-alien"])
            for id in [Self.alien.id, "m-alien"] {
                #expect(try await favourites([id]) == ["m-alien"])
                #expect(try await favourites([Self.tide.id, id]) == ["m-alien"])
                // Also with the catalog down it is known that it is the library's.
                harness.clients.stop("catalog")
                #expect(try await !adult.send(Profiles.AddFavourite(content: id)).hasChanged)
                #expect(try await favourites() == ["m-alien"])
                let removed = try await adult.send(Profiles.RemoveFavourite(content: id))
                #expect(removed.hasChanged && removed.content == "m-alien")
                #expect(try await favourites() == [])
                #expect(try await favourites([id]) == [])
                try await catalog.play(in: harness)
                #expect(try await adult.send(Profiles.AddFavourite(content: id)).content == "m-alien")
            }
            // A series of the same number is another title.
            #expect(try await favourites(["tmdb:tv:348"]) == [])
            #expect(try await !adult.send(Profiles.RemoveFavourite(content: "tmdb:tv:348")).hasChanged)
            #expect(try await favourites() == ["m-alien"])
        }
    }

    @Test func `what was marked while the catalog was down becomes the library's without an event`() async throws {
        try await with { harness, catalog, _ in
            let adult = try await harness.profiles()
            var alien = Card.movie("m-alien", "Alien", .r)
            alien.tmdbID = 348
            catalog.add(alien)
            harness.clients.stop("catalog")
            _ = try await adult.send(Profiles.AddFavourite(content: Self.alien.id))
            #expect(try await adult.send(Profiles.ListFavourites()).favourites.map(\.content) == [Self.alien.id])
            try await catalog.play(in: harness)
            try await CardRefresher.upkeep(of: harness).missing.bringUp("home")
            let list = try await adult.send(Profiles.ListFavourites())
            #expect(list.favourites.map(\.content) == ["m-alien"] && list.favourites.map(\.card) == [alien])
        }
    }

    @Test func `a card from outside is asked for again after a month, and not shown after half a year`() async throws {
        try await with { harness, _, metadata in
            let day = Duration.seconds(86_400)
            metadata.age(by: day * 31)
            let adult = try await harness.profiles()
            _ = try await adult.send(Profiles.AddFavourite(content: Self.alien.id))
            metadata.add(.movie("tmdb:movie:348", "Alien, restored", .r))
            let upkeep = try CardRefresher.upkeep(of: harness)
            try await upkeep.missing.bringUp("home")
            let title = try await adult.send(Profiles.ListFavourites()).favourites.map(\.card?.title)
            #expect(title == ["Alien, restored"])
            metadata.age(by: day * 181)
            try await upkeep.missing.bringUp("home")
            harness.clients.stop("metadata-gateway")
            await #expect(throws: RPCError.self) { try await upkeep.missing.bringUp("home") }
            #expect(try await adult.send(Profiles.ListFavourites()).favourites.map(\.card) == [nil])
        }
    }
}
