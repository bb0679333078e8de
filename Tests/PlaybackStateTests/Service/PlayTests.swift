import Foundation
import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC
import TestSupport
import Testing

/// Opening a session: what to open, from where, and which profiles it counts for.
struct PlayTests {
    private static let catalog = FakeCatalog([
        .movie("m1"), .movie("m2", .r), .of(.channel, "ch"), .of(.series, "s"), .episode("e1", of: "s", 1),
        .of(ContentKind(rawValue: "game"), "g"),
    ])

    @Test(arguments: TestTransport.allCases)
    func `a session is opened, reported on and resumed, also after a restart`(transport: TestTransport) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let first = try await client.play("m1")
            #expect(first.card.id == "m1")
            #expect(first.variant == "v1")
            #expect(first.url.contains(FakeCatalog.secret))
            #expect(first.headers == ["User-Agent": "TV"])
            #expect(first.fallbacks == ["v2", "v3"])
            #expect(first.resume == nil)
            #expect(try await client.report(first.session, at: 1_000, 40).isEmpty)
            _ = try await client.send(PlaybackState.EndSession(session: first.session))
            try await harness.restart()
            let second = try await client.play("m1")
            #expect(second.resume == 35)
            #expect(second.progress == 0.4)
            #expect(second.session != first.session)
        }
    }

    @Test(arguments: TestTransport.allCases)
    func `what is downloaded is played from the disk, with the catalog or without`(
        transport: TestTransport
    ) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            try await FakeDownloads(finished: [.movie("m1"), .movie("m2", .r)]).play(in: harness)
            let client = try await harness.playback()
            let kept = try await client.play("m1")
            #expect(kept.download == "d-m1" && kept.card == .movie("m1"))
            #expect(kept.url == "file:///media/a%20film/m1.mp4" && kept.headers.isEmpty)
            #expect(kept.variant == "v2" && kept.fallbacks == ["v2"])
            try await client.report(kept.session, at: 1_000, 40)
            // What is not there is for the catalog to say, which is down.
            #expect(await client.failure(of: PlaybackState.Play(content: "m3", device: "tv"))?.code == .unavailable)
            // A child gets nothing from the disk that the catalog would not have shown.
            let kim = try await harness.playback(.kids)
            #expect(await kim.failure(of: PlaybackState.Play(content: "m2", device: "tv"))?.code == .unavailable)
            try await Self.catalog.play(in: harness)
            #expect(try await client.play("m1").resume == 35)
            // To fall back to the link is to name it.
            let link = try await client.play("m1", variant: "v2")
            #expect(link.download == nil && link.url.contains(FakeCatalog.secret) && link.resume == 35)
        }
    }

    @Test func `downloads that hang take no film away`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeDownloads(finished: [.movie("m1")], hangs: true).play(in: harness)
            try await Self.catalog.play(in: harness)
            let playback = try await harness.playback().play("m1")
            #expect(playback.download == nil && playback.variant == "v1")
        }
    }

    @Test func `an address is neither stored nor logged`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            try await client.watch("m1", to: 10)
            await harness.stop()
            #expect(!harness.logs.text.contains(FakeCatalog.secret))
            #expect(try RawFiles(harness.dataDirectory).hold("Film m1"))
            #expect(try !RawFiles(harness.dataDirectory).hold(FakeCatalog.secret))
        }
    }

    @Test func `a repeated call gets its first session, with the address as it is now`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            var options = client.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let play = PlaybackState.Play(content: "m1", device: "tv")
            let first = try await client.send(play, options: options)
            #expect(try await client.send(play, options: options) == first)
            #expect(try await client.send(PlaybackState.ListHistory()).total == 1)
        }
    }

    @Test func `another link goes on at the same fraction when its length is known`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            try await client.watch("m1", to: 80, of: 200, variant: "v2")
            try await client.watch("m1", to: 50, of: 100, variant: "v1")
            #expect(try await client.play("m1", variant: "v2").resume == 95)
            // It is not known how long the third is.
            #expect(try await client.play("m1", variant: "v3").resume == 45)
            let title = try await client.progress("m1")
            #expect(title.variants.map(\.variant) == ["v1", "v2"])
            #expect(title.variants.map(\.position) == [50, 80])
            #expect(title.variants.map(\.resume) == [45, 75])
            #expect(title.variant == "v1")
        }
    }

    @Test func `starting over takes the place away, and a watched title begins at the start`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            try await client.watch("m1", to: 60)
            let over = try await client.send(PlaybackState.Play(content: "m1", device: "tv", startsOver: true))
            #expect(over.resume == nil)
            #expect(try await client.progress("m1").progress == 0)
            try await client.report(over.session, at: 5, 95)
            #expect(try await client.progress("m1").isWatched)
            let again = try await client.play("m1")
            #expect(again.resume == nil)
            #expect(again.progress == 0)
            try await client.report(again.session, at: 5, 20)
            let rewatch = try await client.progress("m1")
            #expect(rewatch.isWatched)
            #expect(rewatch.playCount == 1)
            #expect(rewatch.resume == 15)
        }
    }

    @Test func `who watches together is credited together`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let (adam, hilda) = (try await harness.playback(), try await harness.playback(.hidingAdult))
            let request = PlaybackState.Play(
                content: "m1", device: "tv", watchingTogether: [TestCaller.hidingAdult.profile])
            // Whether they are of the household is for profiles to say.
            #expect(await adam.failure(of: request)?.code == .unavailable)
            try await FakeProfiles(ids: [TestCaller.adult.profile, TestCaller.hidingAdult.profile]).play(in: harness)
            let session = try await adam.send(request).session
            try await adam.report(session, at: 10, 50)
            #expect(try await hilda.progress("m1").position == 50)
            // Either may report, and either may remove it for itself.
            #expect(try await hilda.report(session, at: 20, 60).isEmpty)
            #expect(try await adam.progress("m1").position == 60)
            _ = try await adam.send(PlaybackState.RemoveHistory(session: session))
            #expect(try await adam.progress("m1").position == 0)
            #expect(try await hilda.progress("m1").position == 60)
            #expect(try await hilda.report(session, at: 30, 70).isEmpty)
            #expect(try await adam.report(session, at: 40, 80).map(\.problem) == [.unknownSession])
            let stranger = PlaybackState.Play(content: "m1", device: "tv", watchingTogether: ["stranger"])
            #expect(await adam.failure(of: stranger)?.problem == .unknownProfile)
            let kim = try await harness.playback(.kids)
            #expect(await kim.failure(of: request)?.problem == .notYours)
        }
    }

    @Test func `what cannot be played is refused by name`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let client = try await harness.playback()
            #expect(await client.failure(of: PlaybackState.Play(content: "m1", device: "tv"))?.code == .unavailable)
            try await Self.catalog.play(in: harness)
            let game = await client.failure(of: PlaybackState.Play(content: "g", device: "tv"))
            #expect(game?.problem == .unsupportedType)
            #expect(game?.field == "content")
            #expect(
                await client.failure(of: PlaybackState.Play(content: "no", device: "tv"))?.problem == .unknownContent)
            let link = PlaybackState.Play(content: "m1", variant: "v9", device: "tv")
            #expect(await client.failure(of: link)?.problem == .unknownVariant)
            #expect(await client.failure(of: PlaybackState.Play(content: "m1", device: ""))?.field == "device")
            #expect(await client.failure(of: PlaybackState.Play(content: "a b", device: "tv"))?.field == "content")
            #expect(try await client.send(PlaybackState.ListHistory()).total == 0)
        }
    }

    @Test func `a device plays one thing at a time, and what is silent is not active`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let (client, kim) = (try await harness.playback(), try await harness.playback(.kids))
            _ = try await client.play("m1")
            let second = try await client.play("m2")
            _ = try await client.play("e1", device: "phone")
            _ = try await kim.play("ch")
            try await client.report(second.session, at: 10, 30, of: 100, .paused)
            let own = try await client.send(PlaybackState.ListActive()).sessions
            #expect(own.map(\.content) == ["e1", "m2"])
            #expect(own.map(\.state) == [.playing, .paused])
            #expect(own.map(\.progress) == [0, 0.3])
            let all = try await client.send(PlaybackState.ListActive(household: true)).sessions
            #expect(all.map(\.content) == ["ch", "e1", "m2"])
            // What a child may not see, it does not see others play either.
            let kids = try await kim.send(PlaybackState.ListActive(household: true)).sessions
            #expect(kids.map(\.content) == ["ch", "e1"])
            _ = try await client.send(PlaybackState.EndSession(session: second.session))
            #expect(try await client.send(PlaybackState.ListActive()).sessions.map(\.content) == ["e1"])
        }
    }
}
