import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// What was watched most and for how long, from sums that reports add to.
struct StatisticsTests {
    @Test func `reports over the wire count what was watched, once, and a seek is none of it`() async throws {
        try await StatisticsBench.with { bench in
            let client = try await bench.harness.playback()
            let session = try await client.play("m1").session
            bench.clock.advance(by: .seconds(50))
            for (time, position) in [(10, 10.0), (30, 30), (20, 20), (30, 30), (40, 5_000), (50, 5_010)]
                as [(Int64, Double)]
            {
                try await client.report(session, at: time * 1_000, position, of: 7_200)
            }
            // 30 s up to the seek, 10 s around it, 10 s after it.
            var own = try await bench.statistics()
            #expect(own.titles == [WatchedTitle(content: "m1", title: "Film m1", seconds: 50, plays: 1)])
            #expect(own.periods.count == 30 && own.periods.last == WatchedPeriod("2026-06-03", seconds: 50))
            // The end adds its own time, and a restart loses none.
            let last = ProgressReport(session: session, elapsedMilliseconds: 52_000, position: 5_012, duration: 7_200)
            _ = try await client.send(PlaybackState.EndSession(session: session, last: last))
            try await bench.harness.restart()
            own = try await bench.statistics()
            #expect(own.titles.map(\.seconds) == [52] && own.titles.map(\.plays) == [1])
        }
    }

    @Test func `days and weeks are the household's, each of the span has its sum`() async throws {
        try await StatisticsBench.with { bench in
            try await bench.watch("m1", seconds: 600)
            try await bench.watch("m1", seconds: 300, daysAgo: 1)
            // The Sunday of the week before.
            try await bench.watch("ch", seconds: 120, daysAgo: 3)
            try await bench.watch("m2", seconds: 60, daysAgo: 40)
            let days = try await bench.statistics(.adult, .init(days: 4))
            #expect((days.from, days.through) == ("2026-05-31", "2026-06-03"))
            #expect(days.periods.map(\.name) == ["2026-05-31", "2026-06-01", "2026-06-02", "2026-06-03"])
            #expect(days.periods.map(\.seconds) == [120, 0, 300, 600])
            let profile = try #require(days.profiles.first)
            #expect(profile.profile == TestCaller.adult.profile && profile.seconds == 1_020 && profile.plays == 3)
            #expect(profile.meanSeconds == 255 && profile.periods == days.periods)
            let weeks = try await bench.statistics(.adult, .init(weeks: 2))
            #expect(weeks.from == "2026-05-25")
            #expect(
                weeks.periods == [
                    WatchedPeriod("2026-W22", seconds: 120), WatchedPeriod("2026-W23", seconds: 900),
                ])
            #expect(try await bench.statistics().titles.map(\.content) == ["m1"])
            #expect(try await bench.statistics(.adult, .init(days: 366)).titles.map(\.content) == ["m1", "m2"])
        }
    }

    @Test func `time that passes midnight counts for both days`() async throws {
        // Noon in UTC is midnight there.
        try await StatisticsBench.with(timeZone: "Pacific/Auckland") { bench in
            // From 22:00 to 00:10 by the household's clock.
            let id = try await bench.watch("m1", seconds: 7_200, ends: false)
            try await bench.shard.write { db in
                try StatisticsBench.report(id, at: 7_800, 7_800, .ended, by: TestCaller.adult.profile, db)
            }
            let days = try await bench.statistics(.adult, .init(days: 2))
            #expect(
                days.periods == [
                    WatchedPeriod("2026-06-03", seconds: 7_200), WatchedPeriod("2026-06-04", seconds: 600),
                ])
            #expect(days.titles.map(\.plays) == [1])
        }
    }

    @Test func `a report that passes midnight is split at it`() async throws {
        try await StatisticsBench.with(timeZone: "Pacific/Auckland") { bench in
            let id = try await bench.watch("m1", seconds: 7_190, ends: false)
            try await bench.shard.write { db in
                // 20 s later: the session ends at noon less ten seconds, which is ten seconds before midnight there.
                try StatisticsBench.report(id, at: 7_210, 7_210, .ended, by: TestCaller.adult.profile, db)
            }
            let days = try await bench.statistics(.adult, .init(days: 2))
            #expect(days.periods.map(\.seconds) == [7_190, 20])
        }
    }

    @Test func `channels, series and titles have lists of their own, as long as they are asked for`() async throws {
        try await StatisticsBench.with { bench in
            try await bench.watch("ch", seconds: 500)
            try await bench.watch("e1", seconds: 200)
            try await bench.watch("e2", seconds: 100, daysAgo: 1)
            try await bench.watch("m1", seconds: 250)
            let all = try await bench.statistics()
            #expect(all.channels == [WatchedTitle(content: "ch", title: "Title ch", seconds: 500, plays: 1)])
            #expect(all.series == [WatchedTitle(content: "s", title: "Harbour Lights", seconds: 300, plays: 2)])
            #expect(all.titles.map(\.content) == ["m1", "e1", "e2"])
            let short = try await bench.statistics(.adult, .init(limit: 1))
            #expect(short.titles.map(\.content) == ["m1"] && short.profiles[0].seconds == 1_050)
            let client = try await bench.harness.playback()
            for (request, field) in [
                (.init(limit: 0), "limit"), (.init(limit: 101), "limit"), (.init(days: 0), "days"),
                (.init(days: 367), "days"), (.init(weeks: 105), "weeks"), (.init(days: 1, weeks: 1), "weeks"),
                (.init(profile: "x", household: true), "household"),
            ] as [(PlaybackState.GetStatistics, String)] {
                #expect(await client.failure(of: request)?.field == field)
            }
        }
    }

    @Test func `a child's figures are for itself and adults, and it sees no other's`() async throws {
        try await StatisticsBench.with { bench in
            try await bench.watch("m1", seconds: 100, by: [.adult, .kids])
            try await bench.watch("m2", seconds: 50, by: [.kids])
            try await bench.watch("grown", seconds: 900, by: [.adult])
            let kids = try await bench.statistics(.kids)
            #expect(kids.titles.map(\.content) == ["m1", "m2"] && kids.profiles.map(\.seconds) == [150])
            let child = try await bench.harness.playback(.kids)
            let other = PlaybackState.GetStatistics(profile: TestCaller.adult.profile)
            #expect(await child.failure(of: other)?.problem == .unknownProfile)
            #expect(await child.failure(of: PlaybackState.GetStatistics(household: true))?.problem == .notYours)
            #expect(await child.failure(of: PlaybackState.GetBuffering())?.code == .permissionDenied)
            let ofKids = try await bench.statistics(.adult, .init(profile: TestCaller.kids.profile))
            #expect(ofKids.titles == kids.titles)
            let all = try await bench.statistics(.adult, .init(household: true))
            #expect(all.profiles.map(\.profile) == [TestCaller.adult.profile, TestCaller.kids.profile])
            #expect(all.profiles.map(\.seconds) == [1_000, 150])
            // What the policy hides is in no sum: the adult's own "grown" under a policy for kids.
            var strict = TestCaller.adult
            strict.policy = .kids(seesUnrated: false)
            #expect(try await bench.statistics(strict).profiles.map(\.seconds) == [100])
        }
    }

    @Test func `removed history takes a title's sums along, and not another viewer's`() async throws {
        try await StatisticsBench.with { bench in
            try await bench.watch("m1", seconds: 100, by: [.adult, .kids])
            let second = try await bench.watch("m1", seconds: 70, daysAgo: 1)
            try await bench.watch("m2", seconds: 40)
            let client = try await bench.harness.playback()
            // One entry of several leaves the title in the history, and its sums.
            _ = try await client.send(PlaybackState.RemoveHistory(session: second.text))
            #expect(try await bench.statistics().titles.map(\.seconds) == [170, 40])
            _ = try await client.send(PlaybackState.RemoveHistory(content: "m1"))
            #expect(try await bench.statistics().titles.map(\.content) == ["m2"])
            #expect(try await bench.statistics(.kids).titles.map(\.seconds) == [100])
            _ = try await client.send(PlaybackState.RemoveHistory(everything: true))
            #expect(try await bench.statistics().profiles == [])
            let gone = ProfilesEvent(
                profileDeleted: ProfileDeleted(profile: TestCaller.kids.profile), mustBeUnderstood: true)
            try await bench.apply(gone)
            for table in ["watchedDay", "linkDay", "tally", "bufferingEvent"] {
                let count = "SELECT count(*) FROM \(table)"
                #expect(try await bench.shard.read { try Int.fetchOne($0, sql: count) } == 0, "\(table)")
            }
        }
    }

    @Test func `an id that is replaced takes its sums along`() async throws {
        try await StatisticsBench.with { bench in
            try await bench.watch("m1", seconds: 100)
            try await bench.watch("m2", seconds: 50)
            try await bench.watch("m2", seconds: 30, daysAgo: 1)
            try await bench.shard.write { try ExternalChanges.merged("m1", into: "m2", card: .movie("m2"), $0) }
            #expect(
                try await bench.statistics().titles == [
                    WatchedTitle(content: "m2", title: "Film m2", seconds: 180, plays: 3)
                ])
        }
    }

    @Test func `profiles in quarantine are in no figures of the household`() async throws {
        try await StatisticsBench.with { bench in
            try await bench.watch("m1", seconds: 100, by: [.kids])
            try await bench.shard.write { db in
                try QuarantineTable.put(
                    .profile, TestCaller.kids.profile, source: "profiles", at: StandingClock.start, db)
            }
            #expect(try await bench.statistics(.adult, .init(household: true)).profiles == [])
        }
    }

    @Test func `how something was found is counted once, by profile and day, and goes with the profile`() async throws {
        try await StatisticsBench.with { bench in
            let (client, kim) = (try await bench.harness.playback(), try await bench.harness.playback(.kids))
            #expect(try await bench.statistics().discovery == nil)
            let options = CallOptions(
                token: client.defaults.token, idempotencyKey: IdempotencyKey(runtime: bench.harness.runtime))
            for _ in 1...2 {
                _ = try await client.send(PlaybackState.NoteDiscovery(.firstSave, seconds: 30), options: options)
            }
            _ = try await client.send(PlaybackState.NoteDiscovery(.firstSave, seconds: 60))
            // Left open over night: as a day at most.
            _ = try await kim.send(PlaybackState.NoteDiscovery(.swipes, seconds: 1e300))
            for kind in [.search, .search, .searchSave] as [DiscoveryKind] {
                _ = try await client.send(PlaybackState.NoteDiscovery(kind))
            }
            try await bench.harness.restart()
            let own = DiscoveryStatistics(
                firstSaves: 2, meanSecondsToSave: 45, swipes: 0, meanSwipeSeconds: 0, searches: 2, savedSearches: 1)
            #expect(try await bench.statistics().discovery == own)
            var all = own
            (all.swipes, all.meanSwipeSeconds) = (1, 86_400)
            #expect(try await bench.statistics(.adult, .init(household: true)).discovery == all)
            #expect(try await bench.statistics(.kids).discovery?.firstSaves == 0)
            for request in [
                PlaybackState.NoteDiscovery(.firstSave), .init(.search, seconds: 1), .init(.swipes, seconds: -1),
                .init(.swipes, seconds: .nan),
            ] {
                #expect(await client.failure(of: request)?.field == "seconds")
            }
            let unknown = PlaybackState.NoteDiscovery(DiscoveryKind(rawValue: "x"), seconds: 1)
            #expect(await client.failure(of: unknown)?.field == "kind")
            try await bench.shard.write { try $0.execute(sql: "UPDATE discoveryDay SET day = day - 30") }
            #expect(try await bench.statistics().discovery == nil)
            #expect(try await bench.statistics(.adult, .init(days: 31)).discovery == own)
            try await bench.shard.write { try ExternalChanges.profileDeleted(TestCaller.adult.profile, $0) }
            let rows = "SELECT count(*) FROM discoveryDay"
            #expect(try await bench.shard.read { try Int.fetchOne($0, sql: rows) } == 1)
        }
    }
}
