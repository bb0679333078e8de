import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// The orders and pages of favourites.
struct FavouriteListTests {
    private static let cards: [Card] = [
        .of(.movie, "a", "The Zebra"), .of(.channel, "b", "News 10"), .of(.channel, "c", "News 2"),
        .of(.series, "d", "Éclair"), .of(.movie, "e", "alien"), .of(.series, "f", "A Dog's Life"),
        .of(.movie, "g", "Alien"), .of(.channel, "h", "!!!"),
    ]

    /// Runs `body` with an adult whose favourites are the cards above, in that order.
    private func withFavourites(_ body: (RPCClient<Profiles>) async throws -> Void) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            try await FakeCatalog(Self.cards).play(in: harness)
            let profiles = try await harness.profiles()
            for card in Self.cards { _ = try await profiles.send(Profiles.AddFavourite(content: card.id)) }
            harness.clients.stop("catalog")
            _ = try await profiles.send(Profiles.AddFavourite(content: "uncarded"))
            try await body(profiles)
        }
    }

    private func contents(_ list: FavouriteList) -> String { list.favourites.map(\.content.rawValue).joined() }

    @Test func `by title, without articles, case and accents, numbers by value`() async throws {
        try await withFavourites { profiles in
            let list = try await profiles.send(Profiles.ListFavourites(order: .title))
            #expect(contents(list) == "hegfdcba" + "uncarded")
        }
    }

    @Test func `by kind, and by title within each`() async throws {
        try await withFavourites { profiles in
            #expect(
                contents(try await profiles.send(Profiles.ListFavourites(order: .kind))) == "egafdhcb" + "uncarded")
            let some = try await profiles.send(Profiles.ListFavourites(order: .title, kinds: [.channel, .series]))
            #expect(contents(some) == "hfdcb")
            #expect(some.total == 5)
        }
    }

    @Test func `by id, those that are favourites and that the caller may see`() async throws {
        try await withFavourites { profiles in
            let all = try await profiles.send(Profiles.ListFavourites(order: .title)).favourites.map(\.content)
            let requested = [all[3], "unlisted", all[1]]
            let some = try await profiles.send(Profiles.ListFavourites(order: .title, contents: requested))
            #expect(some.favourites.map(\.content) == [all[1], all[3]])
            #expect(some.total == 2)
        }
    }

    @Test(arguments: FavouriteOrder.allCases)
    func `pages put together are the whole, in any size`(order: FavouriteOrder) async throws {
        try await withFavourites { profiles in
            let whole = try await profiles.send(Profiles.ListFavourites(order: order)).favourites
            #expect(whole.count == 9)
            for size in [1, 2, 4, 8, 9, 200] as [Int32] {
                #expect(try await Self.all(order, size: size, most: whole.count, profiles) == whole)
            }
        }
    }

    /// The pages of a size, one after another.
    private static func all(
        _ order: FavouriteOrder, size: Int32, most: Int, _ profiles: RPCClient<Profiles>
    ) async throws -> [Favourite] {
        var pages: [Favourite] = []
        var cursor: String?
        repeat {
            let page = try await profiles.send(
                Profiles.ListFavourites(order: order, page: PageRequest(size: size, cursor: cursor)))
            #expect(page.total == Int64(most))
            #expect(page.favourites.count <= size)
            pages += page.favourites
            cursor = page.cursor
        } while cursor != nil && pages.count <= most
        return pages
    }

    @Test func `the latest comes first`() async throws {
        try await withFavourites { profiles in
            let added = try await profiles.send(Profiles.ListFavourites(order: .added)).favourites.map(\.added)
            #expect(added == added.sorted(by: >))
        }
    }

    @Test func `a page goes on where it ended, whatever was taken out meanwhile`() async throws {
        try await withFavourites { profiles in
            let first = try await profiles.send(
                Profiles.ListFavourites(order: .title, page: PageRequest(size: 3)))
            #expect(contents(first) == "heg")
            for id in ["g", "f"] as [ContentID] { _ = try await profiles.send(Profiles.RemoveFavourite(content: id)) }
            let next = try await profiles.send(
                Profiles.ListFavourites(order: .title, page: PageRequest(size: 3, cursor: first.cursor)))
            #expect(contents(next) == "dcb")
        }
    }

    @Test func `sizes, kinds and ids that cannot be are refused by their field`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let profiles = try await harness.profiles()
            for size in [0, -1, 201, Int32.min, .max] {
                let request = Profiles.ListFavourites(page: PageRequest(size: size))
                #expect(await profiles.failure(of: request)?.field == "page.size")
            }
            for kinds in [[], [.episode], [.movie, ContentKind(rawValue: "book")]] as [[ContentKind]] {
                #expect(await profiles.failure(of: Profiles.ListFavourites(kinds: kinds))?.field == "kinds")
            }
            for contents in [[], Array(repeating: "m-up", count: 201)] as [[ContentID]] {
                #expect(await profiles.failure(of: Profiles.ListFavourites(contents: contents))?.field == "contents")
            }
        }
    }

    @Test func `a cursor of another order, or a malformed one, is refused by its field`() async throws {
        try await withFavourites { profiles in
            let page = try await profiles.send(Profiles.ListFavourites(order: .title, page: PageRequest(size: 1)))
            let cursor = try #require(page.cursor)
            for wrong in [cursor + "A", String(cursor.dropLast(4)), "", "!", String(repeating: "A", count: 5_000)] {
                let request = Profiles.ListFavourites(order: .title, page: PageRequest(cursor: wrong))
                #expect(await profiles.failure(of: request)?.field == "page.cursor", "\(wrong)")
            }
            let other = Profiles.ListFavourites(order: .added, page: PageRequest(cursor: cursor))
            #expect(await profiles.failure(of: other)?.field == "page.cursor")
        }
    }
}
