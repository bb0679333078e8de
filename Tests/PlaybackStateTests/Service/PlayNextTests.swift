import CatalogAPI
import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Playing what comes next, by itself and by hand, and whether a viewer still watches.
struct PlayNextTests {
    private static func with(_ body: (ServiceHarness, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let episodes = (1...8).map { Card.episode("e\($0)", of: "s", Int32($0)) }
            let titles = FakeTitles(episodes + [.of(.series, "s"), .movie("m1"), .movie("m2")])
            try await titles.play(in: harness)
            try await body(harness, try await harness.playback())
        }
    }

    private static func next(_ session: String, byItself: Bool = false) -> PlaybackState.PlayNext {
        PlaybackState.PlayNext(session: session, playsByItself: byItself ? true : nil)
    }

    @Test func `the next episode plays now, and the one before is completed, once`() async throws {
        try await Self.with { harness, client in
            let first = try await client.play("e1").session
            _ = try await client.hints(first, at: 1_000, 1_550, of: 1_570)
            var options = client.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let second = try await client.send(Self.next(first), options: options)
            #expect(second.card.id == "e2" && second.session != first)
            #expect(try await client.send(Self.next(first), options: options).session == second.session)
            let before = try await client.progress("e1")
            #expect(before.isWatched && before.playCount == 1)
            #expect(try await client.send(PlaybackState.ListActive()).sessions.map(\.content) == ["e2"])
        }
    }

    @Test func `what it completes is told to downloads, where the profile deletes such downloads`() async throws {
        try await Self.with { harness, client in
            let first = try await client.play("e1").session
            let shard = try #require(harness.shards?.openShards["home"])
            let change = SettingChange(.autoDeleteWatchedDownloads, .boolean(true))
            let on = ChangedSettings(profile: TestCaller.adult.profile, settings: [change])
            let now = harness.runtime.wallTime
            try await shard.write { try ProfilesEvents.apply(ProfilesEvent(profileSettingsChanged: on), at: now, $0) }
            // In the last part of it, and not yet watched by the share that counts.
            _ = try await client.hints(first, at: 1_000, 175, of: 200)
            _ = try await client.send(Self.next(first))
            let noted = try await shard.read { try String.fetchAll($0, sql: "SELECT content FROM watchedNotice") }
            #expect(noted == ["e1"])
        }
    }

    @Test func `a session in its middle is ended and not completed`() async throws {
        try await Self.with { _, client in
            let first = try await client.play("e1").session
            _ = try await client.hints(first, at: 1_000, 600)
            #expect(try await client.send(Self.next(first)).card.id == "e2")
            let before = try await client.progress("e1")
            #expect(!before.isWatched && before.resume == 595)
        }
    }

    @Test func `the queue's head comes after a film, a retry finds the same, and nothing is refused by name`()
        async throws
    {
        try await Self.with { harness, client in
            let film = try await client.play("m1").session
            _ = try await client.hints(film, at: 1_000, 1_790)
            let nothing = await client.failure(of: Self.next(film))
            #expect(nothing?.problem == .nothingNext && nothing?.code == .notFound)
            // It stays as it is.
            #expect(try await client.send(PlaybackState.ListActive()).sessions.map(\.content) == ["m1"])
            _ = try await client.send(PlaybackState.AddToQueue(content: "m2"))
            var options = client.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let second = try await client.send(Self.next(film), options: options)
            #expect(second.card.id == "m2")
            _ = try await client.send(PlaybackState.ClearQueue())
            #expect(try await client.send(Self.next(film), options: options).session == second.session)
            let unknown = await client.failure(of: Self.next("1-2-3"))
            #expect(unknown?.problem == .unknownSession)
        }
    }

    @Test func `of a queued series the next unwatched episode plays`() async throws {
        try await Self.with { _, client in
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["e1"]))
            _ = try await client.send(PlaybackState.AddToQueue(content: "s"))
            let film = try await client.play("m1").session
            _ = try await client.hints(film, at: 1_000, 1_790)
            #expect(try await client.send(Self.next(film)).card.id == "e2")
        }
    }

    /// It would begin again for ever.
    @Test func `a queued series without an unwatched episode is passed over`() async throws {
        try await Self.with { _, client in
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["s"]))
            _ = try await client.send(PlaybackState.AddToQueue(content: "s"))
            let film = try await client.play("m1").session
            _ = try await client.hints(film, at: 1_000, 1_790)
            #expect(await client.failure(of: Self.next(film))?.problem == .nothingNext)
            _ = try await client.send(PlaybackState.AddToQueue(content: "m2"))
            #expect(try await client.send(Self.next(film)).card.id == "m2")
        }
    }

    @Test func `other viewers go on watching`() async throws {
        try await Self.with { harness, client in
            let hilda = TestCaller.hidingAdult.profile
            try await FakeProfiles(ids: [TestCaller.adult.profile, hilda]).play(in: harness)
            let request = PlaybackState.Play(content: "e1", device: "tv", watchingTogether: [hilda])
            let first = try await client.send(request).session
            _ = try await client.hints(first, at: 1_000, 1_790)
            let second = try await client.send(Self.next(first)).session
            _ = try await client.hints(second, at: 1_000, 900)
            let other = try await harness.playback(.hidingAdult)
            #expect(try await other.progress("e1").isWatched)
            #expect(try await other.progress("e2").position == 900)
        }
    }

    @Test func `after three titles by themselves the viewer is asked, and an input ends the count`() async throws {
        try await Self.with { _, client in
            var session = try await client.play("e1").session
            for _ in 1...2 {
                #expect(try await client.hints(session, at: 1_000, 1_790)?.stillWatching == nil)
                session = try await client.send(Self.next(session, byItself: true)).session
            }
            #expect(try await client.hints(session, at: 1_000, 1_790)?.stillWatching == nil)
            session = try await client.send(Self.next(session, byItself: true)).session
            let asked = try await client.hints(session, at: 1_000, 1_790)
            #expect(asked?.stillWatching == .titles && asked?.nextUp?.countdownSeconds == nil)
            let said = try await client.hints(session, at: 2_000, 1_791, hasInput: true)
            #expect(said?.stillWatching == nil && said?.nextUp?.countdownSeconds == 10)
            session = try await client.send(Self.next(session, byItself: true)).session
            #expect(try await client.hints(session, at: 1_000, 1_790)?.stillWatching == nil)
        }
    }

    /// A film with reports far apart, in a shard of its own: minutes pass.
    private static func asked(hasInput: Bool) async throws -> (InlineShard, SessionID) {
        let store = try InlineShard()
        let id = try await store.open(session: 1)
        try await store.shard.write { db in
            try db.execute(
                sql: "INSERT INTO setting VALUES (?, ?, ?)",
                arguments: [InlineShard.profile, SettingName.stillWatchingMinutes.rawValue, 60])
            try PlayingTable.begin(id, titlesByThemselves: 0, SessionFacts(), db)
        }
        try await store.say(id, minute: 20, position: 1_200, hasInput: true)
        #expect(try await store.say(id, minute: 79, position: 4_740) == nil)
        #expect(try await store.say(id, minute: 80, position: 4_800)?.stillWatching == .minutes)
        if hasInput { #expect(try await store.say(id, minute: 81, position: 4_810, hasInput: true) == nil) }
        try await store.shard.write { try SessionTable.end(id.row, $0) }
        return (store, id)
    }

    @Test func `a session that ends without an input goes back to the last one`() async throws {
        let (asleep, one) = try await Self.asked(hasInput: false)
        let progress = try #require(try await asleep.progress(of: one))
        #expect(progress.position(after: .zero)?.position == 1_200 && progress.state == .ended)
        // What was reached stays reached.
        #expect(progress.furthest(after: .zero)?.position == 4_800)
        let (awake, two) = try await Self.asked(hasInput: true)
        #expect(try await awake.progress(of: two)?.position(after: .zero)?.position == 4_810)
    }
}

extension InlineShard {
    /// A report some minutes after the opening, as its player sends it.
    @discardableResult
    func say(
        _ id: SessionID, minute: Int64, position: Double, hasInput: Bool = false
    ) async throws -> PlaybackHints? {
        let reach = try #require(PlaybackPosition(position: position, duration: 7_200))
        let report = SessionProgress.Report(
            stamp: id.opened.advanced(byMilliseconds: minute * 60_000), reach: reach, state: .playing)
        let entry = ReportTable.Report(session: id, report: report, hasInput: hasInput)
        let viewer = Viewer(
            household: "home", subject: "adam", profile: Self.profile, role: .adult, policy: .everything)
        return try await shard.write { db in
            let isStored = try ReportTable(profile: Self.profile, db).take(entry)
            #expect(isStored)
            return try SessionTracker(profile: Self.profile, viewer: viewer, db: db).take(entry)
        }
    }
}
