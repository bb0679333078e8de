import CatalogAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// Addresses are given to a kids profile with limits while these allow it, and to no caller above what the plan has.
struct AdmissionTests {
    private static let list = """
        #EXTM3U
        #EXTINF:-1 catchup="default" catchup-days="3" catchup-source="http://a.example/{utc}" tvg-id="a.tv",Alpha
        http://a.example/alpha.m3u8
        #EXTINF:-1 catchup="default" catchup-days="3" catchup-source="http://b.example/{utc}" tvg-id="b.tv",Beta 4K
        http://b.example/beta.m3u8
        #EXTINF:-1 tvg-id="c.tv",Gamma 4K
        http://c.example/uhd.m3u8
        #EXTINF:-1 tvg-id="c.tv",Gamma HD
        http://c.example/hd.m3u8

        """

    private func withChannels(_ body: (CatalogFixture, [String: ContentID]) async throws -> Void) async throws {
        try await CatalogFixture.with(at: Double(Self.noon)) { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let shows = ["a.tv", "b.tv"].map { SampleGuide.Show(channel: $0, from: -1, to: 1, title: "Show") }
            let text = SampleGuide.text(channels: [(id: "a.tv", name: "Alpha"), (id: "b.tv", name: "Beta")], shows)
            try await catalog.guide(catalog.file("g.xml", text))
            var ids: [String: ContentID] = [:]
            for name in ["Alpha", "Beta", "Gamma"] {
                ids[name] = try await catalog.title(name, kinds: [.channel]).card.id
            }
            try await body(catalog, ids)
        }
    }

    private static let noon = SampleGuide.noon

    @Test func `at a limit a child gets no address, neither of a stream nor of catch-up`() async throws {
        try await withChannels { catalog, ids in
            let (alpha, gamma) = (try #require(ids["Alpha"]), try #require(ids["Gamma"]))
            let screenTime = FakeScreenTime()
            try await screenTime.play(in: catalog.service)
            let child = try await catalog.client(TestCaller.kids.limited)
            let now = Date(timeIntervalSince1970: Double(Self.noon))
            for call in [
                { _ = try await child.send(Catalog.ResolveStream(id: alpha)) },
                { _ = try await child.send(Catalog.ResolveCatchup(channel: alpha, at: now)) },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: RPCError.self) { try await call() }
                #expect(error?.code == .failedPrecondition && error?.executed == .no)
                #expect(error?.detail(PlaybackProblem.self)?.code == .limitReached)
                #expect(error?.detail(LimitReached.self)?.limit == .minutes)
                #expect(error?.message == "The minutes of today are used up.")
            }
            screenTime.allow([alpha])
            _ = try await child.send(Catalog.ResolveStream(id: alpha))
            _ = try await child.send(Catalog.ResolveCatchup(channel: alpha, at: now))
            #expect(await child.failure(of: Catalog.ResolveStream(id: gamma))?.code == .failedPrecondition)
            // A child without limits, adults and services are not asked about.
            let asked = screenTime.asked.count
            screenTime.allow([])
            for person in [TestCaller.kids, .adult, .owner, .service("downloads")] {
                _ = try await catalog.client(person).send(Catalog.ResolveStream(id: alpha))
            }
            #expect(screenTime.asked.count == asked)
        }
    }

    @Test func `without playback-state a child with limits gets nothing, and others everything`() async throws {
        try await withChannels { catalog, ids in
            let alpha = try #require(ids["Alpha"])
            let child = try await catalog.client(TestCaller.kids.limited)
            let error = await child.failure(of: Catalog.ResolveStream(id: alpha))
            #expect(error?.code == .unavailable && error?.message.contains("playback-state") == true)
            for person in [TestCaller.kids, .adult, .service("downloads")] {
                _ = try await catalog.client(person).send(Catalog.ResolveStream(id: alpha))
            }
            // What names no address is as before.
            #expect(try await child.send(Catalog.GetTitle(id: alpha)).variants.count == 1)
        }
    }

    @Test func `links above the plan's quality are not given, and the refusal names the feature`() async throws {
        try await withChannels { catalog, ids in
            let (beta, gamma) = (try #require(ids["Beta"]), try #require(ids["Gamma"]))
            let free = try await catalog.client(TestCaller.adult.on(plan: "free"))
            let premium = try await catalog.client(.adult)
            let variants = try await premium.send(Catalog.GetTitle(id: gamma)).variants
            let uhd = try #require(variants.first { $0.quality == "4K" })
            #expect(try await premium.send(Catalog.ResolveStream(id: gamma)).variant == uhd.id)
            let given = try await free.send(Catalog.ResolveStream(id: gamma))
            #expect(given.url == "http://c.example/hd.m3u8" && given.fallbacks.isEmpty)
            let now = Date(timeIntervalSince1970: Double(Self.noon))
            for call in [
                { _ = try await free.send(Catalog.ResolveStream(id: gamma, variant: uhd.id)) },
                { _ = try await free.send(Catalog.ResolveStream(id: beta)) },
                { _ = try await free.send(Catalog.ResolveCatchup(channel: beta, at: now)) },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: RPCError.self) { try await call() }
                #expect(error?.code == .failedPrecondition)
                #expect(error?.detail(FeatureRequired.self)?.feature == .qualityAbove1080p)
                #expect(error?.message.contains("qualityAbove1080p") == true)
            }
            _ = try await premium.send(Catalog.ResolveCatchup(channel: beta, at: now))
            // A plan that has ended counts as free.
            let ended = try await catalog.client(TestCaller.adult.on(plan: "premium", until: Self.noon - 60))
            #expect(try await ended.send(Catalog.ResolveStream(id: gamma)).variant == given.variant)
        }
    }
}

extension RPCClient<Catalog> {
    /// The error that a call fails with; nil when it succeeds.
    fileprivate func failure<Request: RPCRequest>(of request: Request) async -> RPCError?
    where Request.Service == Catalog {
        do {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}
