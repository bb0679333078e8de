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

/// Screen time over the wire: counted from reports, limited, and told to children and parents.
struct ScreenTimeTests {
    private static let kim = TestCaller.kids.profile

    private static func apply(_ event: ProfilesEvent, in shard: Shard) async throws {
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
    }

    private static func set(_ limits: ParentalLimits?, in shard: Shard) async throws {
        try await apply(ProfilesEvent(limitsChanged: ProfileLimits(profile: kim, limits: limits)), in: shard)
    }

    /// Limits of the same minutes on all days.
    private static func minutes(_ count: Int32, mayFinish: Bool? = nil) -> ParentalLimits {
        ParentalLimits(weekdayMinutes: count, weekendMinutes: count, mayFinish: mayFinish)
    }

    private static func with(_ body: (ServiceHarness, Client, Shard) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeCatalog([.movie("m1"), .movie("m2"), .movie("m3")]).play(in: harness)
            let client = try await harness.playback(.kids)
            _ = try await client.send(PlaybackState.ListQueue())
            let shard = try #require(harness.shards?.openShards["home"])
            try await apply(
                ProfilesEvent(
                    settingsChanged: HouseholdSettings(
                        name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true)), in: shard)
            try await body(harness, client, shard)
        }
    }

    /// Adds watched time of another day or title.
    private static func watched(
        _ minutes: Int64, _ content: String = "m9", daysAgo: Int64 = 0, in shard: Shard
    ) async throws {
        let day = SystemRuntime.shared.wallTime.millisecondsSince1970 / 86_400_000 - daysAgo
        try await shard.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO watchedTime VALUES (?, ?, ?, ?, ?)",
                arguments: [kim, day, content, "Title \(content)", minutes * 60_000])
        }
    }

    /// Reports at a time after the opening, as a player does.
    private static func report(
        _ client: Client, _ session: String, seconds: Int64, _ position: Double, _ state: PlaybackPhase? = nil
    ) async throws -> ReportsTaken {
        let report = ProgressReport(
            session: session, elapsedMilliseconds: seconds * 1_000, position: position, duration: 6_000, state: state)
        return try await client.send(PlaybackState.ReportProgress(reports: [report]))
    }

    @Test func `watched time is counted once, however often and late reports come, and survives a restart`()
        async throws
    {
        try await Self.with { harness, client, _ in
            let session = try await client.play("m1").session
            for (seconds, position) in [(10, 10.0), (50, 50), (30, 30), (50, 50), (10, 10), (58, 3_000)]
                as [(Int64, Double)]
            {
                _ = try await Self.report(client, session, seconds: seconds, position)
            }
            // 58 seconds have passed, whatever the position says.
            try await harness.restart()
            let total = "SELECT sum(milliseconds) FROM watchedTime"
            let shard = try #require(try await harness.shards?.shard(for: "home"))
            #expect(try await shard.read { try Int64.fetchOne($0, sql: total) } == 58_000)
            let again = try await harness.playback(.kids)
            _ = try await Self.report(again, session, seconds: 50, 50)
            #expect(try await shard.read { try Int64.fetchOne($0, sql: total) } == 58_000)
            // Removed history takes no time back.
            _ = try await again.send(PlaybackState.RemoveHistory(everything: true))
            #expect(try await shard.read { try Int64.fetchOne($0, sql: total) } == 58_000)
            // An adult's time is not counted.
            let adult = try await harness.playback(.adult)
            try await adult.watch("m1", to: 50)
            #expect(try await shard.read { try Int64.fetchOne($0, sql: total) } == 58_000)
        }
    }

    @Test func `reports tell what remains, and the session ends with the minutes`() async throws {
        try await Self.with { harness, client, shard in
            let session = try await client.play("m1").session
            #expect(try await Self.report(client, session, seconds: 1, 1).remainingMinutes == nil)
            try await Self.set(Self.minutes(60), in: shard)
            try await Self.watched(40, in: shard)
            let early = try await Self.report(client, session, seconds: 2, 2)
            #expect(early.remainingMinutes == 20 && early.warningMinutes == nil && early.mayFinish == false)
            try await Self.watched(55, in: shard)
            let late = try await Self.report(client, session, seconds: 3, 3)
            #expect(late.remainingMinutes == 5 && late.warningMinutes == 5)
            #expect(try await client.send(PlaybackState.ListActive()).sessions.count == 1)
            try await Self.watched(60, in: shard)
            let over = try await Self.report(client, session, seconds: 4, 4)
            #expect(over.remainingMinutes == 0 && over.mayFinish == false && over.refused == [])
            #expect(try await client.send(PlaybackState.ListActive()).sessions == [])
            // Nothing new begins, and the refusal says when.
            let error = await client.failure(of: PlaybackState.Play(content: "m2", device: "tv"))
            #expect(error?.code == .failedPrecondition && error?.problem == .limitReached)
            let limit = try #require(error?.detail(LimitReached.self))
            #expect(limit.limit == .minutes && limit.remainingMinutes == 0)
            let midnight = (SystemRuntime.shared.wallTime.millisecondsSince1970 / 86_400_000 + 1) * 86_400
            #expect(limit.until == Date(timeIntervalSince1970: Double(midnight)))
            #expect(error?.message.contains("It may watch again from") == true)
            // Limits bind the viewer: an adult plays on.
            _ = try await harness.playback(.adult).play("m2")
            try await Self.set(nil, in: shard)
            _ = try await client.play("m2")
        }
    }

    @Test func `limits bind before their event has arrived`() async throws {
        try await Self.with { harness, client, shard in
            let limits = ProfileLimits(profile: Self.kim, limits: Self.minutes(0))
            var handlers = RPCHandlers<Profiles>()
            handlers.on(Profiles.GetLimits.self) { _, _ in limits }
            try harness.clients.play("profiles", handlers)
            try await harness.clients.connect(to: "profiles")
            let play = PlaybackState.Play(content: "m1", device: "tv")
            #expect(await client.failure(of: play)?.problem == .limitReached)
            // They are kept: without profiles they count as well.
            harness.clients.stop("profiles")
            #expect(await client.failure(of: play)?.problem == .limitReached)
            #expect(try await shard.read { try ScreenTimeTable.limits(of: Self.kim, $0) } == limits.limits)
        }
    }

    @Test func `a running title may end where the household lets it, and nothing begins after it`() async throws {
        try await Self.with { _, client, shard in
            let session = try await client.play("m1").session
            try await Self.set(Self.minutes(30, mayFinish: true), in: shard)
            try await Self.watched(30, in: shard)
            let over = try await Self.report(client, session, seconds: 1, 1)
            #expect(over.remainingMinutes == 0 && over.mayFinish == true)
            #expect(try await client.send(PlaybackState.ListActive()).sessions.count == 1)
            #expect(await client.failure(of: PlaybackState.Play(content: "m2", device: "tv"))?.problem == .limitReached)
        }
    }

    @Test func `a retry of a refused play is refused alike and counts once, and one of an opened is answered alike`()
        async throws
    {
        try await Self.with { harness, client, shard in
            let key = {
                CallOptions(token: client.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            }
            let (first, second) = (key(), key())
            let play = PlaybackState.Play(content: "m1", device: "tv")
            let opened = try await client.send(play, options: first)
            try await Self.set(Self.minutes(0), in: shard)
            #expect(try await client.send(play, options: first).session == opened.session)
            for _ in 1...3 {
                await #expect(throws: RPCError.self) { _ = try await client.send(play, options: second) }
            }
            #expect(try await shard.read { try Int.fetchOne($0, sql: "SELECT sum(count) FROM refusedPlay") } == 1)
        }
    }

    @Test func `the child asks for itself, parents for any`() async throws {
        try await Self.with { harness, client, shard in
            try await Self.set(Self.minutes(60), in: shard)
            try await Self.watched(25, in: shard)
            let own = try await client.send(PlaybackState.GetScreenTime())
            #expect((own.usedMinutes, own.limitMinutes, own.remainingMinutes) == (25, 60, 35))
            #expect(own.profile == Self.kim && own.limit == .minutes && own.blockedUntil == nil)
            let parent = try await harness.playback(.adult)
            #expect(try await parent.send(PlaybackState.GetScreenTime(profile: Self.kim)) == own)
            let other = PlaybackState.GetScreenTime(profile: TestCaller.adult.profile)
            #expect(await client.failure(of: other)?.problem == .unknownProfile)
            try await Self.watched(60, in: shard)
            let over = try await parent.send(PlaybackState.GetScreenTime(profile: Self.kim))
            #expect(over.remainingMinutes == 0 && over.blockedUntil != nil)
            #expect(try await parent.send(PlaybackState.GetScreenTime()).limitMinutes == nil)
        }
    }

    @Test func `a week's report has what was watched and refused, for adults`() async throws {
        try await Self.with { harness, client, shard in
            try await Self.watched(30, "m1", in: shard)
            try await Self.watched(45, "m2", in: shard)
            try await Self.watched(500, "m1", daysAgo: 7, in: shard)
            try await Self.set(Self.minutes(10), in: shard)
            for _ in 1...2 { _ = await client.failure(of: PlaybackState.Play(content: "m3", device: "tv")) }
            let parent = try await harness.playback(.adult)
            let report = try await parent.send(PlaybackState.GetWeeklyReport(profile: Self.kim))
            #expect(report.days.count == 7 && report.days.reduce(0) { $0 + $1.minutes } == 75)
            #expect(report.watched.map(\.title) == ["Title m2", "Title m1"])
            #expect(report.watched.map(\.minutes) == [45, 30])
            #expect(report.refused == [RefusedTitle(content: "m3", title: "Film m3", limit: .minutes, count: 2)])
            let same = PlaybackState.GetWeeklyReport(profile: Self.kim, week: report.week)
            #expect(try await parent.send(same) == report)
            let week = PlaybackState.GetWeeklyReport(profile: Self.kim, week: "2026-W54")
            #expect(await parent.failure(of: week)?.field == "week")
            let byChild = PlaybackState.GetWeeklyReport(profile: Self.kim)
            #expect(await client.failure(of: byChild)?.code == .permissionDenied)
            // What is deleted is in no report.
            try await Self.apply(
                ProfilesEvent(profileDeleted: ProfileDeleted(profile: Self.kim), mustBeUnderstood: true), in: shard)
            let gone = try await parent.send(PlaybackState.GetWeeklyReport(profile: Self.kim))
            #expect(gone.watched == [] && gone.refused == [])
        }
    }

    @Test func `time that passes midnight counts for both days`() async throws {
        let store = try InlineShard()
        let day: Int64 = 20_000
        let opened = HybridTimestamp(milliseconds: day * 86_400_000 - 30_000)
        let id = try await store.shard.write { db in
            let content = try ContentTable.make("m", card: nil, db)
            let new = SessionTable.New(
                content: content, variant: "v", device: "tv", opened: opened, started: 0, nonce: 1, isTimed: false,
                profiles: [try ProfileTable.make("p", db)])
            return try SessionTable.open(new, db)
        }
        try await store.shard.write { db in
            let reach = try #require(PlaybackPosition(position: 100, duration: 1_000))
            let report = SessionProgress.Report(
                stamp: opened.advanced(byMilliseconds: 50_000), reach: reach, state: .playing)
            try ScreenTimeCounter(profile: "p", db).count(.init(session: id, report: report))
        }
        let days = try await store.shard.read { try ScreenTimeTable.days(of: "p", from: day - 1, count: 2, $0) }
        #expect(days == [30_000, 20_000])
    }
}
