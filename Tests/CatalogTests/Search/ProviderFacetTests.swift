import CatalogAPI
import Foundation
import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Where titles can be watched is a filter and a facet like the others, and what a profile subscribes to is its own.
struct ProviderFacetTests {
    private static func known(_ count: Int, using generator: inout SeededGenerator) -> [FakeMetadata.Known] {
        (1...count).map { number in
            let providers = (1...6).map { Int64($0) }.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
            let certificate = ["G", "PG", "PG-13", "R", "NC-17"].randomElement(using: &generator)
            return FakeMetadata.Known(
                id: Int64(number), name: "Pier number \(number)",
                year: [1975, 1994, 2003, 2022].randomElement(using: &generator) ?? 1975, certificate: certificate,
                watch: providers.isEmpty ? [:] : ["DE": ["flatrate": providers]])
        }
    }

    /// The same search with one value in place of those of a facet.
    private static func request(_ request: Catalog.Search, _ facet: SearchFacet, _ value: String) -> Catalog.Search {
        var request = request
        switch facet {
        case .genre: request.genres = [value]
        case .year: request.years = YearRange(text: value).map { [$0] }
        case .rating: request.ratings = [ContentRating(rawValue: value)]
        case .provider: request.providers = Int64(value).map { [$0] }
        default: Issue.record("no title here has a \(facet)")
        }
        request.facets = nil
        return request
    }

    @Test
    func `each count is what the search finds with that value, under the other filters, subscriptions and the policy`()
        throws
    {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let known = Self.known(60, using: &generator)
        let requests = (0..<30).map { _ in
            func some<Value>(_ values: [Value]) -> [Value]? {
                let found = values.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
                return found.isEmpty || Bool.random(using: &generator) ? nil : found
            }
            var request = Catalog.Search(
                text: ["", "pier", "1"].randomElement(using: &generator) ?? "", page: PageRequest(size: 200))
            request.years = some([YearRange(through: 1989), YearRange(1990, through: 1999), YearRange(2003)])
            request.ratings = some(ContentRating.all)
            request.providers = some([1, 2, 3, 4, 99])
            request.onlySubscribed = Int.random(in: 0..<3, using: &generator) == 0 ? true : nil
            request.facets = SearchFacet.all
            return request
        }
        let subscribed: Set<Int64> = [2, 5]
        let isDone = try MetadataHarness.run(known, seed: seed) { harness in
            try await harness.move(to: "DE")
            try await harness.importList(known.map { film("\($0.name) (\($0.year))") }.joined())
            #expect(try await harness.settled(), "seed \(seed)")
            try await harness.write { try SubscriptionTable.set(subscribed.sorted(), of: "p1", $0) }
            let watch = Dictionary(known.map { ($0.id, Set($0.watch["DE"]?["flatrate"] ?? [])) }) { first, _ in first }
            for policy in [ViewingPolicy.everything, .kids(seesUnrated: false)] {
                for request in requests {
                    let found = try await harness.search(request, policy: policy, profile: "p1")
                    for facet in found.facets ?? [] {
                        for value in facet.values {
                            let alone = try await harness.search(
                                Self.request(request, facet.facet, value.value), policy: policy, profile: "p1")
                            #expect(alone.total == value.count, "seed \(seed): \(facet.facet) \(value) of \(request)")
                        }
                    }
                    // Also by what TMDB was made to say.
                    var open = request
                    (open.providers, open.onlySubscribed, open.facets) = (nil, nil, nil)
                    let all = try await harness.search(open, policy: policy).hits
                    #expect(all.allSatisfy { policy.allows($0) }, "seed \(seed)")
                    let expected = all.filter { card in
                        let providers = watch[card.tmdbID ?? 0] ?? []
                        return (request.providers.map { !providers.isDisjoint(with: $0) } ?? true)
                            && (request.onlySubscribed != true || !providers.isDisjoint(with: subscribed))
                    }
                    #expect(Set(found.hits.map(\.id)) == Set(expected.map(\.id)), "seed \(seed): \(request)")
                    let counted = found.facets?.first { $0.facet == .provider }?.values ?? []
                    for provider in Int64(1)...6 {
                        let own = all.filter { card in
                            let providers = watch[card.tmdbID ?? 0] ?? []
                            return providers.contains(provider)
                                && (request.onlySubscribed != true || !providers.isDisjoint(with: subscribed))
                        }
                        let count = counted.first { $0.value == String(provider) }?.count ?? 0
                        #expect(count == own.count, "seed \(seed): provider \(provider) of \(request)")
                    }
                }
            }
        }
        #expect(isDone, "seed \(seed)")
    }

    @Test
    func `a search for what is subscribed to says why there cannot be an answer`() throws {
        let known = [FakeMetadata.Known(id: 1, name: "Alien", year: 1979, watch: ["DE": ["flatrate": [8]]])]
        let isDone = try MetadataHarness.run(known, seed: 31) { harness in
            try await harness.importList(film("Alien (1979)") + film("Dune (1984)"))
            #expect(try await harness.settled())
            var request = Catalog.Search(text: "")
            request.onlySubscribed = true
            func failure(_ profile: String?) async throws -> RPCError? {
                await #expect(throws: RPCError.self) { _ = try await harness.search(request, profile: profile) }
            }
            try await harness.write { try SubscriptionTable.set([8], of: "p1", $0) }
            #expect(try await failure("p1")?.message.contains("country") == true)
            try await harness.move(to: "DE")
            #expect(try await harness.settled())
            #expect(try await failure("p2")?.message.contains("subscribes") == true)
            #expect(try await failure(nil)?.code == .failedPrecondition)
            #expect(try await harness.search(request, profile: "p1").hits.map(\.title) == ["Alien"])
            request.onlySubscribed = false
            #expect(try await harness.search(request, profile: "p2").total == 2)
        }
        #expect(isDone)
    }

    @Test
    func `subscriptions are the profile's own, stay, and are checked`() async throws {
        try await CatalogFixture.with { catalog in
            let owner = try await catalog.client()
            #expect(try await owner.send(Catalog.GetSubscriptions()) == Subscriptions(providers: [], region: nil))
            let set = try await owner.send(Catalog.SetSubscriptions(providers: [337, 8, 8]))
            #expect(set.providers.map(\.id) == [8, 337])
            #expect(try await owner.send(Catalog.GetSubscriptions()) == set)
            #expect(try await catalog.client(.kids).send(Catalog.GetSubscriptions()).providers.isEmpty)
            for wrong in [[0], [8, -1], Array(1...51)] as [[Int64]] {
                let error = await #expect(throws: RPCError.self) {
                    _ = try await owner.send(Catalog.SetSubscriptions(providers: wrong))
                }
                #expect(error?.code == .invalidArgument, "\(wrong.count)")
                #expect(error?.detail(InvalidField.self)?.field == "providers", "\(wrong.count)")
            }
            #expect(try await owner.send(Catalog.GetSubscriptions()) == set)
            #expect(try await owner.send(Catalog.SetSubscriptions(providers: [])).providers.isEmpty)
            for wrong in [[], [0], [-8], Array(1...51)] as [[Int64]] {
                var request = Catalog.Search(text: "")
                request.providers = wrong
                let error = await #expect(throws: RPCError.self) { _ = try await owner.send(request) }
                #expect(error?.code == .invalidArgument, "\(wrong.count)")
                #expect(error?.detail(InvalidField.self)?.field == "providers", "\(wrong.count)")
            }
        }
    }

    @Test
    func `a page of one search is not taken for one of other providers`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let owner = try await catalog.client()
            var request = Catalog.Search(text: "", page: PageRequest(size: 1))
            let cursor = try await owner.send(request).cursor
            request.page = PageRequest(size: 1, cursor: cursor)
            #expect(try await owner.send(request).hits.count == 1)
            request.providers = [8]
            let error = await #expect(throws: RPCError.self) { _ = try await owner.send(request) }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test
    func `nothing of a deleted profile's subscriptions stays, and they do not come back`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in CatalogMigrations.all { try migration.apply(db) }
            try db.execute(sql: "CREATE TABLE idempotency (subject TEXT NOT NULL)")
            try QuarantineTable.migration.apply(db)
            for profile in ["p1", "p2", "p3"] { try SubscriptionTable.set([8, 9], of: profile, db) }
            try ProfilesEvents.apply(
                ProfilesEvent(profileDeleted: ProfileDeleted(profile: "p1")), at: WallTime(secondsSince1970: 0), db)
            #expect(try SubscriptionTable.profiles(db) == ["p2", "p3"])
            try SubscriptionTable.set([8], of: "p1", db)
            #expect(try SubscriptionTable.list("p1", db).isEmpty)
            let settings = HouseholdSettings(
                name: "home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true, region: "GB")
            let rest = ProfilesSnapshot(profiles: ["p2"], settings: settings)
            try ProfilesEvents.apply(ProfilesEvent(snapshot: rest), at: WallTime(secondsSince1970: 0), db)
            // p3 is not listed, and was not deleted: it stays, in quarantine.
            #expect(try SubscriptionTable.profiles(db) == ["p2", "p3"])
            #expect(try QuarantineTable.profiles(db) == ["p3"])
            #expect(try TitleWatchProviders.region(db) == "GB")
        }
    }
}
