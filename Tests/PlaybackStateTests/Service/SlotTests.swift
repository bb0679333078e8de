import CatalogAPI
import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Connection slots over the wire: taken by `Play`, named when none is free, and given to others.
struct SlotTests {
    private static let other = TestCaller(member: "otto", role: .adult, policy: .everything)

    private static func set(_ rule: SlotRule?, in shard: Shard) async throws {
        let settings = HouseholdSettings(
            name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true,
            preferences: HouseholdPreferences(slotRule: rule))
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(ProfilesEvent(settingsChanged: settings), at: now, $0) }
    }

    /// Lets time pass in which no player reports.
    private static func silence(_ shard: Shard) async throws {
        let time = PlaybackLimits.slotTimeoutMilliseconds + 1_000
        try await shard.write { try $0.execute(sql: "UPDATE slot SET heard = heard - ?", arguments: [time]) }
    }

    private static func with(
        maximum: Int32? = 1, _ transport: TestTransport = .inProcess,
        _ body: (ServiceHarness, FakeCatalog, Client, Client) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            let catalog = FakeCatalog([
                .movie("m1"), .movie("m2"), .movie("m3"), .movie("adult", .r), .of(.channel, "ch"),
            ])
            catalog.setAccount("panel", maximum: maximum)
            try await catalog.play(in: harness)
            try await body(
                harness, catalog, try await harness.playback(), try await harness.playback(Self.other))
        }
    }

    private static func shard(_ harness: ServiceHarness) async throws -> Shard {
        try #require(try await harness.shards?.shard(for: "home"))
    }

    private static func account(_ client: Client) async throws -> AccountSlots {
        try #require(try await client.send(PlaybackState.ListSlots()).accounts.first)
    }

    @Test(arguments: TestTransport.allCases)
    func `when none is free the error names who holds them, and an end frees one`(
        transport: TestTransport
    ) async throws {
        try await Self.with(maximum: 2, transport) { harness, _, adam, otto in
            let first = try await adam.play("m1", device: "tv")
            _ = try await adam.play("adult", device: "tablet")
            let error = try #require(await otto.failure(of: PlaybackState.Play(content: "m3", device: "phone")))
            #expect(error.code == .failedPrecondition && error.problem == .noFreeSlot)
            let detail = try #require(error.detail(NoFreeSlot.self))
            #expect(detail.source == "panel" && detail.maximum == 2)
            #expect(detail.holders.map(\.device) == ["tv", "tablet"])
            #expect(detail.holders.map(\.content) == ["m1", "adult"])
            #expect(detail.holders.allSatisfy { $0.profile == TestCaller.adult.profile && $0.isSilent == nil })
            #expect(error.message.contains("Film m1 on tv") && !error.message.contains(FakeCatalog.secret))
            // A child is told that a slot is taken, and not by what.
            let kim = try await harness.playback(.kids)
            let kims = try #require(await kim.failure(of: PlaybackState.Play(content: "m3", device: "pad")))
            #expect(kims.detail(NoFreeSlot.self)?.holders.map(\.content) == ["m1", nil])
            #expect(!kims.message.contains("Film adult"))
            #expect(try await Self.account(kim).holders.map(\.card?.title) == ["Film m1", nil])
            #expect(try await Self.account(kim).used == 2)
            _ = try await adam.send(PlaybackState.EndSession(session: first.session))
            _ = try await otto.play("m3", device: "phone")
            #expect(try await Self.account(otto).holders.map(\.device) == ["tablet", "phone"])
        }
    }

    @Test func `a session that goes on with another link takes its slot, or is refused and keeps its own`() async throws
    {
        try await Self.with { _, _, adam, otto in
            let first = try await adam.play("m1", device: "tv")
            let shared = try await otto.play("m1", device: "phone")
            let other = PlaybackState.SwitchVariant(session: shared.session, variant: "v2")
            #expect(await otto.failure(of: other)?.problem == .noFreeSlot)
            let kept = try await otto.send(PlaybackState.ListActive()).sessions
            #expect(kept.map(\.session) == [shared.session])
            #expect(try await Self.account(adam).used == 1)
            _ = try await adam.send(PlaybackState.EndSession(session: first.session))
            #expect(try await otto.send(other).variant == "v2")
            #expect(try await Self.account(adam).used == 1)
            // The former stream is another one now.
            #expect(await adam.failure(of: PlaybackState.Play(content: "m1", device: "tv"))?.problem == .noFreeSlot)
        }
    }

    @Test func `sessions on one stream share a slot, and downloads and unknown accounts take none`() async throws {
        try await Self.with { harness, catalog, adam, otto in
            _ = try await adam.play("m1", device: "tv")
            let together = try await otto.play("m1", device: "phone")
            #expect(try await Self.account(adam).used == 1)
            let elsewhere = PlaybackState.Play(content: "m1", variant: "v2", device: "pad")
            #expect(await otto.failure(of: elsewhere)?.problem == .noFreeSlot)
            _ = try await otto.send(PlaybackState.EndSession(session: together.session))
            try await FakeDownloads(finished: [.movie("m2")]).play(in: harness)
            #expect(try await otto.play("m2", device: "phone").download != nil)
            #expect(try await Self.account(adam).used == 1)
            // More is known by now.
            catalog.setAccount("panel", maximum: nil)
            _ = try await otto.play("m3", device: "phone")
            let account = try await Self.account(adam)
            #expect(account.used == 2 && account.maximum == nil)
        }
    }

    @Test func `a session that reconnects keeps its slot and its time, also across a restart`() async throws {
        try await Self.with { harness, catalog, adam, otto in
            catalog.setAccount("panel", maximum: 2)
            _ = try await adam.play("m1", device: "tv")
            _ = try await otto.play("m2", device: "phone")
            catalog.setAccount("panel", maximum: 1)
            let since = try await Self.account(adam).holders.map(\.since)
            try await harness.restart()
            let again = try await harness.playback()
            _ = try await again.play("m1", device: "tv")
            #expect(try await Self.account(again).holders.map(\.since) == since)
            // Another title on the device is a new session, for which there is no room.
            #expect(
                await again.failure(of: PlaybackState.Play(content: "m3", device: "tv"))?.problem == .noFreeSlot)
            // Then the former one goes on.
            #expect(try await Self.account(again).holders.map(\.content) == ["m1", "m2"])
        }
    }

    @Test func `the household's rule ends the oldest or the newest, whose device is told with its next report`()
        async throws
    {
        try await Self.with(maximum: 2) { harness, _, adam, otto in
            let oldest = try await adam.play("m1", device: "tv")
            let newest = try await adam.play("m2", device: "tablet")
            let shard = try await Self.shard(harness)
            try await Self.set(.endNewest, in: shard)
            var events = adam.follow(PlaybackState.FollowActivity(household: true), after: nil).makeAsyncIterator()
            #expect(try await events.next()?.item.snapshot?.count == 2)
            let third = try await otto.play("m3", device: "phone")
            let ended = try #require(try await events.next()?.item.event)
            #expect(ended.kind == .ended && ended.session.session == newest.session)
            #expect(try await events.next()?.item.event?.kind == .started)
            #expect(
                try await adam.report(newest.session, at: 5_000, 30) == [RefusedReport(index: 0, problem: .slotLost)])
            #expect(try await adam.report(oldest.session, at: 5_000, 5) == [])
            // What was watched until then counts, and the session ends as usual.
            #expect(try await adam.progress("m2").position == 30)
            _ = try await adam.send(PlaybackState.EndSession(session: newest.session))
            try await Self.set(.endOldest, in: shard)
            _ = try await adam.play("m2", device: "tablet")
            #expect(
                try await adam.report(oldest.session, at: 9_000, 9) == [RefusedReport(index: 0, problem: .slotLost)])
            #expect(try await otto.report(third.session, at: 1_000, 1) == [])
            #expect(try await adam.send(PlaybackState.ListSlots()).rule == .endOldest)
        }
    }

    @Test func `a child ends no adult's session`() async throws {
        try await Self.with { harness, _, adam, _ in
            let adult = try await adam.play("m1", device: "tv")
            try await Self.set(.endOldest, in: try await Self.shard(harness))
            let kim = try await harness.playback(.kids)
            #expect(await kim.failure(of: PlaybackState.Play(content: "m2", device: "pad"))?.problem == .noFreeSlot)
            _ = try await adam.send(PlaybackState.EndSession(session: adult.session))
            let kims = try await kim.play("m2", device: "pad")
            _ = try await adam.play("m1", device: "tv")
            #expect(try await kim.report(kims.session, at: 1_000, 1).map(\.problem) == [.slotLost])
        }
    }

    @Test func `a slot whose player is silent frees itself, and one that reports keeps it`() async throws {
        try await Self.with { harness, _, adam, otto in
            let first = try await adam.play("m1", device: "tv")
            let shard = try await Self.shard(harness)
            try await Self.silence(shard)
            #expect(try await Self.account(otto).holders.map(\.isSilent) == [true])
            // It is not taken, and a report keeps it.
            #expect(try await adam.report(first.session, at: 1_000, 1) == [])
            #expect(await otto.failure(of: PlaybackState.Play(content: "m2", device: "phone"))?.problem == .noFreeSlot)
            try await Self.silence(shard)
            _ = try await otto.play("m2", device: "phone")
            #expect(try await adam.report(first.session, at: 2_000, 2).map(\.problem) == [.slotLost])
            #expect(try await Self.account(otto).holders.map(\.device) == ["phone"])
        }
    }

    @Test func `a retried call takes one slot, and a removed history frees it`() async throws {
        try await Self.with { harness, _, adam, otto in
            let options = CallOptions(
                token: adam.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            let play = PlaybackState.Play(content: "m1", device: "tv")
            let opened = try await adam.send(play, options: options)
            #expect(try await adam.send(play, options: options).session == opened.session)
            #expect(try await Self.account(adam).holders.count == 1)
            _ = try await adam.send(PlaybackState.RemoveHistory(everything: true))
            #expect(try await Self.account(adam).holders == [])
            _ = try await otto.play("m2", device: "phone")
        }
    }

    @Test func `a session that changes its stream counts once`() async throws {
        let store = try InlineShard()
        let content = try await store.open(session: 1)
        try await store.shard.write { db in
            let row = try #require(try ProfileTable.row(of: InlineShard.profile, db))
            let visibility = Visibility(
                Viewer(household: "home", subject: "adam", profile: "p", role: .adult, policy: .everything))
            func claim(_ stream: String, device: String) throws -> SlotClaim {
                let resolved = ResolvedStream(
                    variant: "v", url: "http://x", headers: [:], fallbacks: [], source: "panel", stream: stream,
                    maximumConnections: 1)
                return try #require(SlotClaim(resolved, owner: row, device: device, content: 1, isChild: false))
            }
            let first = try SlotTable.takeSlot(claim("a", device: "tv"), at: 1_000, seenBy: visibility, db)
            try SlotTable.hold(first, by: content.row, db)
            let second = try SlotTable.takeSlot(
                claim("b", device: "tv"), for: content.row, at: 2_000, seenBy: visibility, db)
            #expect(second.since == 1_000 && second.ended == [])
            try SlotTable.hold(second, by: content.row, db)
            #expect(try SlotTable.held(of: "panel", db).map(\.holder.stream) == ["b"])
            #expect(throws: PlaybackError.self) {
                try SlotTable.takeSlot(claim("c", device: "pad"), at: 3_000, seenBy: visibility, db)
            }
            try SlotTable.release(content.row, db)
            #expect(try SlotTable.held(of: "panel", db).isEmpty)
        }
    }
}
