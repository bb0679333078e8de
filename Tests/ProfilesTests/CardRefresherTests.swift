import Access
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Cards that the catalog did not give at first.
struct CardRefresherTests {
    @Test func `missing ones come when the catalog is back, for kids too`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let kids = try await harness.profiles(as: "Kids")
            for number in 0..<5 {
                _ = try await kids.send(Profiles.AddFavourite(content: ContentID(rawValue: "m\(number)")))
            }
            _ = try await kids.send(Profiles.AddFavourite(content: "m-alien"))
            #expect(try await kids.send(Profiles.ListFavourites()).total == 0)
            let upkeep = try upkeep(of: harness)
            upkeep.note("home")
            await upkeep.rounds.passOver()
            let catalog = FakeCatalog(
                (0..<5).map { .movie("m\($0)", "Title \($0)") } + [.movie("m-alien", "Alien", .r)])
            try await catalog.play(in: harness)
            // The pass before could not finish, so this one goes on by itself.
            await upkeep.rounds.passOver()
            #expect(try await kids.send(Profiles.ListFavourites()).total == 5)
            // The household was not used since.
            let requested = catalog.requested
            await upkeep.rounds.passOver()
            #expect(catalog.requested == requested)
        }
    }

    @Test func `unknown titles do not hide the others`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            _ = try await harness.signIn()
            let shard = try #require(harness.shards?.openShards["home"])
            let count = ProfilesLimits.cardsAtOnce + 10
            try await shard.write { db in
                let profile = try ProfileTable.all(db)[0].id
                let row = try #require(try ProfileTable.row(of: profile, db))
                for number in 0..<count {
                    let content = ContentID(rawValue: "m-\(number + 1_000)")
                    _ = try FavouriteTable.add(content, to: row, at: 0, db)
                }
            }
            let last = "m-\(count + 999)"
            try await FakeCatalog([.movie(last, "Last")]).play(in: harness)
            try await upkeep(of: harness).missing.bringUp("home")
            let adult = try await harness.profiles()
            let found = try await adult.send(Profiles.ListFavourites(order: .title)).favourites.first
            #expect(found?.content.rawValue == last)
            #expect(found?.card?.title == "Last")
        }
    }

    private func upkeep(of harness: ServiceHarness) throws -> CardRefresher { try CardRefresher.upkeep(of: harness) }
}

extension CardRefresher {
    /// One that works when it is told to.
    static func upkeep(of harness: ServiceHarness) throws -> CardRefresher {
        let keys = KeyStore(directory: "\(harness.dataDirectory)/keys", runtime: harness.runtime)
        let tokens = try ServiceTokenSource(key: keys.serviceKey("profiles"), runtime: harness.runtime)
        let logger = harness.logs.logger
        let cards = CompositeCardSource(
            catalog: CatalogCardSource(
                channel: harness.clients.channel(to: "catalog"), tokens: tokens, logger: logger),
            metadata: MetadataCardSource(
                channel: harness.clients.channel(to: "metadata-gateway"), tokens: tokens, logger: logger))
        return CardRefresher(
            shards: try #require(harness.shards), cards: cards, runtime: harness.runtime, logger: logger)
    }
}
