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

/// What the responses of reports tell players to offer, over the wire.
struct HintTests {
    private static let adult = TestCaller.adult.profile

    private static var cards: [Card] {
        [
            .of(.series, "s"), .movie("m1"), .movie("m2", .r), .episode("e1", of: "s", 1), .episode("e2", of: "s", 2),
            .episode("e3", of: "s", 3), .of(.channel, "c1"), .of(.channel, "c2"), .of(.channel, "c3"),
            Card(id: "lone", kind: .episode, title: "An episode without a series", rating: .g), .movie("m'%_\"<>;--"),
        ]
    }

    private static func with(_ body: (ServiceHarness, FakeTitles, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let titles = FakeTitles(cards)
            for id in ["e1", "e2", "e3"] as [ContentID] {
                titles.set(
                    IntroTimes(introStart: 30, introEnd: 90, creditStart: 1_700, hasIntroData: true, source: .playlist),
                    of: id)
            }
            try await titles.play(in: harness)
            try await body(harness, titles, try await harness.playback())
        }
    }

    private static func set(_ changes: [SettingChange], in harness: ServiceHarness) async throws {
        let shard = try #require(try await harness.shards?.shard(for: "home"))
        let event = ProfilesEvent(profileSettingsChanged: ChangedSettings(profile: adult, settings: changes))
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
    }

    @Test(arguments: TestTransport.allCases)
    func `an opening is offered, and from its second time on it is skipped, also after a restart`(
        transport: TestTransport
    ) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            let titles = FakeTitles(Self.cards)
            for id in ["e1", "e2"] as [ContentID] {
                titles.set(
                    IntroTimes(introStart: 30, introEnd: 90, hasIntroData: true, source: .playlist), of: id)
            }
            try await titles.play(in: harness)
            let client = try await harness.playback()
            let first = try await client.play("e1").session
            try await Self.set([SettingChange(.autoSkipIntro, .boolean(true))], in: harness)
            #expect(try await client.hints(first, at: 1_000, 20) == nil)
            let offered = SkipHint(kind: .intro, from: 30, to: 90, action: .ask)
            #expect(try await client.hints(first, at: 11_000, 85)?.skip == offered)
            // Its end is played, and not jumped over.
            #expect(try await client.hints(first, at: 21_000, 95) == nil)
            try await harness.restart()
            let again = try await harness.playback()
            let second = try await again.play("e2").session
            let hint = try await again.hints(second, at: 1_000, 40)
            #expect(hint?.skip == SkipHint(kind: .intro, from: 30, to: 90, action: .skip))
            #expect(hint?.session == second)
            // A viewer who goes back into it wants to see it.
            #expect(try await again.hints(second, at: 2_000, 91) == nil)
            #expect(try await again.hints(second, at: 3_000, 50)?.skip?.action == .ask)
            // Another series has another opening.
            let series = try #require(try await harness.shards?.shard(for: "home"))
            #expect(try await series.read { try PlayingTable.heard(by: Self.adult, in: "other", $0) } == [])
        }
    }

    @Test func `an opening that was jumped over is not known, and a guess is never skipped`() async throws {
        try await Self.with { harness, titles, client in
            try await Self.set([SettingChange(.introAction, .text("skip"))], in: harness)
            let first = try await client.play("e1").session
            _ = try await client.hints(first, at: 1_000, 20)
            _ = try await client.hints(first, at: 2_000, 95)
            let second = try await client.play("e2").session
            #expect(try await client.hints(second, at: 1_000, 40)?.skip?.action == .ask)
            _ = try await client.hints(second, at: 10_000, 85)
            _ = try await client.hints(second, at: 20_000, 95)
            titles.set(IntroTimes(introStart: 0, introEnd: 90, hasIntroData: false, source: .heuristic), of: "e3")
            let third = try await client.play("e3").session
            #expect(try await client.hints(third, at: 1_000, 40)?.skip?.action == .ask)
        }
    }

    @Test func `recaps, teasers and previews are offered, and skipping the credits does not pass over a preview`()
        async throws
    {
        try await Self.with { harness, titles, client in
            var times = IntroTimes(
                introStart: 100, introEnd: 160, creditStart: 1_600, hasIntroData: true, source: .hand)
            (times.recap, times.teaser) = (PartTimes(start: 0, end: 40), PartTimes(start: 40, end: 100))
            times.preview = PartTimes(start: 1_700)
            titles.set(times, of: "e1")
            let actions: [SettingName] = [.recapAction, .teaserAction, .creditsAction, .previewAction]
            try await Self.set(actions.map { SettingChange($0, .text("ask")) }, in: harness)
            let playback = try await client.play("e1")
            let parts = playback.parts?.map { "\($0.kind.rawValue) \(Int($0.from)) \($0.to.map { Int($0) } ?? -1)" }
            #expect(
                parts == [
                    "recap 0 40", "teaser 40 100", "intro 100 160", "preview 1700 -1", "credits 1600 1700",
                ])
            let session = playback.session
            var told: [String] = []
            for (index, position) in [20.0, 60, 120, 800, 1_650, 1_750].enumerated() {
                let skip = try await client.hints(session, at: Int64(index + 1) * 1_000, position)?.skip
                told.append(skip.map { "\($0.kind.rawValue) \(Int($0.from)) \(Int($0.to))" } ?? "-")
            }
            #expect(
                told == [
                    "recap 0 40", "teaser 40 100", "intro 100 160", "-", "credits 1600 1700", "preview 1700 1800",
                ])
        }
    }

    @Test func `a setting turned off in mid-session applies at the next report`() async throws {
        try await Self.with { harness, _, client in
            let session = try await client.play("e1").session
            #expect(try await client.hints(session, at: 1_000, 40)?.skip != nil)
            try await Self.set([SettingChange(.enableSkipIntro, .boolean(false))], in: harness)
            #expect(try await client.hints(session, at: 2_000, 41)?.skip == nil)
            try await Self.set([SettingChange(.enableSkipIntro, .boolean(true))], in: harness)
            #expect(try await client.hints(session, at: 3_000, 42)?.skip != nil)
            try await Self.set([SettingChange(.introAction, .text("play"))], in: harness)
            #expect(try await client.hints(session, at: 4_000, 43)?.skip == nil)
        }
    }

    @Test func `zero intro values mean none, and progress outside 0 to 1 is clamped`() async throws {
        try await Self.with { _, titles, client in
            titles.set(
                IntroTimes(introStart: 0, introEnd: 0, creditStart: 0, hasIntroData: true, source: .hand), of: "m1")
            let session = try await client.play("m1").session
            #expect(try await client.hints(session, at: 1_000, 0) == nil)
            #expect(try await client.hints(session, at: 2_000, -50) == nil)
            #expect(try await client.hints(session, at: 3_000, 9_000) == nil)
            #expect(try await client.progress("m1").progress == 1)
        }
    }

    @Test func `what comes next is loaded once, shown from the credits on, and can be cancelled`() async throws {
        try await Self.with { harness, titles, client in
            titles.set([(id: "a", quality: "720p"), (id: "b", quality: "1080p")], of: "e2")
            try await Self.set([SettingChange(.autoPlayCountdownSeconds, .integer(15))], in: harness)
            let session = try await client.play("e1").session
            #expect(try await client.hints(session, at: 1_000, 1_000) == nil)
            let early = try await client.hints(session, at: 2_000, 1_685, number: 3)
            #expect(early?.prebuffer == PrebufferHint(content: "e2", variants: ["b", "a"]))
            #expect(early?.nextUp == nil && early?.creditsReached == nil)
            // A retry is told the same, another report is not.
            #expect(try await client.hints(session, at: 2_000, 1_685, number: 3)?.prebuffer == early?.prebuffer)
            let credits = try await client.hints(session, at: 3_000, 1_701, number: 4)
            #expect(credits?.prebuffer == nil && credits?.creditsReached == true)
            #expect(credits?.nextUp?.card.id == "e2" && credits?.nextUp?.countdownSeconds == 15)
            #expect(credits?.nextUp?.rule == .afterLastWatched)
            _ = try await client.send(PlaybackState.CancelNextUp(session: session))
            #expect(try await client.hints(session, at: 4_000, 1_702, number: 5)?.nextUp == nil)
            // It is cancelled for this session alone.
            let next = try await client.play("e2").session
            #expect(try await client.hints(next, at: 1_000, 1_750)?.nextUp?.card.id == "e3")
            let stranger = try await harness.playback(.hidingAdult)
            let foreign = PlaybackState.CancelNextUp(session: session)
            #expect(await stranger.failure(of: foreign)?.problem == .unknownSession)
        }
    }

    @Test func `without a next episode the head of the queue comes next, as far as the viewer may see it`() async throws
    {
        try await Self.with { harness, _, client in
            let session = try await client.play("lone").session
            // An episode without a series has no next one.
            #expect(try await client.hints(session, at: 1_000, 1_790) == nil)
            _ = try await client.send(PlaybackState.AddToQueue(content: "m2"))
            #expect(try await client.hints(session, at: 2_000, 1_791)?.nextUp?.card.id == "m2")
            let kim = try await harness.playback(.kids)
            let kids = try await kim.play("m1").session
            _ = try await kim.send(PlaybackState.AddToQueue(content: "m1"))
            // The title that plays does not come again.
            #expect(try await kim.hints(kids, at: 1_000, 1_791) == nil)
        }
    }

    @Test func `a channel is told its neighbouring ones once, and not where the account allows one stream`()
        async throws
    {
        try await Self.with { harness, titles, client in
            titles.setConnections(2)
            let session = try await client.play("c2").session
            let hint = try await client.hints(session, at: 1_000, 1, of: nil)
            #expect(hint?.channels?.previous == PrebufferHint(content: "c1", variants: FakeCatalog.variants))
            #expect(hint?.channels?.next == PrebufferHint(content: "c3", variants: FakeCatalog.variants))
            #expect(try await client.hints(session, at: 2_000, 2, of: nil) == nil)
            titles.setConnections(1)
            let alone = try await client.play("c2").session
            #expect(try await client.hints(alone, at: 1_000, 1, of: nil) == nil)
            // Who may not know the account gets the channels, and nothing to open early.
            titles.hideSources()
            let kim = try await harness.playback(.kids)
            let kids = try await kim.play("c1").session
            let known = try await kim.hints(kids, at: 1_000, 1, of: nil)
            #expect(known?.channels == ChannelHint(previous: nil, next: PrebufferHint(content: "c2", variants: [])))
            // Loading early is off.
            titles.setConnections(2)
            try await Self.set([SettingChange(.enablePreBuffer, .boolean(false))], in: harness)
            let off = try await client.play("c2").session
            #expect(try await client.hints(off, at: 1_000, 1, of: nil) == nil)
        }
    }

    @Test func `several sessions in one call are told each their own, and odd ids are taken`() async throws {
        try await Self.with { _, titles, client in
            let odd = ContentID(rawValue: "m'%_\"<>;--")
            titles.set(IntroTimes(introStart: 5, introEnd: 20, hasIntroData: true, source: .hand), of: odd)
            let one = try await client.play("e1", device: "tv").session
            let two = try await client.play(odd, device: "pho'ne\"; --").session
            let reports = [(one, 40.0), (two, 10), (one, 50)].enumerated().map { index, entry in
                ProgressReport(
                    session: entry.0, elapsedMilliseconds: Int64(index + 1) * 1_000, position: entry.1, duration: 1_800)
            }
            let hints = try await client.send(PlaybackState.ReportProgress(reports: reports)).hints
            #expect(hints?.map(\.session) == [one, two])
            #expect(hints?.map { $0.skip?.to } == [90, 20])
            _ = try await client.send(PlaybackState.SetTracks(session: two, tracks: TrackChoice(audioLanguage: "de")))
            #expect(try await client.play(odd).tracks?.audioLanguage == "de")
        }
    }

    @Test func `a catalog that is down delays no report, and takes only the hints away`() async throws {
        try await Self.with { harness, _, client in
            let session = try await client.play("e1").session
            harness.clients.stop("catalog")
            #expect(try await client.hints(session, at: 1_000, 40)?.skip?.kind == .intro)
            #expect(try await client.hints(session, at: 2_000, 1_750)?.nextUp?.card.id == "e2")
        }
    }

    @Test func `what was heard and chosen goes with the profile, and with its history`() async throws {
        try await Self.with { harness, _, client in
            let session = try await client.play("e1").session
            _ = try await client.hints(session, at: 10_000, 85)
            _ = try await client.hints(session, at: 20_000, 95)
            _ = try await client.send(
                PlaybackState.SetTracks(session: session, tracks: TrackChoice(subtitleLanguage: "en")))
            let shard = try #require(harness.shards?.openShards["home"])
            let count = "SELECT (SELECT count(*) FROM heard) + (SELECT count(*) FROM trackChoice)"
            #expect(try await shard.read { try Int.fetchOne($0, sql: count) } == 2)
            _ = try await client.send(PlaybackState.RemoveHistory(content: "m1"))
            #expect(try await shard.read { try Int.fetchOne($0, sql: count) } == 2)
            _ = try await client.send(PlaybackState.RemoveHistory(content: "s"))
            #expect(try await shard.read { try Int.fetchOne($0, sql: count) } == 0)
            let other = try await client.play("e1").session
            _ = try await client.send(
                PlaybackState.SetTracks(session: other, tracks: TrackChoice(subtitleLanguage: "en")))
            let event = ProfilesEvent(profileDeleted: ProfileDeleted(profile: Self.adult), mustBeUnderstood: true)
            let now = SystemRuntime.shared.wallTime
            try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
            #expect(try await shard.read { try Int.fetchOne($0, sql: count) } == 0)
            #expect(try await shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM playing") } == 0)
        }
    }
}

extension RPCClient<PlaybackState> {
    /// Reports, and returns what is to be offered.
    func hints(
        _ session: String, at milliseconds: Int64, _ position: Double, of duration: Double? = 1_800,
        _ state: PlaybackPhase? = nil, number: Int64? = nil, hasInput: Bool? = nil
    ) async throws -> PlaybackHints? {
        let report = ProgressReport(
            session: session, elapsedMilliseconds: milliseconds, position: position, duration: duration, state: state,
            sequence: number, hasInput: hasInput)
        let taken = try await send(PlaybackState.ReportProgress(reports: [report]))
        #expect(taken.refused == [])
        return taken.hints?.first
    }
}
