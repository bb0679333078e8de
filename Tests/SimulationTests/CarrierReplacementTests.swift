import CatalogAPI
import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

/// Watched state and positions with the real catalog: they belong to the work, and survive the replacement of what carries
/// it in any order, each across a refresh of the catalog.
struct CarrierReplacementTests {
    /// The two real services: playback-state follows the catalog's events, and asks it.
    private struct Household {
        let catalog: ServiceHarness
        let playback: ServiceHarness

        static func with(_ body: (Household) async throws -> Void) async throws {
            try await ServiceHarness.with(CatalogService.self) { catalog in
                try await ServiceHarness.with(PlaybackStateService.self) { playback in
                    try await Self.connect(playback, to: catalog)
                    try await body(Household(catalog: catalog, playback: playback))
                }
            }
        }

        private static func connect(_ playback: ServiceHarness, to catalog: ServiceHarness) async throws {
            let owner = try await catalog.client(Catalog.self, as: .owner)
            var handlers = RPCHandlers<Catalog>()
            handlers.on(Catalog.GetCards.self) { request, _ in try await owner.send(request) }
            handlers.on(Catalog.ListEpisodes.self) { request, _ in try await owner.send(request) }
            handlers.on(Catalog.ResolveStream.self) { request, _ in try await owner.send(request) }
            handlers.on(Catalog.FollowEvents.self) { _, writer, call in
                let shard = try await #require(catalog.shards).shard(for: "home")
                try await shard.sendOutbox(to: writer, after: call.resumeAfter, source: CatalogOutbox())
            }
            try playback.clients.play("catalog", handlers)
            try await playback.clients.connect(to: "catalog")
        }

        /// Takes a list in, and waits until playback-state knows.
        func take(_ list: String, source: String) async throws {
            let client = try await catalog.client(Catalog.self, as: .owner)
            let request = Catalog.ImportPlaylist(source: source, file: "\(source).m3u", allowsShrinking: true)
            let started = try await client.upload(request, text: Data("#EXTM3U\n\(list)".utf8))
            try await end(of: started.job, client)
        }

        /// Removes a source with what only it has.
        func remove(_ source: String) async throws {
            let client = try await catalog.client(Catalog.self, as: .owner)
            try await end(of: try await client.send(Catalog.RemoveSource(source: source)).job, client)
        }

        func correct<Request: RPCRequest>(_ request: Request) async throws -> CorrectionMade
        where Request.Service == Catalog, Request.Response == CorrectionMade {
            let client = try await catalog.client(Catalog.self, as: .owner)
            let made = try await client.send(request)
            if let job = made.job { try await end(of: job, client) }
            return made
        }

        private func end(of job: String, _ client: RPCClient<Catalog>) async throws {
            try #require(try await comes { try await client.send(Catalog.GetImport(job: job)).state.isEnd })
            let ended = try await client.send(Catalog.GetImport(job: job))
            try #require(ended.state == .done, "\(ended.problem ?? "")")
            let isKnown = try await comes {
                let told = try await #require(catalog.shards).shard(for: "home").read {
                    try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0
                }
                let heard = try await #require(playback.shards).shard(for: "home").read {
                    try Int64.fetchOne($0, sql: "SELECT max(sequence) FROM inbox") ?? 0
                }
                return heard >= told
            }
            #expect(isKnown)
        }

        /// The id of the only film of a name.
        func film(_ name: String) async throws -> ContentID {
            let client = try await catalog.client(Catalog.self, as: .owner)
            let hits = try await client.send(Catalog.Search(text: "", kinds: [.movie])).hits
            return try #require(hits.first { $0.title == name }, "\(hits.map(\.title))").id
        }

        var client: RPCClient<PlaybackState> {
            get async throws { try await playback.client(PlaybackState.self, as: .adult) }
        }

        func progress(_ id: ContentID) async throws -> TitleProgress {
            try await client.send(PlaybackState.GetProgress(contents: [id])).titles[0]
        }

        /// Plays a film up to a share of it.
        func watch(_ id: ContentID, to share: Double, variant: String? = nil) async throws {
            let client = try await client
            let play = PlaybackState.Play(content: id, variant: variant, device: "tv")
            let session = try await client.send(play).session
            let report = ProgressReport(
                session: session, elapsedMilliseconds: 1, position: share * 6_000, duration: 6_000)
            _ = try await client.send(PlaybackState.ReportProgress(reports: [report]))
        }
    }

    private static func film(_ title: String, _ number: Int) -> String {
        "#EXTINF:6000 type=\"movie\",\(title)\nhttp://a.example/movie/user/t/\(number).mkv\n"
    }

    /// Two films of which one is watched and one begun, and one more that stays.
    private static let list = film("Dune (2021)", 1) + film("Heat (1995)", 2) + film("Alien (1979)", 3)

    private static func with(_ body: (Household) async throws -> Void) async throws {
        try await Household.with { household in
            try await household.take(list, source: "one")
            try await household.watch(household.film("Dune"), to: 0.95)
            try await household.watch(household.film("Heat"), to: 0.5)
            try await body(household)
        }
    }

    /// The two films as they were watched, under whatever ids they have.
    private static func check(
        _ household: Household, _ names: (String, String) = ("Dune", "Heat"),
        at place: SourceLocation = #_sourceLocation
    ) async throws {
        let dune = try await household.progress(household.film(names.0))
        #expect(dune.isWatched && dune.playCount == 1, sourceLocation: place)
        let heat = try await household.progress(household.film(names.1))
        #expect(!heat.isWatched && heat.resume == 2_995, sourceLocation: place)
        let history = try await household.client.send(PlaybackState.ListHistory()).entries
        #expect(history.count == 2 && history.allSatisfy(\.isAvailable), sourceLocation: place)
    }

    @Test func `delete, then add`() async throws {
        try await Self.with { household in
            try await household.remove("one")
            let history = try await household.client.send(PlaybackState.ListHistory()).entries
            #expect(history.count == 2 && history.allSatisfy { !$0.isAvailable })
            try await household.take(Self.list, source: "two")
            try await Self.check(household)
        }
    }

    @Test func `add, then delete`() async throws {
        try await Self.with { household in
            try await household.take(Self.list.replacing("a.example", with: "b.example"), source: "two")
            try await household.remove("one")
            try await Self.check(household)
            try await household.take(Self.list.replacing("a.example", with: "b.example"), source: "two")
            try await Self.check(household)
        }
    }

    @Test func `rename, and rename back`() async throws {
        try await Self.with { household in
            let renamed = Self.list.replacing("Dune (2021)", with: "Wüstenplanet (2021)")
                .replacing("Heat (1995)", with: "Hitze (1995)")
            try await household.take(renamed, source: "one")
            try await Self.check(household, ("Wüstenplanet", "Hitze"))
            try await household.take(Self.list, source: "one")
            try await Self.check(household)
            // The old names in another list are titles of their own, and the renamed ones stay watched.
            try await household.take(renamed, source: "one")
            try await household.take(Self.list.replacing("a.example", with: "b.example"), source: "two")
            #expect(try await household.progress(household.film("Wüstenplanet")).isWatched)
            #expect(try await household.progress(household.film("Dune")).isWatched)
        }
    }

    @Test func `merge, then split`() async throws {
        try await Self.with { household in
            let (dune, alien) = (try await household.film("Dune"), try await household.film("Alien"))
            let made = try await household.correct(Catalog.JoinTitles(id: dune, into: alien))
            #expect(try await household.progress(alien).isWatched)
            try await household.take(Self.list, source: "one")
            #expect(try await household.progress(alien).isWatched)
            _ = try await household.correct(Catalog.TakeBackCorrection(correction: made.correction))
            try await Self.check(household)
            try await household.take(Self.list, source: "one")
            try await Self.check(household)
        }
    }

    @Test func `merge of a begun film, then split: its position is its own again`() async throws {
        try await Self.with { household in
            let (heat, alien) = (try await household.film("Heat"), try await household.film("Alien"))
            let made = try await household.correct(Catalog.JoinTitles(id: heat, into: alien))
            #expect(try await household.progress(alien).resume == 2_995)
            _ = try await household.correct(Catalog.TakeBackCorrection(correction: made.correction))
            try await Self.check(household)
            let other = try await household.progress(alien)
            #expect(other.resume == nil && !other.isWatched)
        }
    }

    @Test func `links that a household splits off share no progress from then on`() async throws {
        try await Household.with { household in
            let list = Self.film("Dune HD (2021)", 1) + Self.film("Dune 4K (2021)", 2) + Self.film("Alien (1979)", 3)
            try await household.take(list, source: "one")
            let dune = try await household.film("Dune")
            let owner = try await household.catalog.client(Catalog.self, as: .owner)
            let links = try await owner.send(Catalog.GetTitle(id: dune)).variants
            let split = try #require(links.first { $0.quality == "4K" })
            try await household.watch(dune, to: 0.2, variant: split.id)
            let kept = try #require(links.first { $0.quality == "HD" })
            try await household.watch(dune, to: 0.4, variant: kept.id)
            // The position is per link, the resume point of the title the last one's.
            let positions = try await household.progress(dune)
            #expect(positions.resume == 2_395 && positions.variants.count == 2)
            #expect(positions.variants.first { $0.variant == split.id }?.position == 1_200)
            let made = try await household.correct(
                Catalog.SplitTitle(id: dune, variants: [split.id], title: "Dune subtitled", year: 2021))
            try await household.watch(made.title, to: 0.95)
            #expect(try await household.progress(made.title).isWatched)
            let left = try await household.progress(dune)
            #expect(!left.isWatched && left.resume == 2_395)
            try await household.take(list, source: "one")
            #expect(try await household.progress(made.title).isWatched)
            #expect(try await !household.progress(dune).isWatched)
        }
    }
}
