import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// Favourites: what comes in, who sees it, and in which order.
struct FavouriteTests {
    private static let alien: Card = .movie("m-alien", "Alien", .r)
    private static let up: Card = .movie("m-up", "Up", .pg)

    @Test(arguments: TestTransport.allCases)
    func `a favourite is added once, listed with its card, and taken out`(transport: TestTransport) async throws {
        try await ServiceHarness.with(ProfilesService.self, transport) { harness in
            try await FakeCatalog([Self.alien]).play(in: harness)
            let profiles = try await harness.profiles()
            let added = try await profiles.send(Profiles.AddFavourite(content: "m-alien"))
            #expect(added == FavouriteChange(content: "m-alien", isFavourite: true, hasChanged: true))
            let again = try await profiles.send(Profiles.AddFavourite(content: "m-alien"))
            #expect(again == FavouriteChange(content: "m-alien", isFavourite: true, hasChanged: false))
            try await harness.restart()
            let list = try await profiles.send(Profiles.ListFavourites())
            #expect(list.favourites.map(\.card) == [Self.alien])
            #expect(list.total == 1)
            #expect(list.cursor == nil)
            let removed = try await profiles.send(Profiles.RemoveFavourite(content: "m-alien"))
            #expect(removed == FavouriteChange(content: "m-alien", isFavourite: false, hasChanged: true))
            #expect(try await profiles.send(Profiles.RemoveFavourite(content: "m-alien")).hasChanged == false)
            #expect(try await profiles.send(Profiles.ListFavourites()).favourites.isEmpty)
        }
    }

    @Test func `a follower of favourites hears of those that it may see`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            try await FakeCatalog([Self.up, Self.alien]).play(in: harness)
            let profiles = try await harness.profiles()
            var notices = profiles.follow(Profiles.FollowFavourites()).makeAsyncIterator()
            #expect(try await notices.next()?.item == ListNotice(total: 0))
            _ = try await profiles.send(Profiles.AddFavourite(content: "m-up"))
            let added = try #require(try await notices.next())
            #expect(added.item == ListNotice(total: 1))
            // The one of another profile is none of its business.
            _ = try await harness.profiles(as: "Kids").send(Profiles.AddFavourite(content: "m-up"))
            var resumed = profiles.follow(Profiles.FollowFavourites(), after: added.position).makeAsyncIterator()
            _ = try await profiles.send(Profiles.AddFavourite(content: "m-alien"))
            #expect(try await resumed.next()?.item == ListNotice(total: 2))
        }
    }

    @Test func `a repeated call gets its first answer and does nothing again`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            try await FakeCatalog([Self.up]).play(in: harness)
            let profiles = try await harness.profiles()
            var options = profiles.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let add = Profiles.AddFavourite(content: "m-up")
            let first = try await profiles.send(add, options: options)
            _ = try await profiles.send(Profiles.RemoveFavourite(content: "m-up"))
            #expect(try await profiles.send(add, options: options) == first)
            #expect(try await profiles.send(Profiles.ListFavourites()).total == 0)
            // The same key of the same member as another profile is another change.
            let kids = try await harness.profiles(as: "Kids")
            options.token = kids.defaults.token
            #expect(try await kids.send(add, options: options).hasChanged)
            #expect(try await kids.send(Profiles.ListFavourites()).total == 1)
        }
    }

    @Test func `kids see channels without a rating among favourites as the household has it, with their next token`()
        async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let unrated: Card = .movie("m-home", "Home video", .unrated)
            var channel: Card = .of(.channel, "c-news", "News")
            channel.rating = .unrated
            let rated: Card = .of(.channel, "c-kids", "Kids TV")
            let cards = [Self.up, unrated, channel, rated]
            try await FakeCatalog(cards).play(in: harness)
            let owner = try await harness.profiles()
            let kids = try await harness.profiles(as: "Kids")
            for card in cards { _ = try await kids.send(Profiles.AddFavourite(content: card.id)) }
            #expect(try await kids.send(Profiles.ListFavourites()).total == 4)
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnratedChannels: false))
            // The policy is the token's, which ends with it.
            #expect(await kids.failure(of: Profiles.ListFavourites())?.code == .unauthenticated)
            let strict = try await harness.profiles(as: "Kids")
            for order in FavouriteOrder.allCases {
                let list = try await strict.send(Profiles.ListFavourites(order: order))
                #expect(list.total == 3)
                #expect(Set(list.favourites.map(\.content)) == ["m-up", "m-home", "c-kids"])
            }
            #expect(try await strict.send(Profiles.ListFavourites(kinds: [.channel])).total == 1)
            let refused = await strict.failure(of: Profiles.AddFavourite(content: "c-news"))
            #expect(refused?.problem == .unknownContent)
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnratedChannels: true))
            let lenient = try await harness.profiles(as: "Kids")
            #expect(try await lenient.send(Profiles.ListFavourites()).total == 4)
        }
    }

    @Test func `kids see what kids may see, in lists and totals`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let unrated: Card = .movie("m-home", "Home video", .unrated)
            let marked: Card = .movie("m-x", "X", .g, isAdult: true)
            try await FakeCatalog([Self.alien, Self.up, unrated, marked]).play(in: harness)
            let kids = try await harness.profiles(as: "Kids")
            for id in ["m-up", "m-home"] as [ContentID] { _ = try await kids.send(Profiles.AddFavourite(content: id)) }
            for id in ["m-alien", "m-x", "m-none"] as [ContentID] {
                // Forbidden and not there are the same to a child.
                let error = await kids.failure(of: Profiles.AddFavourite(content: id))
                #expect(error?.code == .notFound)
                #expect(error?.problem == .unknownContent)
            }
            // While the catalog is down it is not known what a title is: it is kept, and no child sees it.
            harness.clients.stop("catalog")
            for id in ["m-alien", "m-x", "m-none"] as [ContentID] {
                _ = try await kids.send(Profiles.AddFavourite(content: id))
            }
            let list = try await kids.send(Profiles.ListFavourites())
            #expect(list.favourites.map(\.content) == ["m-home", "m-up"])
            #expect(list.total == 2)
            _ = try await harness.profiles().send(Profiles.SetHouseholdOptions(kidsSeeUnrated: false))
            let stricter = try await harness.profiles(as: "Kids").send(Profiles.ListFavourites())
            #expect(stricter.favourites.map(\.content) == ["m-up"])
            #expect(stricter.total == 1)
        }
    }

    @Test func `what has no card is shown to adults alone, until the catalog has answered`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let kids = try await harness.profiles(as: "Kids")
            let adult = try await harness.profiles()
            for profiles in [kids, adult] { _ = try await profiles.send(Profiles.AddFavourite(content: "m-up")) }
            #expect(try await kids.send(Profiles.ListFavourites()).total == 0)
            let shown = try await adult.send(Profiles.ListFavourites())
            #expect(shown.favourites.map(\.content) == ["m-up"])
            #expect(shown.favourites.map(\.card) == [nil])
            // Kinds are not known without cards.
            #expect(try await adult.send(Profiles.ListFavourites(kinds: [.movie])).total == 0)
            try await FakeCatalog([Self.up]).play(in: harness)
            // Another profile's marking brings the card for all.
            _ = try await adult.send(Profiles.AddFavourite(content: "m-up"))
            #expect(try await kids.send(Profiles.ListFavourites()).favourites.map(\.card) == [Self.up])
        }
    }

    @Test func `titles outside of the library are an adult's to mark`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            try await FakeCatalog().play(in: harness)
            let adult = try await harness.profiles()
            #expect(try await adult.send(Profiles.AddFavourite(content: "tmdb:movie:348")).hasChanged)
            let unknown = await adult.failure(of: Profiles.AddFavourite(content: "m-none"))
            #expect(unknown?.problem == .unknownContent)
            let kids = try await harness.profiles(as: "Kids")
            let child = await kids.failure(of: Profiles.AddFavourite(content: "tmdb:movie:348"))
            #expect(child?.problem == .unknownContent)
        }
    }

    @Test func `an id that was replaced is kept as its successor`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let catalog = FakeCatalog()
            catalog.add(Self.up, under: "m-old")
            try await catalog.play(in: harness)
            let adult = try await harness.profiles()
            #expect(try await adult.send(Profiles.AddFavourite(content: "m-old")).content == "m-up")
            #expect(try await adult.send(Profiles.ListFavourites()).favourites.map(\.content) == ["m-up"])
        }
    }

    @Test func `an episode is no favourite, and an id must be one`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            try await FakeCatalog([.of(.episode, "e1", "Pilot")]).play(in: harness)
            let adult = try await harness.profiles()
            let episode = await adult.failure(of: Profiles.AddFavourite(content: "e1"))
            #expect(episode?.code == .invalidArgument)
            #expect(episode?.problem == .notAFavouriteKind)
            #expect(episode?.field == "content")
            for id in ["", "a b", "\u{0}", String(repeating: "m", count: 101), "é"] {
                let content = ContentID(rawValue: id)
                #expect(await adult.failure(of: Profiles.AddFavourite(content: content))?.field == "content")
                #expect(
                    await adult.failure(of: Profiles.RemoveFavourite(content: content))?.field == "content")
            }
        }
    }

    @Test func `the service that profiles calls is named when it fails, and adding goes on without`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let adult = try await harness.profiles()
            #expect(try await adult.send(Profiles.AddFavourite(content: "m-up")).hasChanged)
            #expect(harness.logs.messages.contains("The catalog returned no card."))
        }
    }
}
