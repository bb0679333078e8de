import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Suggestions: on demand, by themselves after a title was completed, and never what a profile does not want.
struct SuggestionTests {
    private static func set(_ changes: [SettingChange], in harness: ServiceHarness) async throws {
        let shard = try #require(try await harness.shards?.shard(for: "home"))
        let settings = ChangedSettings(profile: TestCaller.adult.profile, settings: changes)
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(ProfilesEvent(profileSettingsChanged: settings), at: now, $0) }
    }

    private static func with(_ body: (ServiceHarness, FakeCatalog, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let catalog = FakeCatalog([
                .of(.series, "s"), .episode("s1e1", of: "s", season: 1, 1), .episode("s1e2", of: "s", season: 1, 2),
                .episode("s2e1", of: "s", season: 2, 1), .movie("m1"), .movie("m2"), .movie("m3"), .movie("m4", .r),
                .movie("m5"), .of(.channel, "ch"),
            ])
            try await catalog.play(in: harness)
            try await body(harness, catalog, try await harness.playback())
        }
    }

    private static func finish(_ content: ContentID, _ client: Client) async throws {
        let session = try await client.watch(content, to: 98)
        _ = try await client.send(PlaybackState.EndSession(session: session))
    }

    private static func suggest(_ client: Client, _ size: Int32? = nil) async throws -> [ContentID] {
        try await client.send(PlaybackState.GenerateSuggestions(size: size)).entries.map(\.content)
    }

    @Test func `the next episode comes first, into the next season, then similar titles; own entries stay before`()
        async throws
    {
        try await Self.with { harness, catalog, client in
            try await Self.set([SettingChange(.enableAutoQueue, .boolean(false))], in: harness)
            // Nothing was watched, so nothing is suggested.
            #expect(try await Self.suggest(client) == [])
            catalog.setSimilar(["m1", "m2", "m3", "s"], to: "s")
            try await Self.finish("s1e2", client)
            try await Self.finish("m1", client)
            // It is switched off.
            #expect(try await client.queue() == [])
            _ = try await client.send(PlaybackState.AddToQueue(content: "m3"))
            let added = try await client.send(PlaybackState.GenerateSuggestions())
            #expect(added.entries.map(\.content) == ["s2e1", "m2"])
            #expect(added.entries.allSatisfy(\.isAutoAdded) && added.total == 3 && added.autoAdded == 2)
            _ = try await client.send(PlaybackState.AddToQueue(content: "m5"))
            #expect(try await client.queue() == ["m3", "m5", "s2e1", "m2"])
            let taken = try await client.send(PlaybackState.AddToQueue(content: "m2"))
            #expect(taken.hasChanged && taken.position == 2 && taken.total == 4 && taken.autoAdded == 1)
            #expect(try await client.queue() == ["m3", "m5", "m2", "s2e1"])
            #expect(try await Self.suggest(client) == [])
            let last = try await client.send(PlaybackState.AddToQueue(content: "s2e1"))
            #expect(last.autoAdded == 0)
            _ = try await client.send(PlaybackState.ClearQueue(onlyAutoAdded: true))
            #expect(try await client.queue() == ["m3", "m5", "m2", "s2e1"])
            #expect(await client.failure(of: PlaybackState.GenerateSuggestions(size: 11))?.field == "size")
        }
    }

    @Test func `a completed title fills an empty queue, where the profile's settings say so`() async throws {
        try await Self.with { harness, catalog, client in
            catalog.setSimilar(["m2", "m3", "m5"], to: "m1")
            try await Self.set([SettingChange(.autoQueueSuggestions, .integer(2))], in: harness)
            // A title that was only begun fills nothing.
            let begun = try await client.watch("m1", to: 10)
            _ = try await client.send(PlaybackState.EndSession(session: begun))
            #expect(try await client.queue() == [])
            let session = try await client.play("m1").session
            try await client.report(session, at: 9_000, 99, of: 100, .ended)
            #expect(try await client.queue() == ["m2", "m3"])
            // While something is queued nothing is added.
            try await Self.finish("m5", client)
            #expect(try await client.queue() == ["m2", "m3"])
        }
    }

    @Test func `without the catalog a session ends as usual, and nothing is suggested`() async throws {
        try await Self.with { harness, _, client in
            let session = try await client.watch("m1", to: 98)
            harness.clients.stop("catalog")
            _ = try await client.send(PlaybackState.EndSession(session: session))
            #expect(try await client.queue() == [])
            #expect(await client.failure(of: PlaybackState.GenerateSuggestions())?.code == .unavailable)
        }
    }

    @Test func `what is never suggested leaves the suggestions, is listed, and comes back`() async throws {
        try await Self.with { harness, catalog, client in
            try await Self.set([SettingChange(.enableAutoQueue, .boolean(false))], in: harness)
            catalog.setSimilar(["m2", "m3"], to: "m1")
            try await Self.finish("m1", client)
            try await Self.finish("s1e1", client)
            _ = try await client.send(PlaybackState.AddToQueue(content: "m3"))
            #expect(try await Self.suggest(client) == ["s1e2", "m2"])
            #expect(try await client.send(PlaybackState.NeverSuggest(content: "s")).hasChanged)
            #expect(try await client.send(PlaybackState.NeverSuggest(content: "m3")).isExcluded)
            // A suggestion goes; what a person has queued stays.
            #expect(try await client.queue() == ["m3", "m2"])
            #expect(try await !client.send(PlaybackState.NeverSuggest(content: "s")).hasChanged)
            let list = try await client.send(PlaybackState.ListNeverSuggested()).titles
            #expect(Set(list.map(\.content)) == ["s", "m3"] && list.allSatisfy { $0.card != nil })
            #expect(try await Self.suggest(client) == [])
            let again = try await client.send(PlaybackState.SuggestAgain(content: "s"))
            #expect(again.hasChanged && !again.isExcluded)
            #expect(try await Self.suggest(client) == ["s1e2"])
            #expect(await client.failure(of: PlaybackState.NeverSuggest(content: "ch"))?.problem == .unsupportedType)
            #expect(await client.failure(of: PlaybackState.NeverSuggest(content: "m9"))?.problem == .unknownContent)
            // Others have marks of their own.
            #expect(
                try await harness.playback(.owner).send(PlaybackState.ListNeverSuggested()).titles.isEmpty)
        }
    }

    @Test func `a child is suggested nothing that its policy hides`() async throws {
        try await Self.with { harness, catalog, _ in
            let kim = try await harness.playback(.kids)
            catalog.setSimilar(["m4", "m2"], to: "m1")
            try await Self.finish("m1", kim)
            #expect(try await kim.queue() == ["m2"])
        }
    }

    @Test func `a switch clears the queue of the profile that is left, where its settings say so, and no other`()
        async throws
    {
        try await Self.with { harness, _, client in
            let owner = try await harness.playback(.owner)
            for one in [client, owner] { _ = try await one.send(PlaybackState.AddToQueue(content: "m1")) }
            let shard = try #require(try await harness.shards?.shard(for: "home"))
            let (left, next) = (TestCaller.adult.profile, TestCaller.owner.profile)
            let now = SystemRuntime.shared.wallTime
            for clears in [nil, true] as [Bool?] {
                let change = ProfileSwitched(leaving: left, goingOnAs: next, clearsQueue: clears)
                try await shard.write {
                    try ProfilesEvents.apply(ProfilesEvent(profileSwitched: change), at: now, $0)
                }
                #expect(try await client.queue() == (clears == true ? [] : ["m1"]))
            }
            #expect(try await owner.queue() == ["m1"])
        }
    }

    @Test func `a retried call adds its suggestions once`() async throws {
        try await Self.with { harness, catalog, client in
            catalog.setSimilar(["m2", "m3", "m5"], to: "m1")
            try await Self.set([SettingChange(.enableAutoQueue, .boolean(false))], in: harness)
            try await Self.finish("m1", client)
            let options = CallOptions(
                token: client.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            let first = try await client.send(PlaybackState.GenerateSuggestions(size: 1), options: options)
            #expect(try await client.send(PlaybackState.GenerateSuggestions(size: 1), options: options) == first)
            #expect(try await client.queue() == ["m2"])
            #expect(try await Self.suggest(client, 1) == ["m3"])
        }
    }

    @Test func `what is excluded follows a replaced title, and goes with its profile`() async throws {
        try await Self.with { harness, _, client in
            _ = try await client.send(PlaybackState.NeverSuggest(content: "m2"))
            let shard = try #require(try await harness.shards?.shard(for: "home"))
            let profile = TestCaller.adult.profile
            try await shard.write { try ExternalChanges.merged("m2", into: "m3", card: nil, $0) }
            // The title itself has no data here, and its marks move all the same.
            #expect(try await shard.read { try NeverSuggestedTable.ids(of: profile, $0) } == ["m3"])
            try await shard.write { try ExternalChanges.profileDeleted(profile, $0) }
            #expect(try await shard.read { try NeverSuggestedTable.ids(of: profile, $0) }.isEmpty)
        }
    }
}
