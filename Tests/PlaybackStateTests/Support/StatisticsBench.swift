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

/// A household in which sessions of earlier days can be counted, through the code that counts those of players.
struct StatisticsBench {
    let harness: ServiceHarness
    let clock: StandingClock
    let catalog: FakeCatalog

    /// What there is to watch.
    static let cards: [Card] = {
        var first = Card.episode("e1", of: "s", 1)
        first.seriesTitle = "Harbour Lights"
        var second = Card.episode("e2", of: "s", 2)
        second.seriesTitle = "Harbour Lights"
        return [
            .movie("m1"), .movie("m2"), .movie("grown", .r), .of(.channel, "ch"), .of(.series, "s"), first, second,
        ]
    }()

    /// Noon of 2026-06-03, a Wednesday.
    static func with(
        timeZone: String = "UTC", _ body: (StatisticsBench) async throws -> Void
    ) async throws {
        let clock = StandingClock(at: StandingClock.start.advanced(by: .seconds(2 * 86_400 + 43_200)))
        try await ServiceHarness.with(PlaybackStateService.self, runtime: clock) { harness in
            let catalog = FakeCatalog(cards)
            try await catalog.play(in: harness)
            try await FakeProfiles(ids: [
                TestCaller.adult.profile, TestCaller.kids.profile, TestCaller.hidingAdult.profile,
            ]).play(in: harness)
            let bench = StatisticsBench(harness: harness, clock: clock, catalog: catalog)
            try await bench.apply(
                ProfilesEvent(
                    settingsChanged: HouseholdSettings(
                        name: "Home", timeZone: timeZone, kidsSeeUnrated: true, kidsSeeUnratedChannels: true)))
            try await body(bench)
        }
    }

    var shard: Shard {
        get async throws { try await #require(harness.shards).shard(for: "home") }
    }

    func apply(_ event: ProfilesEvent) async throws {
        try await shard.write { try ProfilesEvents.apply(event, at: StandingClock.start, $0) }
    }

    /// Counts a session of so many seconds that ended so many days before today at noon, with a report every ten seconds.
    @discardableResult
    func watch(
        _ content: ContentID, seconds: Int64, daysAgo: Int64 = 0, by people: [TestCaller] = [.adult],
        variant: String = "v1", ends: Bool = true
    ) async throws -> SessionID {
        let card = Self.cards.first { $0.id == content }
        let end = StandingClock.start.millisecondsSince1970 + (2 - daysAgo) * 86_400_000 + 43_200_000
        let opened = HybridTimestamp(milliseconds: end - seconds * 1_000)
        return try await shard.write { db in
            let row = try ContentTable.make(content, card: card, db)
            let id = try SessionTable.open(
                SessionTable.New(
                    content: row, variant: variant, device: "tv-\(content)", opened: opened,
                    started: opened.milliseconds, nonce: opened.milliseconds, isTimed: card?.kind == .channel,
                    profiles: try people.map { try ProfileTable.make($0.profile, db) }), db)
            for second in stride(from: 10, through: seconds, by: 10) {
                try Self.report(
                    id, at: second, Double(second), second == seconds && ends ? .ended : .playing,
                    by: people[0].profile, db)
            }
            return id
        }
    }

    /// Stores and counts a report.
    static func report(
        _ id: SessionID, at second: Int64, _ position: Double, _ state: PlayerState, by profile: String, _ db: Database
    ) throws {
        let report = SessionProgress.Report(
            stamp: id.opened.advanced(byMilliseconds: second * 1_000),
            reach: PlaybackPosition(position: position, duration: 10_000) ?? .none, state: state)
        let entry = ReportTable.Report(session: id, report: report)
        guard try ReportTable(profile: profile, db).take(entry) else { return }
        try StatisticsCounter(db).count(entry)
    }

    func statistics(
        _ person: TestCaller = .adult, _ request: PlaybackState.GetStatistics = .init()
    ) async throws -> WatchStatistics {
        try await harness.playback(person).send(request)
    }
}
